import { type Buffer, constants, isUtf8 } from 'node:buffer';
import { parseJson } from '../json/parse.ts';
import { hasRecordLine, isBeforeEvents } from './document.ts';
import { isCut, readSequence } from './splice.ts';

/** `unknown`: more bytes are needed. `ignored`: nothing in it can be read. `events`: lines, which are surely those of a stream of events. */
export type Container = 'lines' | 'events' | 'document' | 'unknown' | 'ignored';

/**
 * Tells JSONL from a document by the first line that is not blank. A whole value is a line of JSONL, except that an
 * array which is alone in its input is a list of records. An object or array that the line leaves open outside of a
 * string begins a document over many lines; or it is a torn first line, which `reconsider` and the end will show.
 * Everything else is lines, good or bad. The name of the file says nothing.
 */
export function sniff(bytes: Buffer, isEnd: boolean): Container {
  if (isUtf16(bytes)) return 'ignored';
  const start = afterBlank(bytes, 0);
  if (start === bytes.length) return isEnd ? 'lines' : 'unknown';
  const lineFeed = bytes.indexOf(10, start);
  // A first line that no string can hold needs no more of it to be judged.
  if (lineFeed < 0 && !isEnd) return bytes.length > constants.MAX_STRING_LENGTH ? 'lines' : 'unknown';
  const end = lineFeed < 0 ? bytes.length : lineFeed;
  const isArray = bytes[start] === 91;
  if ((!isArray && bytes[start] !== 123) || end - start > constants.MAX_STRING_LENGTH || !isUtf8(bytes.subarray(start, end)))
    return 'lines';
  const isAlone = afterBlank(bytes, end) === bytes.length;
  const text = bytes.toString('utf8', start, end);
  if (parseJson(text).ok) {
    if (!isArray || !isAlone) return 'lines';
    return isEnd ? 'document' : 'unknown';
  }
  return sniffOpen(text, { isArray, isAlone, isEnd });
}

interface Surroundings {
  readonly isArray: boolean;
  /** Only blank bytes after the line, so far. */
  readonly isAlone: boolean;
  readonly isEnd: boolean;
}

function sniffOpen(text: string, { isArray, isAlone, isEnd }: Surroundings): Container {
  const { parts, stopped } = readSequence(text, 0);
  if (parts.length > 0 || stopped === undefined || !isCut(stopped)) return 'lines';
  if (isAlone && !isEnd) return 'unknown';
  if (isAlone) return isArray ? 'document' : 'lines';
  const isOpenOutsideString = !stopped.ok && stopped.stop === 'end';
  return isOpenOutsideString ? 'document' : 'lines';
}

/** Looks again at what has been held as a document: lines, if it went wrong and holds records of one line. */
export function reconsider(bytes: Buffer): Container {
  if (bytes.length > constants.MAX_STRING_LENGTH) return 'ignored';
  const text = bytes.toString('utf8', 0, bytes.lastIndexOf(10) + 1);
  const sequence = readSequence(text, 0);
  if (sequence.stopped === undefined || isCut(sequence.stopped)) return 'document';
  if (isBeforeEvents(text, sequence)) return 'events';
  return hasRecordLine(text) ? 'lines' : 'document';
}

/** The byte order mark of UTF-16, in either order. */
export function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function afterBlank(bytes: Buffer, from: number): number {
  let i = from;
  for (let code = bytes[i]; code === 32 || code === 10 || code === 13 || code === 9; ) code = bytes[++i];
  return i;
}
