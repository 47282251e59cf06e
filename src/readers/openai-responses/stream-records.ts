import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { contentKey } from '../kit/content-key.ts';
import { isEndMark } from '../kit/end-mark.ts';
import type { Side } from '../kit/pair.ts';
import type { RequestRecord } from '../kit/requests.ts';
import type { StreamContext, StreamRecords } from '../kit/session.ts';
import type { Sink } from '../kit/sink.ts';
import { contradictoryStream } from '../kit/stream-faults.ts';
import type { ReadSides } from './read.ts';
import { openRepetition, type Repetition } from './repetition.ts';
import { cutStream, readResponse } from './response.ts';
import { isBeginning, isFinalEvent, isStreamEvent, type PlacedItem } from './stream.ts';

export interface StreamSettings extends Pick<StreamContext, 'emit' | 'requests'> {
  readonly read: (sides: ReadSides, sink: Sink) => void;
}

interface RecordAndRun {
  readonly record: SourceRecord;
  readonly run: string;
}

/** A stream whose end has not come yet. */
interface OpenStream {
  readonly id: string | undefined;
  readonly request: RequestRecord | undefined;
  readonly first: RecordAndRun;
  readonly echo: Side | undefined;
  /** Items that were finished; their records are told apart when it is known whether the end repeats them. */
  readonly done: { readonly item: JsonValue; readonly at: RecordAndRun }[];
  /** Ids of its items: streams may be recorded at the same time. */
  readonly items: Set<string>;
  readonly repetition: Repetition;
  last: RecordAndRun;
  sequence: number | undefined;
}

/** Streams that are open side by side; no recorder has more. */
const openLimit = 64;

/**
 * Recorded streams with one event a record. The event that ends a stream holds the whole response, and the others repeat it in pieces; of a
 * stream without it, the items that were finished are read.
 */
export function openStreamRecords({ emit, requests, read }: StreamSettings): StreamRecords {
  const open: OpenStream[] = [];

  return {
    take(record, run) {
      const { value } = record;
      if (isEndMark(value)) {
        emit({ kind: 'unrelated', record, run });
        return true;
      }
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
    stream.repetition.hear(event);
    if (isDone(event) && item !== undefined) stream.done.push({ item, at });
    else emit({ kind: 'unrelated', ...at });
  }

  function begin(event: JsonValue, at: RecordAndRun): OpenStream {
    const response = memberOf(event, 'response');
    const id = stringMember(response, 'id');
    // some proxies give every event ids of its own, and only the count goes on
    const known = open.find((stream) => stream.id === id) ?? next(event);
    if (known !== undefined && stringMember(event, 'type') !== 'response.created') return known;
    if (known !== undefined) cut(known);
    const [oldest] = open.length < openLimit ? [] : open;
    if (oldest !== undefined) cut(oldest);
    const echo: Side | undefined = response === undefined ? undefined : { value: response, pointer: '/response', isInText: false };
    const request = requests.claim();
    const stream: OpenStream = {
      id,
      request,
      first: at,
      echo,
      done: [],
      items: new Set(),
      repetition: openRepetition(),
      last: at,
      sequence: undefined,
    };
    open.push(stream);
    return stream;
  }

  /** The stream that an event belongs to: the only one, else that of its item, else the one whose count it goes on with. */
  function owner(event: JsonValue): OpenStream | undefined {
    if (open.length === 1) return open[0];
    const id = stringMember(event, 'item_id') ?? stringMember(memberOf(event, 'item'), 'id');
    const own = id === undefined ? undefined : open.find((stream) => stream.items.has(id));
    if (own !== undefined) return own;
    return next(event);
  }

  /** The one stream whose count an event goes on with. */
  function next(event: JsonValue): OpenStream | undefined {
    const sequence = sequenceOf(event);
    const found = sequence === undefined ? [] : open.filter((stream) => stream.sequence === sequence - 1);
    return found.length === 1 ? found[0] : undefined;
  }

  function finish(event: JsonValue, at: RecordAndRun): boolean {
    const response = memberOf(event, 'response') ?? null;
    const id = stringMember(response, 'id');
    const stream = open.find((one) => one.id === id) ?? next(event) ?? open.at(-1);
    if (stream === undefined) return finishWhole(requests.claim(), response, at);
    open.splice(open.indexOf(stream), 1);
    const output = memberOf(response, 'output');
    const isRepeated = isJsonArray(output) && output.length > 0;
    if (stream.repetition.isContradicted(isJsonArray(output) ? output : undefined))
      emit({ kind: 'unread', record: at.record, run: stream.request?.run ?? at.run, what: contradictoryStream });
    // what was answered before the end came is not answered again in another place
    const isToldBefore = stream.request !== undefined && isRepeated && isSameAs(stream.done, output);
    if (stream.done.length === 0 || (isRepeated && !isToldBefore)) {
      for (const { at: piece } of stream.done) emit({ kind: 'unrelated', ...piece });
      return finishWhole(stream.request, response, at);
    }
    const echo: Side = { value: response, pointer: '/response', isInText: false };
    const told = readDone(stream, at, { echo, status: stringMember(response, 'status'), isCut: false });
    if (!told.has(at.record)) emit({ kind: 'unrelated', ...at });
    return true;
  }

  /** The last event holds the whole response: with a request it is a pair of two records, without one a record like any other. */
  function finishWhole(request: RequestRecord | undefined, response: JsonValue, { record, run }: RecordAndRun): boolean {
    if (request === undefined) return false;
    const side: Side = { value: response, pointer: '/response', isInText: false };
    const told = hearRecords(emit);
    const sides = { request: request.side, requestRecord: request.record, response: readResponse(side), pointer: '/response' };
    read(sides, { record, run: request.run, emit: told.emit });
    for (const one of [
      { record: request.record, run: request.run },
      { record, run },
    ]) {
      if (!told.has(one.record)) emit({ kind: 'unrelated', ...one });
    }
    return true;
  }

  function cutAll(): void {
    for (const stream of [...open]) cut(stream);
  }

  function cut(stream: OpenStream): void {
    open.splice(open.indexOf(stream), 1);
    if (stream.repetition.isContradicted(undefined)) emit({ kind: 'unread', ...stream.last, what: contradictoryStream });
    readDone(stream, stream.first, { echo: stream.echo, status: undefined, isCut: true });
    emit({ kind: 'unread', ...stream.last, what: cutStream });
  }

  /** Reads the finished items, and returns the records that caused an event. */
  function readDone(stream: OpenStream, place: RecordAndRun, { echo, status, isCut }: Ending): Heard {
    const { request } = stream;
    const told = hearRecords(emit);
    const items = stream.done.map(({ item, at }): PlacedItem => ({ item, at: (path) => `/item${path}`, record: at.record }));
    const hasAnswer = !isCut && (status === 'completed' || status === 'incomplete');
    const response = { items, echo, status, unread: [], hasAnswer };
    const sides = { request: request?.side, requestRecord: request?.record, response, pointer: '/response' };
    read(sides, { record: place.record, run: request?.run ?? place.run, emit: told.emit });
    if (request !== undefined && !told.has(request.record)) emit({ kind: 'unrelated', record: request.record, run: request.run });
    for (const { at } of stream.done) if (!told.has(at.record)) emit({ kind: 'unrelated', ...at });
    return told;
  }
}

/** Whether the items of the last event are those that were finished before it, and no others. */
function isSameAs(done: OpenStream['done'], output: readonly JsonValue[]): boolean {
  return done.length === output.length && done.every(({ item }, index) => contentKey(item) === contentKey(output[index]));
}

interface Heard {
  readonly emit: (event: LedgerEvent) => void;
  readonly has: (record: SourceRecord) => boolean;
}

/** Remembers the records that cause an event. */
function hearRecords(emit: (event: LedgerEvent) => void): Heard {
  const told = new Set<SourceRecord>();
  return {
    emit(event) {
      told.add(event.record);
      emit(event);
    },
    has: (record) => told.has(record),
  };
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
