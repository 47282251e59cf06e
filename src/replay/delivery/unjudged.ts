import type { Site, Subject } from '../../model/observation/base.ts';
import type { Context } from '../context.ts';
import type { Run } from '../run.ts';
import { increase } from '../tally.ts';

/** A promise that what is recorded neither shows kept nor broken: said, and counted where a strict run counts what it could not check. */
export function sayUnjudged(
  context: Context,
  run: Run,
  told: { readonly site: Site; readonly subject: Subject; readonly detail: string },
): void {
  increase(context.tally.reasons, 'delivery opaque');
  if (run.isStrict) increase(context.tally.strictReasons, 'opaque');
  context.unchecked({ ...told, gate: 'output', reason: 'opaque' });
}
