/** No column of their own: marks that sit on the character before them, and what is not drawn at all. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]$/u;

/** Two columns: Unicode East Asian Width W and F (UAX #11), as far as letters, signs and emoji of today go. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f320}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;

/** Columns a text takes in a terminal of fixed width. Control characters count as none: escape them first. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
