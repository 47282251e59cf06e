import type { Delta, GateAnswer } from '../model/delta.ts';
import type { Proposed } from '../model/event/calls.ts';

/** A call cut at the token limit is not what the model meant to write: the stop is said first, before what is not there or not JSON. */
export function withCut(answer: GateAnswer, { isTruncated, stopReason }: Proposed): GateAnswer {
  if (isTruncated !== true || answer.verdict !== 'fail') return answer;
  const words = `the call was cut short (${stopReason ?? 'token limit'})`;
  const isOfCut = ({ kind }: Delta): boolean => kind === 'not-json' || kind === 'missing-field';
  const deltas = answer.deltas.map((delta) =>
    isOfCut(delta) ? { ...delta, detail: delta.detail === undefined ? words : `${words}; ${delta.detail}` } : delta,
  );
  return { ...answer, deltas };
}
