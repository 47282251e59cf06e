const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const none = 255;

function tableOf(last: string): Uint8Array {
  const table = new Uint8Array(128).fill(none);
  for (const [value, letter] of [...(alphabet + last)].entries()) table[letter.charCodeAt(0)] = value;
  return table;
}

const standard = tableOf('+/');
const urlSafe = tableOf('-_');

/**
 * The bytes of a base64 text (RFC 4648), in the standard or the URL-safe alphabet but in no mixture of both, padded in full or not at all.
 * Undefined for anything else: white space, a character beyond the alphabet, padding elsewhere, or bits that are set and stand for nothing,
 * by which two texts would be the same bytes. Linear.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const isPadded = text.endsWith('=');
  if (isPadded && text.length % 4 !== 0) return undefined;
  const length = text.length - (text.endsWith('==') ? 2 : isPadded ? 1 : 0);
  const rest = length % 4;
  if (rest === 1 || (isPadded && rest === 0)) return undefined;
  const table = text.includes('-') || text.includes('_') ? urlSafe : standard;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let held = 0;
  let end = 0;
  for (let index = 0; index < length; index++) {
    const value = table[text.charCodeAt(index)] ?? none;
    if (value === none) return undefined;
    bits = ((bits << 6) | value) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[end++] = bits >> held;
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined;
}
