import type { TriedCall } from './attempts.ts';
import type { HistoryCall, LinkedResult } from './history-steps.ts';
import { isUniqueId } from './unique-id.ts';

/** A call as it was shown first. */
interface Shown {
  readonly shown: TriedCall;
  readonly key: string;
  /** By which the history knows it: the number of its key, and its occurrence in a conversation. */
  readonly own: string;
  readonly tool: string;
  readonly line: number;
  /** The run in which its conversation began. */
  readonly origin: string;
  /** The key of its result, once there is one. */
  answer: string | undefined;
}

/** What speaks for two calls of one id and tool being one call, whose arguments were rewritten on the way. */
export interface Evidence {
  readonly result: LinkedResult | undefined;
  /** The run in which this conversation began, where calls before tell it. */
  readonly origin: string | undefined;
  /** Whether this conversation holds a call of that key as well: then the id was used again. */
  has(key: string): boolean;
}

/** The calls of a file by their ids, for histories that repeat one with other arguments. */
export interface Rewritten {
  show(call: HistoryCall, told: Pick<Shown, 'shown' | 'own' | 'origin'>, result: LinkedResult | undefined): void;
  /** The result came later than the call. */
  answer(call: HistoryCall, result: LinkedResult): void;
  /** The call as it was shown first; undefined where nothing shows that it is the same. */
  find(call: HistoryCall, evidence: Evidence): Shown | undefined;
}

export function openRewritten(): Rewritten {
  const calls = new Map<string, Shown>();
  return {
    show({ id, pairing, key, tool, line }, { shown, own, origin }, result) {
      if (id !== undefined && line !== undefined) calls.set(pairing, { shown, own, origin, key, tool, line, answer: result?.step.key });
    },
    answer({ pairing, key }, result) {
      const known = calls.get(pairing);
      if (known?.key === key) known.answer = result.step.key;
    },
    find({ id, pairing, tool }, { result, origin, has }) {
      const known = id === undefined ? undefined : calls.get(pairing);
      if (id === undefined || known === undefined || known.tool !== tool || has(known.key)) return undefined;
      // two calls of one id may well have two results
      if (known.answer !== undefined && result !== undefined && known.answer !== result.step.key) return undefined;
      const isSame = origin === undefined ? isUniqueId(id) : origin === known.origin;
      return isSame ? known : undefined;
    },
  };
}
