import { linkSteps } from './link.ts';

/** A call in the messages that a request sends along. */
export interface HistoryCall {
  readonly kind: 'call';
  /** By which a result finds its call: the id, or the tool's name where the format has no ids. */
  readonly pairing: string;
  /** Equal for two copies of the same call. */
  readonly key: string;
  readonly id?: string | undefined;
  /** Where a format may leave ids out: equal for two copies of which one has an id and the other has none. */
  readonly loose?: { readonly key: string; readonly tool: string } | undefined;
  readonly emit: (run: string) => void;
}
export interface HistoryResult {
  readonly kind: 'result';
  readonly pairing: string;
  readonly key: string;
  /** Where a format may leave ids out: the tool whose earliest call without a result this may answer. */
  readonly loose?: { readonly tool: string | undefined; readonly hasId: boolean } | undefined;
  /** `call` is the call that it answers, as it was shown; undefined when none is known. */
  readonly emit: (run: string, call?: ShownCall) => void;
}
export type HistoryStep = HistoryCall | HistoryResult;

/** A call that was emitted: later copies lead back to it. */
export interface ShownCall {
  readonly run: string;
  /** The id it was emitted with. */
  readonly id: string | undefined;
}

/** What the messages of one pair hold: sent along again, and new in the response. */
export interface Conversation {
  readonly earlier: readonly HistoryStep[];
  readonly fresh: readonly HistoryStep[];
}

/** Every request repeats the conversation so far; a call and its result are shown once for a whole file. */
export interface History {
  /** Emits what is fresh and what no earlier pair showed. A result goes to the run in which its call was first seen. */
  show(conversation: Conversation, run: string): void;
}

/** A call of one conversation, with the result it has there. */
export interface LinkedCall {
  readonly step: HistoryCall;
  readonly index: number;
  result: LinkedResult | undefined;
  shown: ShownCall | undefined;
}
/** A result of one conversation. */
export interface LinkedResult {
  readonly step: HistoryResult;
  call: LinkedCall | undefined;
  /** For a result whose call has one already: that call. */
  near: LinkedCall | undefined;
  isShown: boolean;
}
export type Linked = LinkedCall | LinkedResult;

const isCall = (linked: Linked): linked is LinkedCall => linked.step.kind === 'call';

interface Place {
  readonly run: string;
  readonly isFresh: boolean;
  /** The call's key with its occurrence in this conversation, and the same for its loose key. */
  readonly own: string;
  readonly loose: string | undefined;
}

export function openHistory(): History {
  const numbers = openNumbers();
  /** Calls whose result has not been seen, by key and occurrence. */
  const open = new Map<string, ShownCall>();
  /** The same by loose key, newest last; some may have been found by their own key since. */
  const waiting = new Map<string, ShownCall[]>();
  const isWaiting = new Set<ShownCall>();
  /** Calls with any result, and calls with this very result. */
  const closed = new Map<string, ShownCall>();
  const orphans = new Set<string>();

  return {
    show({ earlier, fresh }, run) {
      const count = openCounter();
      const linked = linkSteps([...earlier, ...fresh]);
      let results: LinkedResult[] = [];
      const showResults = (): void => {
        for (const result of inCallOrder(results)) showResult(result, run);
        results = [];
      };
      linked.forEach((item, index) => {
        if (!isCall(item)) {
          results.push(item);
          return;
        }
        showResults();
        showCall(item, { run, isFresh: index >= earlier.length, ...keysOf(item.step, { numbers, count }) });
      });
      showResults();
    },
  };

  function showCall(linked: LinkedCall, place: Place): void {
    const { step, result } = linked;
    const answered = result === undefined ? place.own : `${place.own} ${numbers(result.step.key)}`;
    const known = place.isFresh ? undefined : findKnown(step, place, answered);
    const shown = known?.shown ?? { run: place.run, id: step.id };
    linked.shown = shown;
    if (known === undefined) step.emit(place.run);
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

  /** An id says which call it is; without one, a call that still waits for its result is the likelier one. */
  function findKnown(
    step: HistoryCall,
    place: Place,
    answered: string,
  ): { readonly shown: ShownCall; readonly isAnswered: boolean } | undefined {
    const isLoose = place.loose !== undefined && step.id === undefined;
    const late = isLoose ? takeWaiting(step, place) : undefined;
    if (late !== undefined) return { shown: late, isAnswered: false };
    const known = closed.get(answered);
    if (known !== undefined) return { shown: known, isAnswered: true };
    const shown = isLoose ? undefined : (open.get(place.own) ?? takeWaiting(step, place));
    return shown === undefined ? undefined : { shown, isAnswered: false };
  }

  function takeWaiting(step: HistoryCall, { loose }: Place): ShownCall | undefined {
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

  function wait(shown: ShownCall, { own, loose }: Place): void {
    open.set(own, shown);
    if (loose === undefined) return;
    isWaiting.add(shown);
    const stack = waiting.get(loose);
    if (stack === undefined) waiting.set(loose, [shown]);
    else if (stack[stack.length - 1] !== shown) stack.push(shown);
  }

  function showResult(linked: LinkedResult, run: string): void {
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

/** A number for each text. The keys of calls and results hold all that they say: told by numbers, each is held once and hashed once. */
function openNumbers(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

/** How often a key came before in this conversation. */
function openCounter(): (key: number) => number {
  const occurrences = new Map<number, number>();
  return (key) => {
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    return occurrence;
  };
}

interface Keying {
  readonly numbers: (text: string) => number;
  readonly count: (key: number) => number;
}

function keysOf({ key, loose }: HistoryCall, { numbers, count }: Keying): Pick<Place, 'own' | 'loose'> {
  const number = numbers(key);
  if (loose === undefined) return { own: `${number} ${count(number)}`, loose: undefined };
  const looseNumber = numbers(loose.key);
  const looseKey = `${looseNumber} ${count(looseNumber)}`;
  return { own: looseNumber === number ? looseKey : `${number} ${count(number)}`, loose: looseKey };
}
