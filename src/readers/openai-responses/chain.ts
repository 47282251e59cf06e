import type { Conversation, HistoryCall, HistoryStep } from '../kit/history.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';

/**
 * The calls of a file by their pairing, with the run that showed each. A request that goes on from an earlier response sends
 * results without their calls, which lie in that response.
 */
export interface Chains {
  /** Has every call remembered when it is shown, and leads results to calls of earlier pairs. */
  tie(conversation: Conversation, sink: Sink, isChained: boolean): Conversation;
}

export function openChains(): Chains {
  const runs = new Map<string, string>();

  return {
    tie({ earlier, fresh }, sink, isChained) {
      const here = new Set([...earlier, ...fresh].filter((step) => step.kind === 'call').map((step) => step.pairing));
      const tied = (step: HistoryStep): readonly HistoryStep[] => {
        if (step.kind === 'call') return [remembered(step)];
        return here.has(step.pairing) ? [step] : elsewhere(step, sink, isChained);
      };
      return { earlier: earlier.flatMap(tied), fresh: fresh.flatMap(tied) };
    },
  };

  function remembered(step: HistoryCall): HistoryCall {
    const emit = (run: string): void => {
      runs.set(step.pairing, run);
      step.emit(run);
    };
    return { ...step, emit };
  }

  /** A result whose call is not in its request: of an earlier pair, or of a response that nobody recorded. */
  function elsewhere(step: HistoryStep, sink: Sink, isChained: boolean): readonly HistoryStep[] {
    const run = runs.get(step.pairing);
    if (run !== undefined) return [{ ...step, emit: () => step.emit(run) }];
    if (!isChained) return [step];
    emitUnread(sink, 'result of a call in a response that is not recorded here');
    return [];
  }
}
