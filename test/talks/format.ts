import type { Json, JsonRecord } from '../plane/event.ts';
import type { Random } from '../properties/differential/random.ts';
import type { Talk } from './talk.ts';

/** How a format writes conversations down. */
export interface TalkFormat {
  /** The reader that has to recognise it. */
  readonly id: string;
  readonly name: string;
  /** The records of one conversation, in the order in which they are written. */
  write(talk: Talk, random: Random): readonly Json[];
  /** `any`: records of several conversations, in any order; `own`: in the order of each; `one`: a file has one conversation. */
  readonly order: 'any' | 'own' | 'one';
  /** Nothing in it says that no other tools are declared than those that are: a name beside them is unchecked. */
  readonly isOpen?: true;
  /** Declarations that the format itself does not carry. */
  readonly given?: (talks: readonly Talk[]) => JsonRecord;
}

/** A text in pieces, as a stream brings it. */
export function piecesOf(random: Random, text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + random.below(12);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

export const eventsText = (events: readonly JsonRecord[], isNamed: boolean, end = ''): string =>
  `${events.map((event) => `${isNamed ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join('')}${end}`;
