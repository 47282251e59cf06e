import type { Conversation, HistoryCall, HistoryDecision, HistoryResult, HistoryStep } from '../kit/history.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';

/**
 * The calls of a file by their pairing, with the run that showed each. A request that goes on from an earlier response sends
 * results without their calls, which lie in that response.
 */
export interface Chains {
  /** Has every call remembered when it is shown, and leads results to calls of earlier pairs. */
  tie(conversation: Conversation, sink: Sink, isChained: boolean): Conversation;
}

/** A call that was shown, and the pair that brought its result without it. */
interface Known {
  readonly run: string;
  answer: { readonly pair: string; readonly key: string } | undefined;
}

export function openChains(): Chains {
  const calls = new Map<string, Known>();

  return {
    tie({ earlier, fresh, redeclare }, sink, isChained) {
      const here = new Set([...earlier, ...fresh].filter((step) => step.kind === 'call').map((step) => step.pairing));
      const tied = (step: HistoryStep): readonly HistoryStep[] => {
        if (step.kind === 'turn') return [step];
        if (step.kind === 'call') return [remembered(step)];
        if (here.has(step.pairing)) return [step];
        return step.kind === 'decision' ? [decidedElsewhere(step)] : elsewhere(step, sink, isChained);
      };
      return { earlier: earlier.flatMap(tied), fresh: fresh.flatMap(tied), redeclare };
    },
  };

  function remembered(step: HistoryCall): HistoryCall {
    const emit: HistoryCall['emit'] = (run, rewrites) => {
      if (rewrites === undefined) calls.set(step.pairing, { run, answer: undefined });
      step.emit(run, rewrites);
    };
    return { ...step, emit };
  }

  function decidedElsewhere(step: HistoryDecision): HistoryDecision {
    const call = calls.get(step.pairing);
    return call === undefined ? step : { ...step, emit: () => step.emit(call.run) };
  }

  /** A result whose call is not in its request: of an earlier pair, or of a response that nobody recorded. */
  function elsewhere(step: HistoryResult, sink: Sink, isChained: boolean): readonly HistoryStep[] {
    const call = calls.get(step.pairing);
    if (call === undefined && !isChained) return [step];
    if (call === undefined) return unused(sink, 'result of a call in a response that is not recorded here');
    // Two requests may go on from one response, each with a result of its own: that is no second answer to one call.
    const isOther = call.answer !== undefined && call.answer.pair !== sink.run && call.answer.key !== step.key;
    if (isOther) return unused(sink, 'result of a call that another request answers otherwise');
    call.answer ??= { pair: sink.run, key: step.key };
    return [{ ...step, emit: () => step.emit(call.run) }];
  }
}

function unused(sink: Sink, what: string): readonly HistoryStep[] {
  emitUnread(sink, what);
  return [];
}
