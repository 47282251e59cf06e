import { type Buffer, constants, isUtf8 } from 'node:buffer';
import { readExact } from '../json/exact.ts';
import { parseJson, parseScanned } from '../json/parse.ts';
import { afterSpace } from '../json/space.ts';
import { eachElement } from './elements.ts';
import { isFieldAt } from './fields.ts';
import type { Position, Sink } from './sink.ts';
import { isCut, type Part, readSequence, type Sequence } from './splice.ts';
import { advance } from './track.ts';

interface Held {
  readonly bytes: Buffer;
  readonly text: string;
  readonly start: Position;
  readonly sink: Sink;
}

/**
 * Reads bytes that are not lines: one JSON document, an array whose elements are the records, or pretty-printed values
 * one after the other. Another container, and nothing said, if they turn out to be lines after all.
 */
export function readDocument(bytes: Buffer, start: Position, sink: Sink): 'document' | 'lines' | 'events' {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    sink.fault('ledger/unreadable-line', start, false, `a document of ${bytes.length} bytes, more than can be read at once`);
    return 'document';
  }
  if (!isUtf8(bytes)) {
    const text = bytes.toString('utf8');
    if (isBeforeEvents(text, readSequence(text, 0))) return 'events';
    if (hasRecordLine(text)) return 'lines';
    sink.fault('ledger/invalid-utf8', start, false, 'the document is not UTF-8 text; it was not read');
    return 'document';
  }
  const held: Held = { bytes, text: bytes.toString('utf8'), start, sink };
  if (held.text.charAt(afterSpace(held.text, 0)) === '[' && isOneValue(held.text)) {
    eachElement(bytes, start, (from, to, at) => emitRange(held, from, to, at));
    return 'document';
  }
  const sequence = readSequence(held.text, 0);
  const { parts, stopped } = sequence;
  if (stopped === undefined) {
    emitAll(held, parts, true);
    return 'document';
  }
  if (isCut(stopped)) return readCut(held, parts);
  if (isBeforeEvents(held.text, sequence)) return 'events';
  if (hasRecordLine(held.text)) return 'lines';
  return refuse(held);
}

function isOneValue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A file that ends inside its last value. */
function readCut(held: Held, parts: readonly Part[]): 'document' | 'lines' {
  const first = afterSpace(held.text, 0);
  const isArray = parts.length === 0 && held.text.charAt(first) === '[';
  if (parts.length === 0 && !isArray) return hasRecordLine(held.text) ? 'lines' : refuse(held);
  const whole = isArray ? elementsOf(held.text, first) : { parts, end: parts.at(-1)?.end ?? 0 };
  emitAll(held, whole.parts, !isArray);
  const at = advance(held.start, held.text, 0, afterSpace(held.text, whole.end));
  held.sink.fault(
    'ledger/torn-line',
    at,
    true,
    'the file ends before its last value does: an interrupted write; the values before it were read',
  );
  return 'document';
}

/** One document, one fault: its lines mean nothing by themselves. */
function refuse({ text, start, sink }: Held): 'document' {
  const parsed = parseJson(text);
  if (parsed.ok) return 'document';
  const at = advance(start, text, 0, parsed.fault.index);
  sink.fault('ledger/unreadable-line', at, false, `the document is not JSON: ${parsed.fault.detail}`);
  return 'document';
}

/** Whether what follows whole values, or breaks off the first one, is a stream of events: what was sent, and what came back. */
export function isBeforeEvents(text: string, { end, stopped }: Sequence): boolean {
  return stopped !== undefined && !isCut(stopped) && (isFieldAt(text, end) || (!stopped.ok && isFieldAt(text, stopped.index)));
}

/**
 * Whether some line is a whole object by itself and not the continuation of what is open before it. Then the input is
 * lines, the first of them torn.
 */
export function hasRecordLine(text: string): boolean {
  for (let at = text.indexOf('\n{'); at >= 0; at = text.indexOf('\n{', at + 1)) {
    const end = text.indexOf('\n', at + 1);
    const reading = readExact(text.slice(at + 1, end < 0 ? text.length : end), 0);
    if (reading.ok && afterSpace(text, at + 1 + reading.end) >= (end < 0 ? text.length : end)) return true;
  }
  return false;
}

/** The ranges of an array's elements, up to where the text is cut; `end` is after the last whole one. */
function elementsOf(text: string, bracket: number): { readonly parts: readonly Part[]; readonly end: number } {
  const parts: Part[] = [];
  let at = afterSpace(text, bracket + 1);
  for (let reading = readExact(text, at); reading.ok; reading = readExact(text, at)) {
    // A number at the very end may be cut: only what is followed by something is whole.
    const next = afterSpace(text, reading.end);
    if (next === text.length && !'}]"'.includes(text.charAt(reading.end - 1))) break;
    parts.push({ start: at, end: reading.end });
    if (text.charAt(next) !== ',') return { parts, end: next };
    at = afterSpace(text, next + 1);
  }
  return { parts, end: at };
}

/** Texts are decoded anew from the bytes: a slice would keep the whole document alive as long as one record lives. */
function emitRange({ bytes, sink }: Held, from: number, to: number, at: Position): void {
  const own = bytes.toString('utf8', from, to);
  const parsed = parseScanned(own, bytes, from, to);
  if (parsed.ok) sink.record(own, at, parsed);
}

function emitAll(held: Held, parts: readonly Part[], isSplice: boolean): void {
  const { text, start, sink } = held;
  let place = start;
  let index = 0;
  for (const part of parts) {
    const line = place.line;
    place = advance(place, text, index, part.start);
    if (isSplice && index > 0 && line === place.line) {
      sink.fault('ledger/spliced-line', place, true, 'whole records share the line: a newline is missing between them');
    }
    const end = advance(place, text, part.start, part.end);
    emitRange(held, place.offset - start.offset, end.offset - start.offset, place);
    place = end;
    index = part.end;
  }
}
