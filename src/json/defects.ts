import type { TextDefect } from '../model/record.ts';
import type { Frame } from './exact.ts';
import { locateInString } from './locate.ts';
import { appendToken } from './pointer.ts';
import { indexOfLoneSurrogate } from './surrogate.ts';

/**
 * A hostile text can hold a million defects, each a million levels deep. The first thousand, and no more than a
 * million characters of pointers, are evidence enough that the text is damaged.
 */
const countLimit = 1000;
const pointerLimit = 1_000_000;

/** The defects of one text, in the order of their places. */
export class DefectList {
  readonly found: TextDefect[] = [];
  #pointerLength = 0;

  add(kind: TextDefect['kind'], frames: readonly Frame[], index: number, text: string): void {
    if (this.found.length >= countLimit || this.#pointerLength > pointerLimit) return;
    const pointer = pointerTo(frames);
    this.#pointerLength += pointer.length;
    this.found.push({ kind, pointer, index, text });
  }

  /** Notes the first half of a surrogate pair in a string whose literal starts at `index`. */
  checkText(text: string, frames: readonly Frame[], index: number, decoded: string): void {
    const at = indexOfLoneSurrogate(decoded);
    if (at < 0) return;
    const place = locateInString(text, index, at);
    const code = decoded.charCodeAt(at).toString(16);
    this.add('lone-surrogate', frames, place, text.charCodeAt(place) === 92 ? text.slice(place, place + 6) : `\\u${code}`);
  }
}

/** The pointer to the value being read: keys and lengths of all open containers. */
function pointerTo(frames: readonly Frame[]): string {
  let pointer = '';
  for (const frame of frames) pointer = appendToken(pointer, frame.kind === 'array' ? frame.items.length : frame.key);
  return pointer;
}
