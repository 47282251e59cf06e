import { Buffer, constants } from 'node:buffer';
import type { Position, Sink } from './sink.ts';

const mark: Buffer = Buffer.from([0xef, 0xbb, 0xbf]);

/** The bytes of an input whose container is not known yet, or has to be read whole. */
export class Hold {
  #chunks: Buffer[] = [];
  #length = 0;
  #nextLook = 0;
  #hasNewLine = false;
  #hasToldMark = false;

  /**
   * Keeps a copy. True when it is time to look: at a line end, and then when sixteen times as much is held. What is no
   * document after all shows within three lines; each look costs a reading of all that is held.
   */
  add(chunk: Buffer): boolean {
    this.#chunks.push(Buffer.from(chunk));
    this.#length += chunk.length;
    this.#hasNewLine ||= chunk.includes(10);
    return (this.#hasNewLine && this.#length >= this.#nextLook) || this.#length > constants.MAX_STRING_LENGTH;
  }

  /** All bytes held, without a byte order mark at the start of the input (RFC 8259 §8.1 lets a reader ignore it). */
  look(sink: Sink): { readonly body: Buffer; readonly start: Position } {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    this.#nextLook = this.#length * 16;
    const start = { line: 1, column: 1, offset: 0 };
    if (!bytes.subarray(0, 3).equals(mark)) return { body: bytes, start };
    if (!this.#hasToldMark) sink.fault('ledger/byte-order-mark', start, true, 'a UTF-8 byte order mark before the first record; ignored');
    this.#hasToldMark = true;
    return { body: bytes.subarray(3), start: { ...start, offset: 3 } };
  }

  drop(): void {
    this.#chunks = [];
  }
}
