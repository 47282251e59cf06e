import type { Buffer } from 'node:buffer';

/** Follows the brackets of a JSON document line by line, so that its end shows without reading it again and again. */
export interface Nesting {
  /** True when the last bracket is closed. No string goes over the end of a line. */
  take(bytes: Buffer, start: number, end: number): boolean;
}

export function openNesting(): Nesting {
  let depth = 0;
  return {
    take(bytes, start, end) {
      let isInString = false;
      for (let i = start; i < end; i++) {
        const code = bytes[i];
        if (isInString && code === 92) i++;
        else if (code === 34) isInString = !isInString;
        else if (!isInString && (code === 123 || code === 91)) depth++;
        else if (!isInString && (code === 125 || code === 93)) depth--;
      }
      return depth <= 0;
    },
  };
}
