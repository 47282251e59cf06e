import type { RunOpened } from '../model/event/runs.ts';
import { memberOf } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import { hashText } from '../text/hash.ts';

/** Openings that are remembered: as many as memory easily holds. */
const openingLimit = 100_000;

interface Opening {
  readonly file: string;
  readonly line: number;
}

/**
 * Where runs were opened, in all inputs so far. A record with a date or a name of its own is written once: where it opens a run a second time,
 * a ledger was appended to itself, or given under two names, and all of the run is counted again.
 */
export type Openings = Map<number, Opening>;

/** What to say of a run that is opened by the very record that opened one before. */
export function meetOpening(openings: Openings, event: RunOpened, at: Opening): Observation | undefined {
  const { record, run } = event;
  if (memberOf(record.value, 'ts') === undefined && memberOf(record.value, 'id') === undefined) return undefined;
  const key = hashText(record.text);
  const known = openings.get(key);
  if (known === undefined) {
    if (openings.size < openingLimit) openings.set(key, { file: at.file, line: at.line });
    return undefined;
  }
  const from = known.file === at.file ? `line ${known.line}` : `${known.file}:${known.line}`;
  return { kind: 'copied-run', site: { record, pointer: '', part: 'value' }, subject: { run }, from };
}
