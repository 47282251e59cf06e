import { type Reading, readExact } from '../json/exact.ts';
import { afterSpace } from '../json/space.ts';

/** A range of a text. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

export interface Sequence {
  readonly parts: readonly Part[];
  /** Where reading stopped: the text's length if all of it is whole objects and arrays. */
  readonly end: number;
  /** What stands there instead of one. */
  readonly stopped: Reading | undefined;
}

/** Reads whole objects and arrays that follow each other with nothing but white space between. */
export function readSequence(text: string, start: number): Sequence {
  const parts: Part[] = [];
  let at = afterSpace(text, start);
  while (at < text.length) {
    const reading = readExact(text, at);
    if (!reading.ok || !isContainer(text, at)) return { parts, end: at, stopped: reading };
    parts.push({ start: at, end: reading.end });
    at = afterSpace(text, reading.end);
  }
  return { parts, end: text.length, stopped: undefined };
}

function isContainer(text: string, at: number): boolean {
  return text.charAt(at) === '{' || text.charAt(at) === '[';
}

/** Whether a text stops inside a value, as an interrupted write does. */
export function isCut(reading: Reading | undefined): boolean {
  return reading !== undefined && !reading.ok && (reading.stop === 'end' || reading.stop === 'end-of-string');
}

/**
 * The whole objects after an interrupted one that they are glued to: `{"a":"x{"b":1}`. Sure only if the text up to them
 * is cut as an interrupted write cuts it, they are whole to the end of the line, and they cannot be a part of the first:
 * `{"a":{"b":1}` is one object cut short, and `{"a":"say "{"b":1}""}` has a quote that should have been escaped.
 */
export function findGlued(text: string, start: number, stopped: Reading): readonly Part[] {
  if (stopped.ok || isCut(stopped)) return [];
  const brace = text.lastIndexOf('{', stopped.index);
  if (brace <= start || !isCut(readExact(text.slice(start, brace), 0))) return [];
  const tail = readSequence(text, brace);
  return tail.stopped === undefined ? tail.parts : [];
}
