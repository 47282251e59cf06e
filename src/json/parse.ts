import type { JsonValue } from '../model/json.ts';
import type { TextDefect } from '../model/record.ts';
import { diagnose, diagnoseTrailing } from './diagnose.ts';
import { readExact } from './exact.ts';
import type { NotJson } from './not-json.ts';
import { afterSpace } from './space.ts';
import { isSuspect } from './suspect.ts';

export type { NotJson } from './not-json.ts';

/** A text read as JSON (RFC 8259), with what a second look found; or why it is none. */
export type ParseResult =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly defects: readonly TextDefect[];
      /** Nested deeper than depthLimit: only iterative code may descend it. */
      readonly isDeep: boolean;
    }
  | { readonly ok: false; readonly fault: NotJson };

const none: readonly TextDefect[] = [];
const encoder = new TextEncoder();
const scratch: Uint8Array = new Uint8Array(1 << 16);

/**
 * Reads a text as one JSON value. A cheap scan decides whether JSON.parse can be trusted with it; where it cannot,
 * and where it refuses, the exact reader speaks. Never throws, whatever the text. Linear.
 */
export function parseJson(text: string): ParseResult {
  if (text === '' || !text.isWellFormed()) return parseExactly(text);
  // UTF-8 takes at most three bytes for each UTF-16 unit.
  if (text.length * 3 > scratch.length) return parseLongJson(text);
  return parseScanned(text, scratch, 0, encoder.encodeInto(text, scratch).written);
}

function parseLongJson(text: string): ParseResult {
  const bytes = encoder.encode(text);
  return parseScanned(text, bytes, 0, bytes.length);
}

/** The same for a caller that still has the text's UTF-8 bytes, which must be its exact encoding. */
export function parseScanned(text: string, bytes: Uint8Array, start: number, end: number): ParseResult {
  // A refusal by JSON.parse costs more than a look at the first byte: prose, zeros and comments go the other way.
  if (!isStartOfValue(bytes[start]) || isSuspect(bytes, start, end)) return parseExactly(text);
  try {
    const value: JsonValue = JSON.parse(text);
    return { ok: true, value, defects: none, isDeep: false };
  } catch {
    return parseExactly(text);
  }
}

/** The first bytes of ordinary values: all but literals. The exact reader knows those, and white space, too. */
function isStartOfValue(code: number | undefined): boolean {
  return code === 123 || code === 91 || code === 34 || code === 45 || (code !== undefined && code >= 48 && code <= 57);
}

/** The exact reading alone: what parseJson must agree with on every text. */
export function parseExactly(text: string): ParseResult {
  const reading = readExact(text, 0);
  if (!reading.ok) return { ok: false, fault: diagnose(text, reading) };
  if (afterSpace(text, reading.end) < text.length) return { ok: false, fault: diagnoseTrailing(text, reading.value, reading.end) };
  return { ok: true, value: reading.value, defects: reading.defects, isDeep: reading.isDeep };
}
