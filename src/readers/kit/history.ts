import type { TriedCall } from './attempts.ts';
import { keysOf, openCounter, openNumbers } from './history-keys.ts';
import { linkSteps } from './link.ts';
import type { Redeclare } from './redeclare.ts';
import { openRewritten } from './rewritten.ts';
import { openWalk, type Walk } from './walk.ts';

/** A call in the messages that a request sends along. */
export interface HistoryCall {
  readonly kind: 'call';
  /** By which a result finds its call: the id, or the tool's name where the format has no ids. */
  readonly pairing: string;
  /** Equal for two copies of the same call. */
  readonly key: string;
  readonly id?: string | undefined;
  readonly tool: string;
  readonly server: string | undefined;
  /** The host refused it where it stands. */
  readonly isRefused?: true | undefined;
  /** Where a format may leave ids out: equal for two copies of which one has an id and the other has none. */
  readonly loose?: { readonly key: string; readonly tool: string } | undefined;
  /** Where it stands. Absent: a call of which no copy with other arguments is looked for. */
  readonly line?: number | undefined;
  /** `rewrites`: it is a copy of the call of that line, with other arguments. */
  readonly emit: (run: string, rewrites?: { readonly line: number }) => void;
}
export interface HistoryResult {
  readonly kind: 'result';
  readonly pairing: string;
  readonly key: string;
  /** Where a format may leave ids out: the tool whose earliest call without a result this may answer. */
  readonly loose?: { readonly tool: string | undefined; readonly hasId: boolean } | undefined;
  /** Whether a further attempt may follow: an error answers the call, or its host refused it. Absent: never. */
  readonly isStop?: (() => boolean) | undefined;
  /** `call` is the call that it answers, as it was shown; undefined when none is known. */
  readonly emit: (run: string, call?: ShownCall) => void;
}
/** A person speaks: what was tried before is over. Told in each run in which an attempt waits for a further one. */
export interface HistoryTurn {
  readonly kind: 'turn';
  readonly emit: (run: string) => void;
}
/** A decision about a call, which stands between the call and its result. */
export interface HistoryDecision {
  readonly kind: 'decision';
  readonly pairing: string;
  /** Equal for two copies of the same decision. */
  readonly key: string;
  /** `call` as for a result. */
  readonly emit: (run: string, call?: ShownCall) => void;
}
export type HistoryStep = HistoryCall | HistoryResult | HistoryDecision | HistoryTurn;

/** A call that was emitted: later copies lead back to it. */
export interface ShownCall {
  readonly run: string;
  /** The id it was emitted with. */
  readonly id: string | undefined;
  readonly tool: string;
}

/** What the messages of one pair hold: sent along again, and new in the response. */
export interface Conversation {
  readonly earlier: readonly HistoryStep[];
  readonly fresh: readonly HistoryStep[];
  /** Declares for another run what this pair declares. Absent: calls never leave the run of their pair. */
  readonly redeclare?: Redeclare | undefined;
}

/** Every request repeats the conversation so far; a call and its result are shown once for a whole file. */
export interface History {
  /**
   * Emits what is fresh and what no earlier pair showed. A result goes to the run in which its call was first seen, and so does a call
   * that tries again, in the same turn of the conversation, what was stopped there.
   */
  show(conversation: Conversation, run: string): void;
}

/** A call of one conversation, with the result it has there. */
export interface LinkedCall {
  readonly step: HistoryCall;
  readonly index: number;
  result: LinkedResult | undefined;
  shown: TriedCall | undefined;
}
/** A result of one conversation. */
export interface LinkedResult {
  readonly step: HistoryResult;
  call: LinkedCall | undefined;
  /** For a result whose call has one already: that call. */
  near: LinkedCall | undefined;
  isShown: boolean;
}
export interface LinkedDecision {
  readonly step: HistoryDecision;
  readonly about: LinkedCall | undefined;
}
export type Linked = LinkedCall | LinkedResult | LinkedDecision | HistoryTurn;

interface Place {
  readonly run: string;
  readonly isFresh: boolean;
  /** The call's key with its occurrence in this conversation, and the same for its loose key. */
  readonly own: string;
  readonly loose: string | undefined;
}

/** A call that an earlier pair showed. */
interface Known {
  readonly shown: TriedCall;
  readonly isAnswered: boolean;
  readonly rewrites?: { readonly line: number } | undefined;
}

export function openHistory(): History {
  const numbers = openNumbers();
  /** Calls whose result has not been seen, by key and occurrence. */
  const open = new Map<string, TriedCall>();
  /** The same by loose key, newest last; some may have been found by their own key since. */
  const waiting = new Map<string, TriedCall[]>();
  const isWaiting = new Set<TriedCall>();
  /** Calls with any result, and calls with this very result. */
  const closed = new Map<string, TriedCall>();
  const orphans = new Set<string>();
  const decisions = new Set<string>();
  const rewritten = openRewritten();

  return {
    show({ earlier, fresh, redeclare }, run) {
      const count = openCounter();
      const linked = linkSteps([...earlier, ...fresh]);
      const walk = openWalk({ earlier, fresh, redeclare }, run);
      let results: LinkedResult[] = [];
      const showResults = (): void => {
        for (const result of inCallOrder(results)) showResult(result, walk);
        results = [];
      };
      linked.forEach((item, index) => {
        if ('near' in item) {
          results.push(item);
          return;
        }
        showResults();
        if ('kind' in item) for (const waitingRun of walk.waiting.endTurn()) item.emit(waitingRun);
        else if ('about' in item) showDecision(item, walk);
        else showCall(item, { run, isFresh: index >= earlier.length, ...keysOf(item.step, { numbers, count }) }, walk);
      });
      showResults();
      walk.end(linked);
    },
  };

  function showCall(linked: LinkedCall, place: Place, walk: Walk): void {
    const { step, result } = linked;
    const answered = result === undefined ? place.own : `${place.own} ${numbers(result.step.key)}`;
    const known = place.isFresh
      ? undefined
      : (findKnown(step, place, answered) ?? (walk.isOfRequest ? findRewritten(linked, walk) : undefined));
    const shown = known?.shown ?? walk.placed(step);
    linked.shown = shown;
    if (known === undefined) {
      step.emit(shown.run);
      rewritten.show(step, { shown, own: place.own, origin: walk.origin() ?? shown.origin }, result);
    } else {
      if (known.rewrites !== undefined) step.emit(shown.run, known.rewrites);
      walk.recognized(shown);
      if (result !== undefined && !known.isAnswered) rewritten.answer(step, result);
    }
    walk.waiting.call(step, shown);
    if (result === undefined) {
      if (known?.isAnswered !== true) wait(shown, place);
      return;
    }
    result.isShown = known?.isAnswered === true;
    isWaiting.delete(shown);
    open.delete(place.own);
    closed.set(place.own, shown);
    closed.set(answered, shown);
  }

  function showDecision({ step, about }: LinkedDecision, { run }: Walk): void {
    const own = `${step.pairing}\n${step.key}`;
    if (decisions.has(own)) return;
    decisions.add(own);
    step.emit(about?.shown?.run ?? run, about?.shown);
  }

  /** From here on the call is known by its new arguments as well. */
  function findRewritten({ step, result }: LinkedCall, walk: Walk): Known | undefined {
    const made = rewritten.find(step, { result, origin: walk.origin(), has: walk.has });
    if (made === undefined) return undefined;
    if (result !== undefined) {
      closed.set(made.own, made.shown);
      closed.set(`${made.own} ${numbers(result.step.key)}`, made.shown);
      open.delete(made.own);
    }
    const isAnswered = made.answer !== undefined;
    made.answer ??= result?.step.key;
    return { shown: made.shown, isAnswered, rewrites: { line: made.line } };
  }

  /** An id says which call it is; without one, a call that still waits for its result is the likelier one. */
  function findKnown(step: HistoryCall, place: Place, answered: string): Known | undefined {
    const isLoose = place.loose !== undefined && step.id === undefined;
    const late = isLoose ? takeWaiting(step, place) : undefined;
    if (late !== undefined) return { shown: late, isAnswered: false };
    const known = closed.get(answered);
    if (known !== undefined) return { shown: known, isAnswered: true };
    const shown = isLoose ? undefined : (open.get(place.own) ?? takeWaiting(step, place));
    return shown === undefined ? undefined : { shown, isAnswered: false };
  }

  function takeWaiting(step: HistoryCall, { loose }: Place): TriedCall | undefined {
    const stack = loose === undefined ? undefined : waiting.get(loose);
    while (stack !== undefined && stack.length > 0) {
      const newest = stack[stack.length - 1];
      if (newest === undefined || !isWaiting.has(newest)) {
        stack.pop();
        continue;
      }
      if (newest.id !== undefined && step.id !== undefined) return undefined; // two ids are two calls
      stack.pop();
      return newest;
    }
    return undefined;
  }

  function wait(shown: TriedCall, { own, loose }: Place): void {
    open.set(own, shown);
    if (loose === undefined) return;
    isWaiting.add(shown);
    const stack = waiting.get(loose);
    if (stack === undefined) waiting.set(loose, [shown]);
    else if (stack[stack.length - 1] !== shown) stack.push(shown);
  }

  function showResult(linked: LinkedResult, { run, waiting: attempts }: Walk): void {
    attempts.result(linked);
    if (linked.isShown) return;
    if (linked.call !== undefined) {
      linked.step.emit(linked.call.shown?.run ?? run, linked.call.shown);
      return;
    }
    const orphan = `${numbers(linked.step.pairing)} ${numbers(linked.step.key)}`;
    if (orphans.has(orphan)) return;
    orphans.add(orphan);
    linked.step.emit(linked.near?.shown?.run ?? run);
  }
}

/** Results that find their calls by name and order alone must come in the order of the calls. */
function inCallOrder(results: readonly LinkedResult[]): readonly LinkedResult[] {
  if (results.every(({ step }) => step.loose === undefined)) return results;
  return [...results].sort((a, b) => (a.call?.index ?? -1) - (b.call?.index ?? -1));
}
