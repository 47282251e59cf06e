import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { Side } from '../kit/pair.ts';
import type { Sink } from '../kit/sink.ts';
import type { ReadSides } from './read.ts';
import { cutStream } from './response.ts';
import { isBeginning, isFinalEvent, isStreamEvent, type PlacedItem } from './stream.ts';

/**
 * Recorded streams with one event a record. The event that ends a stream holds the whole response, and the others repeat it in pieces; of a
 * stream without it, the items that were finished are read.
 */
export interface StreamRecords {
  /** True when the record is a piece, and understood. */
  take(record: SourceRecord, run: string): boolean;
  end(): void;
}

type ReadResponseSides = (sides: ReadSides, sink: Sink) => void;

interface RecordAndRun {
  readonly record: SourceRecord;
  readonly run: string;
}

/** A stream whose end has not come yet. */
interface OpenStream {
  readonly id: string | undefined;
  readonly first: RecordAndRun;
  readonly echo: Side | undefined;
  /** Items that were finished; their records are told apart when it is known whether the end repeats them. */
  readonly done: { readonly item: JsonValue; readonly at: RecordAndRun }[];
  /** Ids of its items: streams may be recorded at the same time. */
  readonly items: Set<string>;
  last: RecordAndRun;
  sequence: number | undefined;
}

/** Streams that are open side by side; no recorder has more. */
const openLimit = 64;

export function openStreamRecords(emit: (event: LedgerEvent) => void, read: ReadResponseSides): StreamRecords {
  const open: OpenStream[] = [];

  return {
    take(record, run) {
      const { value } = record;
      if (isFinalEvent(value)) return finish(value, { record, run });
      if (!isStreamEvent(value)) {
        cutAll();
        return false;
      }
      grow(value, { record, run });
      return true;
    },
    end: cutAll,
  };

  function grow(event: JsonValue, at: RecordAndRun): void {
    const isFirst = isBeginning(event) || open.length === 0;
    const stream = isFirst ? begin(event, at) : owner(event);
    if (stream === undefined) {
      emit(isDone(event) ? { kind: 'unread', ...at, what: 'item of one of several streams' } : { kind: 'unrelated', ...at });
      return;
    }
    stream.last = at;
    stream.sequence = sequenceOf(event);
    const item = memberOf(event, 'item');
    const id = stringMember(item, 'id');
    if (id !== undefined) stream.items.add(id);
    if (isDone(event) && item !== undefined) stream.done.push({ item, at });
    else emit({ kind: 'unrelated', ...at });
  }

  function begin(event: JsonValue, at: RecordAndRun): OpenStream {
    const response = memberOf(event, 'response');
    const id = stringMember(response, 'id');
    const known = open.find((stream) => stream.id === id);
    if (known !== undefined && stringMember(event, 'type') !== 'response.created') return known;
    if (known !== undefined) cut(known);
    const [oldest] = open.length < openLimit ? [] : open;
    if (oldest !== undefined) cut(oldest);
    const echo: Side | undefined = response === undefined ? undefined : { value: response, pointer: '/response', isInText: false };
    const stream: OpenStream = { id, first: at, echo, done: [], items: new Set(), last: at, sequence: undefined };
    open.push(stream);
    return stream;
  }

  /** The stream that an event belongs to: the only one, else that of its item, else the one whose count it goes on with. */
  function owner(event: JsonValue): OpenStream | undefined {
    if (open.length === 1) return open[0];
    const id = stringMember(event, 'item_id') ?? stringMember(memberOf(event, 'item'), 'id');
    const own = id === undefined ? undefined : open.find((stream) => stream.items.has(id));
    if (own !== undefined) return own;
    const sequence = sequenceOf(event);
    const next = sequence === undefined ? [] : open.filter((stream) => stream.sequence === sequence - 1);
    return next.length === 1 ? next[0] : undefined;
  }

  function finish(event: JsonValue, at: RecordAndRun): boolean {
    const response = memberOf(event, 'response') ?? null;
    const id = stringMember(response, 'id');
    const stream = open.find((one) => one.id === id) ?? open.at(-1);
    if (stream === undefined) return false;
    open.splice(open.indexOf(stream), 1);
    const output = memberOf(response, 'output');
    if (stream.done.length === 0 || (isJsonArray(output) && output.length > 0)) {
      for (const { at: piece } of stream.done) emit({ kind: 'unrelated', ...piece });
      return false;
    }
    const echo: Side = { value: response, pointer: '/response', isInText: false };
    const told = readDone(stream, at, { echo, status: stringMember(response, 'status'), isCut: false });
    if (!told.has(at.record)) emit({ kind: 'unrelated', ...at });
    return true;
  }

  function cutAll(): void {
    for (const stream of [...open]) cut(stream);
  }

  function cut(stream: OpenStream): void {
    open.splice(open.indexOf(stream), 1);
    readDone(stream, stream.first, { echo: stream.echo, status: undefined, isCut: true });
    emit({ kind: 'unread', ...stream.last, what: cutStream });
  }

  /** Reads the finished items, and returns the records that caused an event. */
  function readDone(stream: OpenStream, place: RecordAndRun, { echo, status, isCut }: Ending): ReadonlySet<SourceRecord> {
    const told = new Set<SourceRecord>();
    const hear = (event: LedgerEvent): void => {
      told.add(event.record);
      emit(event);
    };
    const items = stream.done.map(({ item, at }): PlacedItem => ({ item, at: (path) => `/item${path}`, record: at.record }));
    const hasAnswer = !isCut && (status === 'completed' || status === 'incomplete');
    const response = { items, echo, status, unread: [], hasAnswer };
    read({ request: undefined, response, pointer: '/response' }, { ...place, emit: hear });
    for (const { at } of stream.done) if (!told.has(at.record)) emit({ kind: 'unrelated', ...at });
    return told;
  }
}

const isDone = (event: JsonValue): boolean => stringMember(event, 'type') === 'response.output_item.done';

/** Each stream counts its own events. */
function sequenceOf(event: JsonValue): number | undefined {
  const sequence = memberOf(event, 'sequence_number');
  return typeof sequence === 'number' ? sequence : undefined;
}

interface Ending {
  readonly echo: Side | undefined;
  readonly status: string | undefined;
  readonly isCut: boolean;
}
