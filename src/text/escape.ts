/**
 * What a terminal obeys or an eye does not see: control characters (an escape sequence can rewrite the screen), line
 * and paragraph separators, format characters (bidirectional overrides reorder what is read, zero-width ones and tags
 * hide text), other default-ignorable characters, half surrogate pairs. Variation selectors 1 to 16 stay: they only
 * choose between two drawings of the character before them.
 */
const unsafe = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** The text with every such character shown as `\u{…}`, hexadecimal. */
export function escapeControl(text: string): string {
  return text.replace(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
