import type { TriedCall } from './attempts.ts';
import { keysOf, openCounter, openNumbers } from './history-keys.ts';
import type { Conversation, HistoryCall, LinkedCall, LinkedDecision, LinkedResult } from './history-steps.ts';
import { linkSteps } from './link.ts';
import { openRewritten } from './rewritten.ts';
import type { MessagePlace } from './spoken-messages.ts';
import { openTalks } from './talks.ts';
import { openWalk, type Walk } from './walk.ts';

/** Every request repeats the conversation so far; a call and its result are shown once for a whole file. */
export interface History {
  /**
   * Emits what is fresh and what no earlier pair showed. A result goes to the run in which its call was first seen, and so does a call
   * that tries again, in the same turn of the conversation, what was stopped there.
   */
  show(conversation: Conversation, run: string): void;
}

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

/** So many calls of the same words are looked at for the one with the same mark. */
const lookedAt = 16;

/** A mark is made anew for each call; where one of the two has none, nothing is told by it. */
const areTwo = (one: TriedCall, other: HistoryCall): boolean =>
  one.mark !== undefined && other.mark !== undefined && one.mark !== other.mark;

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
  /** Calls of ids that are never made twice: what answers them may stand in a conversation that no longer holds them. */
  const named = new Map<string, { readonly shown: TriedCall; answer: number | undefined }>();
  const decisions = new Set<string>();
  const rewritten = openRewritten();
  const talks = openTalks();
  /** Calls that a history showed and whose response has not been read, by loose key. */
  const unmade = new Map<string, TriedCall>();

  return {
    show({ earlier, fresh, redeclare }, run) {
      const count = openCounter();
      let hear: ReturnType<typeof talks.hear> | undefined;
      const tell =
        (isFresh: boolean) =>
        (place: MessagePlace | undefined, key: string): string => {
          if (place === undefined) return key;
          hear ??= talks.hear(place.spoken);
          return hear({ key, isFresh, index: place.index });
        };
      const ofEarlier = { numbers, count, tell: tell(false) };
      const ofFresh = { numbers, count, tell: tell(true) };
      const linked = linkSteps([...earlier, ...fresh]);
      const walk = openWalk({ earlier, fresh, redeclare }, run);
      const placeOf = (step: HistoryCall, isFresh: boolean): Place => ({ run, isFresh, ...keysOf(step, isFresh ? ofFresh : ofEarlier) });
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
        else showCall(item, placeOf(item.step, index >= earlier.length), walk);
      });
      showResults();
      walk.end(linked);
    },
  };

  function showCall(linked: LinkedCall, place: Place, walk: Walk): void {
    const { step, result } = linked;
    const answered = result === undefined ? place.own : `${place.own} ${numbers(result.step.key)}`;
    const known = place.isFresh
      ? findMade(step, place)
      : (findKnown(step, place, answered) ?? (walk.isOfRequest ? findRewritten(linked, walk) : undefined));
    const shown = known?.shown ?? walk.placed(step);
    linked.shown = shown;
    if (step.isNamed === true && !named.has(step.pairing)) named.set(step.pairing, { shown, answer: undefined });
    if (known === undefined) {
      step.emit(shown.run);
      rewritten.show(step, { shown, own: place.own, origin: walk.origin() ?? shown.origin }, result);
      if (!place.isFresh && place.loose !== undefined) unmade.set(place.loose, shown);
    } else {
      tellAgain(step, { known, isFresh: place.isFresh }, walk);
      if (result !== undefined && !known.isAnswered) rewritten.answer(step, result);
    }
    if (place.isFresh) shown.isMade = true;
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

  function tellAgain(step: HistoryCall, { known, isFresh }: { readonly known: Known; readonly isFresh: boolean }, walk: Walk): void {
    const { shown, rewrites } = known;
    if (isFresh && shown.isMade) {
      walk.recognized(shown); // the response was recorded twice
      return;
    }
    if (isFresh) {
      walk.recalled(shown);
      step.emit(shown.run, { made: shown });
      return;
    }
    if (rewrites !== undefined) step.emit(shown.run, { rewrites });
    walk.recognized(shown);
  }

  /**
   * The call of a response that an earlier record showed already: its history, in a file that is not in order, or the same response once more. A
   * response makes its call once: a second one of the same words is another call, unless its id is one that is never made twice. Without such an
   * id, all that the request says must stand in the conversation that showed it.
   */
  function findMade(step: HistoryCall, { own, loose }: Place): Known | undefined {
    // nobody but its response could have marked it
    const isOther = ({ mark }: TriedCall): boolean => mark !== undefined && mark !== step.mark;
    const isKnownTalk = (key: string): boolean => step.place !== undefined && talks.of(key)?.goesOnFrom(step.place.spoken) === true;
    const found = closed.get(own) ?? open.get(own);
    if (found !== undefined && !isOther(found) && (step.isNamed === true || (!found.isMade && isKnownTalk(own))))
      return { shown: found, isAnswered: closed.has(own) };
    const other = loose === undefined ? undefined : unmade.get(loose);
    if (
      other?.isMade !== false ||
      isOther(other) ||
      loose === undefined ||
      (other.id !== undefined && step.id !== undefined) ||
      !isKnownTalk(loose)
    )
      return undefined;
    return { shown: other, isAnswered: !isWaiting.has(other) };
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
    if (known !== undefined && !areTwo(known, step)) return { shown: known, isAnswered: true };
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
      if (areTwo(newest, step)) return takeMarked(step, stack);
      stack.pop();
      return newest;
    }
    return undefined;
  }

  /** Calls of the same words, of which the newest is another one. */
  function takeMarked(step: HistoryCall, stack: TriedCall[]): TriedCall | undefined {
    const from = Math.max(0, stack.length - lookedAt);
    const at = stack.findLastIndex((one, index) => index >= from && isWaiting.has(one) && one.mark === step.mark);
    return at < 0 ? undefined : stack.splice(at, 1)[0];
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
    const made = named.get(linked.step.pairing);
    if (linked.call !== undefined) {
      linked.step.emit(linked.call.shown?.run ?? run, linked.call.shown);
      if (made !== undefined) made.answer = numbers(linked.step.key);
      return;
    }
    if (made !== undefined && linked.near === undefined && (made.answer ?? numbers(linked.step.key)) === numbers(linked.step.key)) {
      if (made.answer === undefined) linked.step.emit(made.shown.run, made.shown);
      made.answer = numbers(linked.step.key);
      return;
    }
    const orphan = `${numbers(linked.step.pairing)} ${numbers(linked.step.key)}`;
    if (orphans.has(orphan)) return;
    orphans.add(orphan);
    if (linked.near === undefined && linked.step.emitLost !== undefined) linked.step.emitLost();
    else linked.step.emit(linked.near?.shown?.run ?? run);
  }
}

/** Results that find their calls by name and order alone must come in the order of the calls. */
function inCallOrder(results: readonly LinkedResult[]): readonly LinkedResult[] {
  if (results.every(({ step }) => step.loose === undefined)) return results;
  return [...results].sort((a, b) => (a.call?.index ?? -1) - (b.call?.index ?? -1));
}
