import { Buffer, isUtf8 } from 'node:buffer';

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
}

export interface LineSplitter {
  push(chunk: Buffer): void;
  end(): void;
}

/**
 * Cuts bytes into lines at LF and nowhere else (U+2028 is an ordinary character of a JSON string); a CR before the LF
 * belongs to the line end. A line is whole in memory, but never more than one. Buffer's search for LF is five times as
 * fast as that of Uint8Array, and one isUtf8 for all lines of a chunk costs nothing.
 */
export function openLines(first: { readonly number: number; readonly offset: number }, onLine: (line: Line) => void): LineSplitter {
  const line: Line = {
    bytes: Buffer.alloc(0),
    start: 0,
    end: 0,
    number: first.number,
    offset: first.offset,
    isTerminated: true,
    isUtf8: true,
  };
  let carried: Buffer[] = [];

  const give = (bytes: Buffer, start: number, end: number, isValid: boolean): void => {
    line.bytes = bytes;
    line.start = start;
    line.end = end > start && bytes[end - 1] === 13 ? end - 1 : end;
    line.isUtf8 = isValid || isUtf8(bytes.subarray(start, end));
    onLine(line);
    line.number++;
    line.offset += end + 1 - start;
  };
  const giveCarried = (rest: Buffer): void => {
    const bytes = Buffer.concat([...carried, rest]);
    carried = [];
    give(bytes, 0, bytes.length, false);
  };

  return {
    push(chunk) {
      let start = 0;
      if (carried.length > 0) {
        const end = chunk.indexOf(10);
        if (end < 0) {
          carried.push(Buffer.from(chunk));
          return;
        }
        giveCarried(chunk.subarray(0, end));
        start = end + 1;
      }
      const last = chunk.lastIndexOf(10);
      const isValid = last >= start && isUtf8(chunk.subarray(start, last));
      for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
        give(chunk, start, end, isValid);
        start = end + 1;
      }
      // A copy: the caller may use its chunk again.
      if (start < chunk.length) carried.push(Buffer.from(chunk.subarray(start)));
    },
    end() {
      line.isTerminated = false;
      if (carried.length > 0) giveCarried(Buffer.alloc(0));
    },
  };
}
