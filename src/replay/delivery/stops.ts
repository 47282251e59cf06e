import type { Answered } from '../../model/event/answers.ts';
import type { StopCounts } from '../../model/report/counts.ts';
import type { Judged } from '../judge.ts';
import { increase, type Tally } from '../tally.ts';

/** Why an answer did not become a value that is structurally as declared. */
type StopReason = keyof StopCounts;

/** What the provider says of the end is asked before the schema is; undefined: the highest promise was kept. */
function whyStopped(event: Answered, judged: Judged | undefined): StopReason | undefined {
  if (judged?.answer.verdict === 'pass') return undefined;
  if (event.isRefusal === true) return 'refused';
  if (event.isTruncated === true) return 'truncated';
  if (event.isMalformedCall === true) return 'malformed_call';
  if (judged?.answer.verdict !== 'fail') return 'unchecked';
  return judged.answer.deltas.some(({ kind }) => kind === 'not-json') ? 'not_json' : 'not_as_declared';
}

/** Counts where an answer with a contract stopped short of its promise. */
export function countStop(tally: Tally, event: Answered, judged: Judged | undefined): void {
  const reason = whyStopped(event, judged);
  if (reason !== undefined) increase(tally.stops, reason);
}
