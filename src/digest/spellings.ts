import { canonicalize } from '../json/canonical.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import type { JsonValue } from '../model/json.ts';
import { digestOf, sha256 } from './sha256.ts';

/**
 * Whether a digest is that of a value in one of the spellings that can be known: the RFC 8785 form, the shortest one in the order of its keys,
 * both as Python's json writes them, the text itself where the value is one, and the given one. False says nothing: the bytes may have been
 * spelled otherwise.
 */
export function isDigestOfValue(digest: string, value: JsonValue, spelled: () => string | undefined = () => undefined): boolean {
  if (digestOf(value) === digest) return true;
  const isOf = (text: string | undefined): boolean => text?.isWellFormed() === true && sha256(text) === digest;
  const inOrder = printJson(value);
  if (isOf(inOrder) || isOf(typeof value === 'string' ? value : undefined) || isOf(spelled())) return true;
  return [inOrder, canonicalize(value)].some((text) => isOf(spaced(text)) || isOf(inAscii(text)) || isOf(inAscii(spaced(text))));
}

const tokens = /"(?:[^"\\]|\\.)*"|[,:]/g;
/** A space after every comma and colon, as `json.dumps` writes them. */
const spaced = (text: string): string => text.replaceAll(tokens, (token) => (token === ',' || token === ':' ? `${token} ` : token));
/** Everything beyond ASCII as escapes, as `json.dumps` writes it. */
const inAscii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether a digest is that of a text's UTF-8 bytes, or of the RFC 8785 form of what the text says. A text with half a character has no bytes. */
export function isDigestOfText(digest: string, text: string): boolean {
  if (!text.isWellFormed()) return false;
  if (sha256(text) === digest) return true;
  const parsed = parseJson(text);
  return parsed.ok && digestOf(parsed.value) === digest;
}
