import type { Delta, GateAnswer } from '../model/delta.ts';
import type { Executed, Proposed } from '../model/event/calls.ts';
import type { Stage } from './story.ts';

export const toolStage = (name: Stage['name'], event: Proposed | Executed, value: Stage['value']): Stage => ({
  name,
  record: event.record,
  payload: event.payload,
  value,
  server: event.server,
  tool: event.tool,
  toolPointer: event.toolPointer,
  by: 'by' in event ? event.by : undefined,
  ...('isTried' in event && event.isTried === true && { isTried: true }),
});

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
