/** Enough signs in one word for an id that was made at random. */
const enough = 9;

/** Ids that a provider makes at random are never made twice; `call_1` and `functions.refund:0` come in every conversation. */
export function isUniqueId(id: string): boolean {
  let signs = 0;
  let hasDigit = false;
  let hasLetter = false;
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
    hasDigit = isDigit || (isLetter && hasDigit);
    hasLetter = isLetter || (isDigit && hasLetter);
    signs = isDigit || isLetter ? signs + 1 : 0;
    if (signs >= enough && hasDigit && hasLetter) return true;
  }
  return false;
}
