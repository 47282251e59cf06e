import { Buffer, constants, isUtf8 } from 'node:buffer';

/** One physical line without its line end. The same object is used for every line: read it, do not keep it. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** From 1. */
  number: number;
  /** Bytes before it in the input. */
  offset: number;
  isTerminated: boolean;
  isUtf8: boolean;
  /** Bytes of the line; more than are there to be seen if it was too long to keep. */
  length: number;
}

export interface LineSplitter {
  push(chunk: Buffer): void;
  end(): void;
}

/**
 * Cuts bytes into lines at LF and nowhere else (U+2028 is an ordinary character of a JSON string); a CR before the LF
 * belongs to the line end. A line is whole in memory, but never more than one, and never one that no string could hold.
 * Buffer's search for LF is five times as fast as that of Uint8Array, and one isUtf8 for all lines of a chunk is free.
 */
export function openLines(
  first: { readonly number: number; readonly offset: number },
  onLine: (line: Line) => void,
  limit: number = constants.MAX_STRING_LENGTH,
): LineSplitter {
  const line: Line = {
    bytes: Buffer.alloc(0),
    start: 0,
    end: 0,
    number: first.number,
    offset: first.offset,
    isTerminated: true,
    isUtf8: true,
    length: 0,
  };
  let carried: Buffer[] = [];
  let carriedLength = 0;

  const tell = (bytes: Buffer, start: number, end: number): void => {
    line.bytes = bytes;
    line.start = start;
    line.end = end;
    onLine(line);
    line.number++;
  };
  const give = (bytes: Buffer, start: number, end: number, isValid: boolean): void => {
    const last = end > start && bytes[end - 1] === 13 ? end - 1 : end;
    line.length = last - start;
    line.isUtf8 = isValid || isUtf8(bytes.subarray(start, end));
    tell(bytes, start, last);
    line.offset += end + 1 - start;
  };
  const giveCarried = (): void => {
    const [bytes, length] = [Buffer.concat(carried), carriedLength];
    carried = [];
    carriedLength = 0;
    if (length <= limit) {
      give(bytes, 0, length, false);
    } else {
      line.length = length;
      tell(bytes, 0, 0);
      line.offset += length + 1;
    }
  };
  /** A copy: the caller may use its chunk again. */
  const carry = (rest: Buffer): void => {
    carriedLength += rest.length;
    if (carriedLength > limit) carried = [];
    else carried.push(Buffer.from(rest));
  };

  return {
    push(chunk) {
      let start = 0;
      if (carriedLength > 0) {
        const end = chunk.indexOf(10);
        carry(chunk.subarray(0, end < 0 ? chunk.length : end));
        if (end < 0) return;
        giveCarried();
        start = end + 1;
      }
      const last = chunk.lastIndexOf(10);
      const isValid = last >= start && isUtf8(chunk.subarray(start, last));
      for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
        give(chunk, start, end, isValid);
        start = end + 1;
      }
      if (start < chunk.length) carry(chunk.subarray(start));
    },
    end() {
      line.isTerminated = false;
      if (carriedLength > 0) giveCarried();
    },
  };
}
