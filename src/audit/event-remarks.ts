import type { Proposed } from '../model/event/calls.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';

/** The call itself was told where it was made, and is judged as it was made. */
export const rewrittenCall = (event: Proposed, earlierLine: number): Observation => ({
  kind: 'rewritten-call',
  site: { record: event.record, pointer: event.payload.pointer, part: 'value' },
  subject: { run: event.run, call: event.call, server: event.server, tool: event.tool },
  earlierLine,
});

/**
 * Keys said twice anywhere in an event of a native ledger, also where no gate looks: two outcomes, two tools, two verdicts
 * in one record show each reader the one it likes. Other formats hold much that is not evidence.
 */
export function recordDefects(event: LedgerEvent): readonly Observation[] {
  const { record, run, step } = event;
  const call = 'call' in event ? event.call : undefined;
  return record.defects
    .filter(({ kind }) => kind === 'duplicate-key')
    .map(({ pointer, text }) => ({
      kind: 'record-defect',
      site: { record, pointer, part: 'key' },
      subject: { run, step, call },
      key: text,
    }));
}
