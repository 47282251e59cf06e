import { openWaiting, type TriedCall, tryCall, type Waiting } from './attempts.ts';
import type { Conversation, HistoryCall, Linked } from './history-steps.ts';

/** What one conversation is read with. */
export interface Walk {
  readonly run: string;
  readonly waiting: Waiting;
  /** The run that a call is told in: of its pair, or of the attempt before it. */
  readonly placed: (call: HistoryCall) => TriedCall;
  /** An earlier pair showed this call. */
  readonly recognized: (shown: TriedCall) => void;
  /** The history of an earlier pair showed the call that this response made: what this pair declares was in force then. */
  readonly recalled: (shown: TriedCall) => void;
  /** It is what a request sends along, and not what several spans or messages tell of one. */
  readonly isOfRequest: boolean;
  /** The run in which the conversation began; undefined while no call of it is known. */
  readonly origin: () => string | undefined;
  /** Whether the messages that the request sends along hold a call of that key. */
  readonly has: (key: string) => boolean;
  /** The conversation was read to its end. */
  readonly end: (linked: readonly Linked[]) => void;
}

export function openWalk({ earlier, redeclare }: Conversation, run: string): Walk {
  const waiting = openWaiting();
  const declaredIn = new Set([run]);
  /** Where the newest call that is known was seen last: of branches that begin alike, the one that this conversation goes on from. */
  let before: string | undefined;
  let origin: string | undefined;
  let keys: ReadonlySet<string> | undefined;
  /** The pair came before one that was read already: it goes on from nothing that was seen. */
  let isBehind = false;
  const declareIn = (other: string): void => {
    if (!declaredIn.has(other)) redeclare?.into(other);
    declaredIn.add(other);
  };
  return {
    run,
    waiting,
    isOfRequest: redeclare !== undefined,
    origin: () => origin,
    has(key) {
      keys ??= new Set(earlier.flatMap((step) => (step.kind === 'call' ? [step.key] : [])));
      return keys.has(key);
    },
    placed(call) {
      redeclare?.after(before);
      const attempt = waiting.next(call);
      const shown = tryCall(call, { run, origin: origin ?? run }, redeclare === undefined ? undefined : attempt);
      declareIn(shown.run);
      return shown;
    },
    recognized(shown) {
      before = shown.seenIn;
      origin ??= shown.origin;
    },
    recalled(shown) {
      isBehind = true;
      declareIn(shown.run);
    },
    end(linked) {
      if (isBehind) return;
      redeclare?.after(before);
      if (redeclare?.isAny() !== true) return;
      for (const item of linked) if ('shown' in item && item.shown !== undefined) item.shown.seenIn = run;
    },
  };
}
