import type { Candidate } from '../../model/event.ts';
import type { Context } from '../context.ts';
import type { Run } from '../run.ts';
import { candidateParts } from './candidates.ts';
import type { Use } from './limits.ts';
import { sayUnjudged } from './unjudged.ts';

/** Who sees the data of a recovery is among those who were allowed to: the widest part outside is told, one finding for each request. */
export function checkExposure(context: Context, run: Run, told: Use & { readonly candidate: Candidate }): void {
  const { authorization, candidate, site, subject } = told;
  const outside = candidateParts.find((part) => {
    const [allowed, recorded] = [authorization.exposure[part], candidate[part]];
    return allowed !== undefined && recorded !== undefined && !allowed.includes(recorded);
  });
  if (outside !== undefined) {
    const [allowed, recorded] = [authorization.exposure[outside] ?? [], candidate[outside] ?? ''];
    context.observe({ kind: 'exposure-widened', site, subject, what: outside, allowed, recorded });
    return;
  }
  const unsaid = candidateParts.find((part) => authorization.exposure[part] !== undefined && candidate[part] === undefined);
  if (unsaid === undefined || authorization.told.has(unsaid)) return;
  authorization.told.add(unsaid);
  sayUnjudged(context, run, { site, subject, detail: `the recovery limits who may see the data, and the ${unsaid} is not recorded` });
}
