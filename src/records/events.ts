import { parseJson, parseScanned } from '../json/parse.ts';
import { afterSpace } from '../json/space.ts';
import { readDamaged } from './damaged.ts';
import { type Field, fieldOf, isFieldBegun } from './fields.ts';
import { isBlank, positionOf, readInvalid, readTooLong } from './line.ts';
import type { Line } from './lines.ts';
import { openNesting } from './nesting.ts';
import { openPieces, type Piece } from './pieces.ts';
import type { Sink } from './sink.ts';
import { readSequence } from './splice.ts';

/** Reads the lines of one input that is a stream of events. */
export interface EventLines {
  take(line: Line): void;
  end(): void;
}

/** The word that ends a stream of OpenAI's making: a record whose value is that word, because it tells an end from a cut. */
export const endMark = '[DONE]';

/**
 * Streams of server-sent events (HTML Standard, section 9.2) as `curl` writes them to a file: the `data` of an event is a record. Between
 * them may stand what was sent, as JSON on one line or on many, and the head of a response (`curl -i`). A `data` line that is whole JSON is
 * a record at once, because the blank lines between events are often lost; the others wait for the end of their event.
 */
export function openEvents(sink: Sink): EventLines {
  const pieces = openPieces(sink);
  let nesting = openNesting();
  let isInHead = false;
  let isTerminated = true;

  return {
    take(line) {
      isTerminated = line.isTerminated;
      if (line.length === line.end - line.start && isBlank(line.bytes, line.start, line.end)) takeBlank(line);
      else if (sink.counts.lines++ >= 0) takeLine(line);
    },
    end: () => pieces.flush(isTerminated),
  };

  function takeBlank(line: Line): void {
    isInHead = false;
    if (pieces.isDocument) addDocument(line);
    else pieces.flush(true);
  }

  function takeLine(line: Line): void {
    if (line.length > line.end - line.start || !line.isUtf8) {
      pieces.flush(true);
      takeBroken(line);
      return;
    }
    const field = fieldOf(line);
    if (isInHead && isHeadField(line, field)) {
      sink.counts.comments++;
      return;
    }
    isInHead = field?.kind === 'status';
    if (field === undefined) takeText(line);
    else takeField(line, field);
  }

  function takeField(line: Line, field: Field): void {
    if (field.kind === 'comment' || field.kind === 'status') sink.counts.comments++;
    // no line of a JSON document begins like one of these: it was cut short
    if (pieces.isDocument || field.kind === 'status') pieces.flush(true);
    if (field.kind === 'data') takeData(line, field.payload);
    else if (!pieces.isEmpty) pieces.add({ ...heldAs(' '.repeat(line.end - line.start), line), isDocument: false });
  }

  function takeData(line: Line, payload: number): void {
    const { bytes, start, end } = line;
    const text = bytes.toString('utf8', payload, end);
    const at = { line: line.number, column: 1 + payload - start, offset: line.offset + payload - start };
    if (text.trim() === endMark) {
      pieces.flush(true);
      sink.record(text, at, { value: endMark, defects: [], isDeep: false });
      return;
    }
    const parsed = pieces.isEmpty ? parseScanned(text, bytes, payload, end) : undefined;
    if (parsed?.ok === true) {
      sink.record(text, at, parsed);
    } else if (!pieces.isEmpty || startsJson(text)) {
      pieces.add({ ...heldAs(bytes.toString('utf8', start, end), line), prefix: payload - start, isDocument: false });
    } else if (afterSpace(text, 0) < text.length) {
      sink.record(text, at, { value: text, defects: [], isDeep: false });
    }
  }

  /** A line between events: JSON, which may go on over many lines, or what no stream holds. */
  function takeText(line: Line): void {
    if (pieces.isDocument && !isRecordLine(line)) {
      addDocument(line);
      return;
    }
    pieces.flush(true);
    const text = line.bytes.toString('utf8', line.start, line.end);
    const parsed = parseScanned(text, line.bytes, line.start, line.end);
    if (parsed.ok) {
      sink.lineRecord(text, line, parsed);
    } else if (line.isTerminated && isOpenDocument(text)) {
      nesting = openNesting();
      addDocument(line);
    } else if (!line.isTerminated && isFieldBegun(text)) {
      sink.fault(
        'ledger/torn-line',
        positionOf(line),
        true,
        'the last line stops inside the name of a field: an interrupted write; not read',
      );
    } else {
      readDamaged(text, positionOf(line), { sink, fault: parsed.fault, isTerminated: line.isTerminated });
    }
  }

  function addDocument(line: Line): void {
    pieces.add({ ...heldAs(line.bytes.toString('utf8', line.start, line.end), line), isDocument: true });
    if (nesting.take(line.bytes, line.start, line.end)) pieces.flush(line.isTerminated);
  }

  /** What is too long or no UTF-8; of a stream that was cut inside of a character, all before it is read. */
  function takeBroken(line: Line): void {
    if (line.length > line.end - line.start) {
      readTooLong(line, sink);
      return;
    }
    const field = fieldOf(line);
    readInvalid(line, field?.kind === 'data' ? field.payload : line.start, sink);
  }
}

function heldAs(text: string, line: Line): Omit<Piece, 'isDocument'> {
  return { text, hasReturn: line.bytes[line.end] === 13, prefix: 0, at: positionOf(line) };
}

const startsJson = (text: string): boolean => '{["'.includes(text.charAt(afterSpace(text, 0)) || ' ');

function isOpenDocument(text: string): boolean {
  const { parts, stopped } = readSequence(text, 0);
  return parts.length === 0 && startsJson(text) && stopped?.ok === false && stopped.stop === 'end';
}

/** A whole object that begins its line is no part of an object that is open before it. */
function isRecordLine({ bytes, start, end }: Line): boolean {
  return bytes[start] === 123 && parseJson(bytes.toString('utf8', start, end)).ok;
}

/** A field of the head of a response (RFC 9110, section 5). */
function isHeadField(line: Line, field: Field | undefined): boolean {
  if (field !== undefined) return false;
  const text = line.bytes.toString('latin1', line.start, Math.min(line.end, line.start + 256));
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/.test(text);
}
