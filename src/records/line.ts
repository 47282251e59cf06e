import { type Buffer, isUtf8 } from 'node:buffer';
import { parseScanned } from '../json/parse.ts';
import { readDamaged } from './damaged.ts';
import type { Line } from './lines.ts';
import type { Position, Sink } from './sink.ts';

/** Whether a line is of interest: cheap, and asked before anything is decoded. A line too long to keep shows as empty. */
export type Wants = (bytes: Uint8Array, start: number, end: number) => boolean;

/** Reads the record of one line of JSONL; everything but one whole JSON value is the exception. */
export function readLine(line: Line, sink: Sink, wants: Wants | undefined): void {
  const { bytes, start, end } = line;
  if (line.length === end - start && isBlank(bytes, start, end)) return;
  sink.counts.lines++;
  if (wants !== undefined && !wants(bytes, start, end)) {
    sink.counts.skipped++;
    return;
  }
  if (line.length > end - start) {
    readTooLong(line, sink);
  } else if (!line.isUtf8) {
    readInvalid(line, line.start, sink);
  } else {
    const text = bytes.toString('utf8', start, end);
    const parsed = parseScanned(text, bytes, start, end);
    if (parsed.ok) sink.lineRecord(text, line, parsed);
    else readDamaged(text, positionOf(line), { sink, fault: parsed.fault, isTerminated: line.isTerminated });
  }
}

export const positionOf = (line: Line): Position => ({ line: line.number, column: 1, offset: line.offset });

export function readTooLong(line: Line, sink: Sink): void {
  sink.fault('ledger/unreadable-line', positionOf(line), false, `a line of ${line.length} bytes, more than can be read at once`);
}

export function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = bytes[i];
    if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return true;
}

/** An interrupted append may end inside a character; anything else that is not UTF-8 is damage. `start`: where the record begins in the line. */
export function readInvalid(line: Line, start: number, sink: Sink): void {
  const { bytes } = line;
  const before = start - line.start;
  const at: Position = { line: line.number, column: 1 + before, offset: line.offset + before };
  const end = line.isTerminated ? line.end : endOfWholeCharacters(bytes, start, line.end);
  if (end < line.end && isUtf8(bytes.subarray(start, end))) {
    const text = bytes.toString('utf8', start, end);
    const parsed = parseScanned(text, bytes, start, end);
    if (!parsed.ok && parsed.fault.reason !== 'not-json') {
      readDamaged(text, at, { sink, fault: parsed.fault, isTerminated: false });
      return;
    }
  }
  const nul = bytes.subarray(start, line.end).includes(0) ? ' and holds NUL bytes' : '';
  sink.fault('ledger/invalid-utf8', at, false, `the line is not UTF-8 text${nul}; it was not read`);
}

/** The end without the first one to three bytes of a character that is cut off. */
function endOfWholeCharacters(bytes: Buffer, start: number, end: number): number {
  for (let i = end - 1; i >= Math.max(start, end - 3); i--) if ((bytes[i] ?? 0) >= 0xc2) return i;
  return end;
}
