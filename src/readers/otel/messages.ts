import type { Outcome } from '../../model/event/calls.ts';
import type { MessageCall, TurnStop } from '../kit/sink.ts';
import type { Spoken } from '../kit/spoken-messages.ts';
import type { TextAt } from '../kit/text-blocks.ts';

/** A call or a result in the messages of a span, in their order. `index`: the message in what was said, where that is known. */
export type MessageStep =
  | { readonly kind: 'call'; readonly call: MessageCall; readonly index?: number; readonly stop?: TurnStop }
  | { readonly kind: 'result'; readonly result: MessageResult; readonly index?: number }
  | { readonly kind: 'unread'; readonly what: string };

/** A result that was sent back to the model: few of them say how the call came out. */
export interface MessageResult {
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly tool: string | undefined;
  readonly texts: readonly TextAt[];
  /** Equal for two copies of the same result. */
  readonly key: string;
  readonly outcome?: Outcome;
  /** It may name its call by the tool alone, although other copies have an id. */
  readonly isIdOptional?: true;
}

/** What was sent to the model, and what it answered. */
export interface Messages {
  readonly sent: readonly MessageStep[];
  readonly answered: readonly MessageStep[];
}

export interface Request {
  readonly sent: readonly MessageStep[];
  /** All that was said, where calls without ids are told apart by it. */
  readonly spoken?: Spoken;
}

/** Messages that are read when their trace is told: until then their text is kept, and each request repeats all of its conversation. */
export interface HeldMessages {
  request(): Request;
  answered(): readonly MessageStep[];
}

export const held = ({ sent, answered }: Messages): HeldMessages => ({ request: () => ({ sent }), answered: () => answered });
