import type { Conversation, HistoryCall, HistoryDecision, HistoryResult, HistoryStep } from '../kit/history-steps.ts';
import { lostCall } from '../kit/lost-call.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { isUniqueId } from '../kit/unique-id.ts';

/**
 * The calls of a file by their pairing, with the run that showed each. A request that goes on from an earlier response sends
 * results without their calls, which lie in that response.
 */
export interface Chains {
  /** Has every call remembered when it is shown, and leads results to calls of earlier pairs. */
  tie(conversation: Conversation, sink: Sink, place: ChainPlace): Conversation;
  /** Results whose calls never came are told of. */
  end(): void;
}

/** Where a pair stands in its chain. */
export interface ChainPlace {
  readonly isChained: boolean;
  /** The response that its request goes on from, and its own, by their ids. */
  readonly before: string | undefined;
  readonly response: string | undefined;
}

/** A result that came before its call: a file need not be in order. */
interface Early {
  readonly step: HistoryResult;
  readonly sink: Sink;
}

/** So many results wait for their calls; each holds the record that it stands in. */
const waitingLimit = 1000;

/** A call that was shown, and the pair that brought its result without it. */
interface Known {
  readonly run: string;
  answer: { readonly pair: string; readonly key: string } | undefined;
}

export function openChains(): Chains {
  const calls = new Map<string, Known>();
  const early = new Set<Early>();
  const waiting = new Map<string, Early[]>();

  return {
    tie({ earlier, fresh, redeclare }, sink, place) {
      const here = new Set([...earlier, ...fresh].filter((step) => step.kind === 'call').map((step) => step.pairing));
      const tied = (step: HistoryStep): readonly HistoryStep[] => {
        if (step.kind === 'turn') return [step];
        if (step.kind === 'call') return [remembered(step, place.response)];
        if (here.has(step.pairing)) return [step];
        return step.kind === 'decision' ? [decidedElsewhere(step)] : elsewhere(step, sink, place);
      };
      return { earlier: earlier.flatMap(tied), fresh: fresh.flatMap(tied), redeclare };
    },
    end() {
      for (const one of early) giveUp(one);
    },
  };

  function remembered(step: HistoryCall, response: string | undefined): HistoryCall {
    const emit: HistoryCall['emit'] = (run, told) => {
      if (told === undefined) {
        const known: Known = { run, answer: undefined };
        calls.set(step.pairing, known);
        // ids that are counted come in every chain: the response that made the call tells which is meant
        if (response !== undefined) calls.set(ofResponse(response, step.pairing), known);
      }
      step.emit(run, told);
      if (told === undefined) for (const one of waiting.get(step.pairing) ?? []) tellLate(one);
    };
    return { ...step, emit };
  }

  function decidedElsewhere(step: HistoryDecision): HistoryDecision {
    const call = calls.get(step.pairing);
    return call === undefined ? step : { ...step, emit: () => step.emit(call.run) };
  }

  /** A result whose call is not in its request: of an earlier pair, or of a response that nobody recorded. */
  function elsewhere(step: HistoryResult, sink: Sink, { isChained, before }: ChainPlace): readonly HistoryStep[] {
    const call = (before === undefined ? undefined : calls.get(ofResponse(before, step.pairing))) ?? calls.get(step.pairing);
    if (call === undefined && !isChained) return [step];
    if (call === undefined)
      return step.pairing.startsWith('id ') && isUniqueId(step.pairing) ? held({ step, sink }) : unused(sink, lostCall);
    return answering(call, { step, sink });
  }

  function answering(call: Known, { step, sink }: Early): readonly HistoryStep[] {
    // Two requests may go on from one response, each with a result of its own: that is no second answer to one call.
    const isOther = call.answer !== undefined && call.answer.pair !== sink.run && call.answer.key !== step.key;
    if (isOther) return unused(sink, 'result of a call that another request answers otherwise');
    call.answer ??= { pair: sink.run, key: step.key };
    return [{ ...step, emit: () => step.emit(call.run) }];
  }

  function held(one: Early): readonly HistoryStep[] {
    const [oldest] = early.size < waitingLimit ? [] : early;
    if (oldest !== undefined) giveUp(oldest);
    early.add(one);
    waiting.set(one.step.pairing, [...(waiting.get(one.step.pairing) ?? []), one]);
    return [];
  }

  function tellLate(one: Early): void {
    const call = calls.get(one.step.pairing);
    if (!early.delete(one) || call === undefined) return;
    waiting.delete(one.step.pairing);
    for (const step of answering(call, one)) if (step.kind === 'result') step.emit(call.run);
  }

  function giveUp(one: Early): void {
    early.delete(one);
    const others = waiting.get(one.step.pairing)?.filter((other) => other !== one) ?? [];
    if (others.length === 0) waiting.delete(one.step.pairing);
    else waiting.set(one.step.pairing, others);
    unused(one.sink, lostCall);
  }
}

const ofResponse = (response: string, pairing: string): string => `response ${response} ${pairing}`;

function unused(sink: Sink, what: string): readonly HistoryStep[] {
  emitUnread(sink, what);
  return [];
}
