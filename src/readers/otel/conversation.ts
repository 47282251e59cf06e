import type { History } from '../kit/history.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { answeredCall, callStep, emitWord, pairingOf, type Sink, type Turn } from '../kit/sink.ts';
import { placeAt, type Spoken } from '../kit/spoken-messages.ts';
import { isUniqueId } from '../kit/unique-id.ts';
import { offeredBy } from './declare.ts';
import { heardIn } from './heard.ts';
import type { MessageResult, MessageStep } from './messages.ts';
import type { Answer, Telling } from './tellings.ts';
import type { Fact } from './trace.ts';

/**
 * Tells the calls and results in the messages of a request, each once for a whole file: the next request sends them along again,
 * and the span of a framework often repeats what the span of its provider's client says.
 */
export function showMessages({ leader, facts, answers }: Telling, history: History, sinkOf: (fact: Fact) => Sink): void {
  let spoken: Spoken | undefined;
  const sent = facts.flatMap((fact) => {
    const request = fact.messages?.request();
    spoken ??= request?.spoken;
    return request === undefined ? [] : sentSteps(request.sent, request.spoken, sinkOf(fact));
  });
  const answered = answers.map((answer) => answeredStep(answer, spoken, sinkOf(answer.fact))).filter((step) => step !== undefined);
  // Only an id tells a copy from another call; an agent's own span copies in any case.
  const isTold = leader.isAgent || answers.every(({ step }) => step.kind !== 'call' || (step.call.id ?? step.call.tool) !== step.call.tool);
  const { run } = sinkOf(leader);
  history.show(isTold ? { earlier: [...sent, ...answered], fresh: [] } : { earlier: sent, fresh: answered }, run);
}

function sentSteps(steps: readonly MessageStep[], spoken: Spoken | undefined, sink: Sink): readonly HistoryStep[] {
  return steps
    .map((step) => {
      const index = step.kind === 'unread' ? undefined : step.index;
      return historyStep(step, { kind: 'earlier', place: index === undefined ? undefined : placeAt(spoken, index) }, sink);
    })
    .filter((step) => step !== undefined);
}

function answeredStep({ fact, step, given }: Answer, spoken: Spoken | undefined, sink: Sink): HistoryStep | undefined {
  if (step.kind !== 'call') return historyStep(step, { kind: 'earlier' }, sink);
  const turn: Turn = { kind: 'fresh', offered: offeredBy(fact), stop: step.stop, place: placeAt(spoken) };
  return historyStep(given === undefined ? step : { ...step, call: { ...step.call, id: given } }, turn, sink);
}

function historyStep(step: MessageStep, turn: Turn, sink: Sink): HistoryStep | undefined {
  if (step.kind === 'call') return callStep(step.call, turn, sink);
  if (step.kind === 'result') return resultStep(step.result, sink);
  emitWord(sink, step.what);
  return undefined;
}

function resultStep({ id, idPointer, tool, texts, key, outcome = 'unknown', isIdOptional }: MessageResult, sink: Sink): HistoryStep {
  return {
    kind: 'result',
    pairing: pairingOf(id, tool),
    // each instrumentation writes a result in its own form; an id made at random has one
    key: id !== undefined && isUniqueId(id) ? '' : key,
    loose: isIdOptional === true ? { tool, hasId: id !== undefined } : undefined,
    emit: (run, shown) =>
      sink.emit({
        kind: 'returned',
        record: sink.record,
        run,
        ...answeredCall(id, shown, idPointer ?? ''),
        ...heardIn(outcome, texts[0]?.text),
        tool,
        texts,
        canBeStructured: false,
      }),
  };
}
