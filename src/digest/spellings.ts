import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import type { JsonValue } from '../model/json.ts';
import { digestOf, sha256 } from './sha256.ts';

/**
 * Whether a digest is that of a value in one of the spellings that can be known: the RFC 8785 form, the shortest one in the order of its keys,
 * the text itself where the value is one, and the given one. False says nothing: the bytes may have been spelled otherwise.
 */
export function isDigestOfValue(digest: string, value: JsonValue, spelled: () => string | undefined = () => undefined): boolean {
  if (digestOf(value) === digest) return true;
  const spellings = [printJson(value), typeof value === 'string' ? value : undefined, spelled()];
  return spellings.some((text) => text?.isWellFormed() === true && sha256(text) === digest);
}

/** Whether a digest is that of a text's UTF-8 bytes, or of the RFC 8785 form of what the text says. A text with half a character has no bytes. */
export function isDigestOfText(digest: string, text: string): boolean {
  if (!text.isWellFormed()) return false;
  if (sha256(text) === digest) return true;
  const parsed = parseJson(text);
  return parsed.ok && digestOf(parsed.value) === digest;
}
