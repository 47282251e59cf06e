import type { HistoryCall } from './history-steps.ts';
import type { MessagePlace } from './spoken-messages.ts';

/** A number for each text. The keys of calls and results hold all that they say: told by numbers, each is held once and hashed once. */
export function openNumbers(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

/** How often a key came before in this conversation. */
export function openCounter(): (key: number) => number {
  const occurrences = new Map<number, number>();
  return (key) => {
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    return occurrence;
  };
}

export interface Keying {
  readonly numbers: (text: string) => number;
  readonly count: (key: number) => number;
  /** Tells the calls of one conversation from those of another one, where no id does. */
  readonly tell: (place: MessagePlace | undefined, key: string) => string;
}

export function keysOf(
  { key, loose, isNamed, place }: HistoryCall,
  { numbers, count, tell }: Keying,
): { readonly own: string; readonly loose: string | undefined } {
  const number = numbers(key);
  const ownKey = (): string => (isNamed === true ? `${number} ${count(number)}` : tell(place, `${number} ${count(number)}`));
  if (loose === undefined) return { own: ownKey(), loose: undefined };
  const looseNumber = numbers(loose.key);
  const looseKey = tell(place, `${looseNumber} ${count(looseNumber)}`);
  return { own: looseNumber === number ? looseKey : ownKey(), loose: looseKey };
}
