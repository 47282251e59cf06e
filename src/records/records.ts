import { Buffer } from 'node:buffer';
import type { LineFault, SourceRecord } from '../model/record.ts';
import { readDocument } from './document.ts';
import { Hold } from './hold.ts';
import type { Wants } from './line.ts';
import { openLineReader } from './line-reader.ts';
import { type LineSplitter, openLines } from './lines.ts';
import { openSink, type Position, type RecordCounts } from './sink.ts';
import { type Container, isUtf16, reconsider, sniff } from './sniff.ts';

export type { Wants } from './line.ts';
export type { RecordCounts } from './sink.ts';

export interface RecordOptions {
  /** Position of the input in the list of inputs. */
  readonly input: number;
  emit(record: SourceRecord): void;
  fault(fault: LineFault): void;
  /**
   * Asked for every line of JSONL that is not blank, before it is decoded: `bytes[start, end)` is the line without its
   * line end, valid only during the call. False: the line is counted and nothing is said about it. Documents, arrays and
   * streams of events are always read whole.
   */
  readonly wants?: Wants;
}

/** Bytes in, records out: a synchronous fold. */
export interface RecordStream {
  readonly counts: Readonly<RecordCounts>;
  /** The chunk may be used again afterwards. */
  push(chunk: Uint8Array): void;
  end(): void;
}

/** Opens one input. What kind of container it is shows in its first line (sniff.ts); bytes are held until it does. */
export function openRecords(options: RecordOptions): RecordStream {
  const sink = openSink(
    options.input,
    (record) => options.emit(record),
    (fault) => options.fault(fault),
  );
  const hold = new Hold();
  let container: Container = 'unknown';
  let lines: LineSplitter | undefined;

  const look = (isEnd: boolean): void => {
    const { body, start } = hold.look(sink);
    if (container === 'unknown') container = sniff(body, isEnd);
    else if (!isEnd) container = reconsider(body);
    if (container === 'document' && isEnd) container = readDocument(body, start, sink);
    if (container === 'ignored') {
      sink.fault(
        'ledger/unreadable-line',
        start,
        false,
        isUtf16(body) ? 'the file is UTF-16, not UTF-8' : 'a document larger than can be read at once',
      );
    }
    if (container === 'lines' || container === 'events') lines = startLines(body, start, container === 'events');
    if (lines !== undefined || container === 'ignored') hold.drop();
  };
  const startLines = (body: Buffer, start: Position, isEvents: boolean): LineSplitter => {
    const reader = openLineReader(sink, { wants: options.wants, isEvents });
    const splitter = openLines({ number: start.line, offset: start.offset }, reader.take);
    splitter.push(body);
    return {
      push: splitter.push,
      end() {
        splitter.end();
        reader.end();
      },
    };
  };

  return {
    counts: sink.counts,
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (lines !== undefined) lines.push(bytes);
      else if (container !== 'ignored' && hold.add(bytes)) look(false);
    },
    end() {
      if (lines === undefined && container !== 'ignored') look(true);
      lines?.end();
      sink.end();
    },
  };
}
