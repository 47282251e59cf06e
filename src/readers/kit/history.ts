/** A call in the messages that a request sends along. */
export interface HistoryCall {
  readonly kind: 'call';
  /** By which a result finds its call: the id, or the tool's name where the format has no ids. */
  readonly pairing: string;
  /** Equal for two copies of the same call. */
  readonly key: string;
  readonly emit: (run: string) => void;
}
export interface HistoryResult {
  readonly kind: 'result';
  readonly pairing: string;
  readonly key: string;
  readonly emit: (run: string) => void;
}
export type HistoryStep = HistoryCall | HistoryResult;

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

interface Linked {
  readonly step: HistoryStep;
  /** For a call: its result. For a result: its call. */
  other: Linked | undefined;
  /** For a result whose call has one already: that call. */
  near: Linked | undefined;
  run: string;
  isShown: boolean;
}

export function openHistory(): History {
  /** Calls whose result has not been seen, by key and occurrence. */
  const open = new Map<string, string>();
  /** Calls with any result, and calls with this very result. */
  const closed = new Map<string, string>();
  const orphans = new Set<string>();

  return {
    show({ earlier, fresh }, run) {
      const occurrences = new Map<string, number>();
      link([...earlier, ...fresh]).forEach((linked, index) => {
        if (linked.step.kind === 'result') showResult(linked, run);
        else showCall(linked, nextOccurrence(occurrences, linked.step.key), { run, isFresh: index >= earlier.length });
      });
    },
  };

  function showCall(linked: Linked, occurrence: number, { run, isFresh }: { readonly run: string; readonly isFresh: boolean }): void {
    const call = `${linked.step.key}\n${occurrence}`;
    const answered = linked.other === undefined ? call : `${call}\n${linked.other.step.key}`;
    const known = isFresh ? undefined : closed.get(answered);
    const waiting = isFresh ? undefined : open.get(call);
    linked.run = known ?? waiting ?? run;
    if (known === undefined && waiting === undefined) linked.step.emit(run);
    if (linked.other === undefined) {
      if (known === undefined) open.set(call, linked.run);
      return;
    }
    linked.other.run = linked.run;
    linked.other.isShown = known !== undefined;
    open.delete(call);
    closed.set(call, linked.run);
    closed.set(answered, linked.run);
  }

  function showResult(linked: Linked, run: string): void {
    if (linked.isShown) return;
    if (linked.other !== undefined) {
      linked.step.emit(linked.run);
      return;
    }
    const orphan = `${linked.step.pairing}\n${linked.step.key}`;
    if (orphans.has(orphan)) return;
    orphans.add(orphan);
    linked.step.emit(linked.near?.run ?? run);
  }
}

function nextOccurrence(occurrences: Map<string, number>, key: string): number {
  const occurrence = occurrences.get(key) ?? 0;
  occurrences.set(key, occurrence + 1);
  return occurrence;
}

interface Calls {
  readonly unanswered: Linked[];
  last: Linked;
}

/** Ids are not unique: a result belongs to the nearest earlier call of its id that has none yet. */
function link(steps: readonly HistoryStep[]): readonly Linked[] {
  const byPairing = new Map<string, Calls>();
  return steps.map((step) => {
    const linked: Linked = { step, other: undefined, near: undefined, run: '', isShown: false };
    if (step.kind === 'call') addCall(byPairing, linked);
    else answerCall(byPairing.get(step.pairing), linked);
    return linked;
  });
}

function addCall(byPairing: Map<string, Calls>, call: Linked): void {
  const calls = byPairing.get(call.step.pairing);
  if (calls === undefined) {
    byPairing.set(call.step.pairing, { unanswered: [call], last: call });
    return;
  }
  calls.unanswered.push(call);
  calls.last = call;
}

function answerCall(calls: Calls | undefined, result: Linked): void {
  const call = calls?.unanswered.pop();
  result.other = call;
  result.near = calls?.last;
  if (call !== undefined) call.other = result;
}
