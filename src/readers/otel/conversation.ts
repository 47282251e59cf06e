import type { History } from '../kit/history.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { hear } from '../kit/host-verdict.ts';
import { answeredCall, callStep, emitUnread, pairingOf, type Sink, type Turn } from '../kit/sink.ts';
import { offeredBy } from './declare.ts';
import type { MessageResult, MessageStep } from './messages.ts';
import type { Fact } from './trace.ts';

/**
 * Tells the calls and results in the messages of a span, each once for a whole file: the next request sends them along again,
 * and the span of a framework often repeats what the span of its provider's client says.
 */
export function showMessages(fact: Fact, history: History, sink: Sink): void {
  const messages = fact.messages?.();
  if (messages === undefined) return;
  const sent = stepsOf(messages.sent, { kind: 'earlier' }, sink);
  const answered = stepsOf(messages.answered, { kind: 'fresh', offered: offeredBy(fact) }, sink);
  // Only an id tells a copy from another call; an agent's own span copies in any case.
  const isTold =
    fact.isAgent || messages.answered.every((step) => step.kind !== 'call' || (step.call.id ?? step.call.tool) !== step.call.tool);
  history.show(isTold ? { earlier: [...sent, ...answered], fresh: [] } : { earlier: sent, fresh: answered }, sink.run);
}

function stepsOf(steps: readonly MessageStep[], turn: Turn, sink: Sink): readonly HistoryStep[] {
  return steps.map((step) => historyStep(step, turn, sink)).filter((step) => step !== undefined);
}

function historyStep(step: MessageStep, turn: Turn, sink: Sink): HistoryStep | undefined {
  if (step.kind === 'call') return callStep(step.call, turn, sink);
  if (step.kind === 'result') return resultStep(step.result, sink);
  emitUnread(sink, step.what);
  return undefined;
}

/** A result among messages has no error flag: how the call ended is not recorded. */
function resultStep({ id, idPointer, tool, texts, key }: MessageResult, sink: Sink): HistoryStep {
  return {
    kind: 'result',
    pairing: pairingOf(id, tool),
    key,
    emit: (run, shown) =>
      sink.emit({
        kind: 'returned',
        record: sink.record,
        run,
        ...answeredCall(id, shown, idPointer ?? ''),
        ...hear('unknown', texts[0]?.text),
        tool,
        texts,
        canBeStructured: false,
      }),
  };
}
