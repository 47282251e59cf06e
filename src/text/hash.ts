/**
 * A 53-bit hash of a text (cyrb53), going on from another one: what remains of an id, a line or the words of a conversation where millions are
 * remembered. It tells copies, and is no promise against who makes two alike.
 */
export function hashText(text: string, before: number = 0): number {
  let high = 0xdeadbeef ^ before;
  let low = 0x41c6ce57 ^ Math.floor(before / 4294967296);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
