import { ExactNumber, type JsonValue } from '../model/json.ts';
import { depthLimit, type TextDefect } from '../model/record.ts';
import { type Cursor, type StopKind, skipSpace, stopAt } from './cursor.ts';
import { DefectList } from './defects.ts';
import { isHeldByDouble, readNumber } from './number.ts';
import { readLiteral, readNumberToken, readString } from './token.ts';

/** An array or object that is still open. */
export type Frame =
  | { readonly kind: 'array'; readonly items: JsonValue[] }
  | { readonly kind: 'object'; readonly members: Record<string, JsonValue>; key: string };

/** What reading one value came to. */
export type Reading =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly end: number;
      readonly defects: readonly TextDefect[];
      readonly isDeep: boolean;
    }
  | { readonly ok: false; readonly stop: StopKind; readonly index: number; readonly objects: number; readonly arrays: number };

interface Reader extends Cursor {
  readonly frames: Frame[];
  readonly defects: DefectList;
  isDeep: boolean;
}

/**
 * Reads the one JSON value that starts at `start` (after white space), strictly by RFC 8259, and says everything
 * that JSON.parse keeps to itself. Its own stack instead of recursion: a million levels are only a long list.
 */
export function readExact(text: string, start: number): Reading {
  const reader: Reader = { text, index: start, stop: undefined, frames: [], defects: new DefectList(), isDeep: false };
  for (;;) {
    const value = readStart(reader);
    if (reader.stop !== undefined) return stopped(reader, reader.stop);
    if (value === undefined) continue;
    const whole = closeAfter(reader, value);
    if (reader.stop !== undefined) return stopped(reader, reader.stop);
    if (whole !== undefined) return { ok: true, value: whole, end: reader.index, defects: reader.defects.found, isDeep: reader.isDeep };
  }
}

function stopped(reader: Reader, stop: StopKind): Reading {
  const objects = reader.frames.filter((frame) => frame.kind === 'object').length;
  return { ok: false, stop, index: reader.index, objects, arrays: reader.frames.length - objects };
}

/** Reads up to the next whole value: a scalar or an empty container. Undefined: a container was opened. */
function readStart(reader: Reader): JsonValue | undefined {
  const code = skipSpace(reader);
  if (code === 123) return openObject(reader);
  if (code === 91) return openArray(reader);
  if (code === 34) return readText(reader);
  if (code === 45 || (code >= 48 && code <= 57)) return readExactNumber(reader);
  return readLiteral(reader);
}

function openArray(reader: Reader): JsonValue | undefined {
  reader.index++;
  if (skipSpace(reader) === 93) return finishEmpty(reader, []);
  push(reader, { kind: 'array', items: [] });
  return undefined;
}

function openObject(reader: Reader): JsonValue | undefined {
  reader.index++;
  if (skipSpace(reader) === 125) return finishEmpty(reader, {});
  push(reader, { kind: 'object', members: {}, key: '' });
  return readKey(reader);
}

function push(reader: Reader, frame: Frame): void {
  reader.frames.push(frame);
  if (reader.frames.length > depthLimit) reader.isDeep = true;
}

function finishEmpty(reader: Reader, value: JsonValue): JsonValue {
  reader.index++;
  if (reader.frames.length >= depthLimit) reader.isDeep = true;
  return value;
}

/** Reads a key and its colon into the innermost object. */
function readKey(reader: Reader): undefined {
  const frame = reader.frames.at(-1);
  if (frame?.kind !== 'object') return undefined;
  if (skipSpace(reader) !== 34) return stopAt(reader, 'key', reader.index);
  const index = reader.index;
  const key = readString(reader);
  if (key === undefined) return undefined;
  frame.key = key;
  if (Object.hasOwn(frame.members, key)) reader.defects.add('duplicate-key', reader.frames, index, key);
  reader.defects.checkText(reader.text, reader.frames, index, key);
  if (skipSpace(reader) !== 58) return stopAt(reader, 'colon', reader.index);
  reader.index++;
  return undefined;
}

function readText(reader: Reader): string | undefined {
  const index = reader.index;
  const value = readString(reader);
  if (value !== undefined) reader.defects.checkText(reader.text, reader.frames, index, value);
  return value;
}

function readExactNumber(reader: Reader): number | ExactNumber | undefined {
  const index = reader.index;
  const token = readNumberToken(reader);
  if (token === undefined) return undefined;
  const value = readNumber(token);
  if (value instanceof ExactNumber && !isHeldByDouble(token)) reader.defects.add('rounded-number', reader.frames, index, token);
  return value;
}

/** Puts a whole value where it belongs and closes what ends after it. Returns the outermost value once it is whole. */
function closeAfter(reader: Reader, value: JsonValue): JsonValue | undefined {
  let whole = value;
  for (;;) {
    const frame = reader.frames.at(-1);
    if (frame === undefined) return whole;
    if (frame.kind === 'array') frame.items.push(whole);
    else setMember(frame.members, frame.key, whole);
    const code = skipSpace(reader);
    const close = frame.kind === 'array' ? 93 : 125;
    if (code === 44) return readComma(reader, frame.kind, close);
    if (code !== close) return stopAt(reader, 'separator', reader.index);
    reader.index++;
    reader.frames.pop();
    whole = frame.kind === 'array' ? frame.items : frame.members;
  }
}

function readComma(reader: Reader, kind: Frame['kind'], close: number): undefined {
  const comma = reader.index++;
  if (skipSpace(reader) === close) return stopAt(reader, 'trailing-comma', comma);
  return kind === 'object' ? readKey(reader) : undefined;
}

/** `__proto__` is a name like any other: assigning it would set the prototype. */
function setMember(members: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
  else members[key] = value;
}
