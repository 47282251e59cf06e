import { ExactNumber, isJsonArray, type JsonArray, type JsonObject, type JsonValue } from '../model/json.ts';

/** How a value is spelled: what differs between the canonical form, an equality key and a display. */
export interface Spelling {
  readonly number: (value: number | ExactNumber) => string;
  readonly isSorted: boolean;
}

interface Frame {
  readonly value: JsonArray | JsonObject;
  /** Member names in writing order; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * Writes a value without white space, piece by piece, until `take` returns false. Its own stack instead of
 * recursion: JSON.stringify overflows at some ten thousand levels.
 */
export function writeJson(value: JsonValue, spelling: Spelling, take: (piece: string) => boolean): void {
  const frames: Frame[] = [];
  if (!writeStart(value, spelling, take, frames)) return;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === frame.length) {
      frames.pop();
      if (!take(frame.names === undefined ? ']' : '}')) return;
    } else {
      const index = frame.next++;
      if (!take(leadIn(frame, index)) || !writeStart(childAt(frame, index), spelling, take, frames)) return;
    }
  }
}

function leadIn(frame: Frame, index: number): string {
  const comma = index > 0 ? ',' : '';
  return frame.names === undefined ? comma : `${comma}${JSON.stringify(frame.names[index] ?? '')}:`;
}

function childAt({ value, names }: Frame, index: number): JsonValue {
  const child = isJsonArray(value) ? value[index] : value[names?.[index] ?? ''];
  return child ?? null;
}

function writeStart(value: JsonValue, spelling: Spelling, take: (piece: string) => boolean, frames: Frame[]): boolean {
  if (typeof value === 'number' || value instanceof ExactNumber) return take(spelling.number(value));
  if (value === null || typeof value !== 'object') return take(JSON.stringify(value));
  frames.push(frameOf(value, spelling));
  return take(isJsonArray(value) ? '[' : '{');
}

/** Names in the order of their UTF-16 code units where the spelling is sorted (RFC 8785 §3.2.3). */
function frameOf(value: JsonArray | JsonObject, spelling: Spelling): Frame {
  if (isJsonArray(value)) return { value, names: undefined, length: value.length, next: 0 };
  const names = Object.keys(value);
  if (spelling.isSorted) names.sort();
  return { value, names, length: names.length, next: 0 };
}
