import { openSha256 } from '../digest/stream.ts';

/** What an input is as bytes, taken as they go by. */
export interface InputSize {
  add(chunk: Uint8Array): void;
  /** Its beginning as text: enough to see what it is, where it holds no record. */
  head(): string;
  sha256(): string;
  readonly bytes: number;
  /** Lines begun: the last one counts whether its line feed is there or not. 0 where lines are not asked for. */
  readonly lines: number;
}

const headSize = 2048;
const lineFeed = 10;

class MeasuredInput implements InputSize {
  bytes = 0;
  readonly #countsLines: boolean;
  readonly #digest = openSha256();
  #head = '';
  #lineFeeds = 0;
  #isTerminated = true;

  constructor(countsLines: boolean) {
    this.#countsLines = countsLines;
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    this.#digest.update(chunk);
    if (this.#head.length < headSize) this.#head += Buffer.from(chunk.subarray(0, headSize)).toString('utf8');
    if (!this.#countsLines) return;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) this.#lineFeeds++;
    this.#isTerminated = chunk.at(-1) === lineFeed;
  }

  head(): string {
    return this.#head;
  }

  sha256(): string {
    return this.#digest.hex();
  }

  get lines(): number {
    return this.#lineFeeds + (this.#isTerminated ? 0 : 1);
  }
}

export const measureInput = (countsLines: boolean): InputSize => new MeasuredInput(countsLines);
