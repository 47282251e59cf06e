import type { SourceRecord } from '../../model/record.ts';
import { isEndMark } from './end-mark.ts';
import type { Placed } from './pair.ts';
import { openPieceList, type PieceList } from './piece-records.ts';
import type { RequestRecord } from './requests.ts';
import type { StreamContext, StreamRecords } from './session.ts';
import { emitUnread, type Sink, within } from './sink.ts';

/** An event, and what it is to its stream; `aside`: it belongs to none, or says nothing. */
export interface StreamEvent extends Placed {
  readonly phase: 'start' | 'piece' | 'end' | 'aside';
}

/** The events of one stream as they come. */
export interface EventJoin<Joined> {
  /** True when a block begins here. */
  add(event: Placed): boolean;
  end(): Joined;
}

/** The events of one response, joined, and its request if it is known. */
export interface EventStream<Joined> {
  readonly joined: Joined;
  readonly request: RequestRecord | undefined;
}

export interface EventSettings<Joined> extends StreamContext {
  /** Undefined: the record is no event. */
  readonly eventOf: (record: SourceRecord) => StreamEvent | undefined;
  readonly openJoin: () => EventJoin<Joined>;
  readonly read: (stream: EventStream<Joined>, sink: Sink) => void;
}

/** Streams that are open side by side; no recorder has more. */
const openLimit = 64;

interface OpenStream<Joined> {
  readonly request: RequestRecord | undefined;
  readonly pieces: PieceList;
  readonly join: EventJoin<Joined>;
  /** The first event of a stream that does not begin with its beginning. */
  readonly headless: SourceRecord | undefined;
}

/**
 * Recorded streams with one event a record, for formats whose events name no stream. One that begins before the last one ended follows a stream that was cut short, or runs beside it:
 * the ends tell, since of streams side by side each has its own. So streams are read when nothing more can belong to them: before the next
 * one, or before a pair, which may send their calls along again.
 */
export function openEventRecords<Joined>(settings: EventSettings<Joined>): StreamRecords {
  const { emit, requests, eventOf, openJoin, read, readAlone } = settings;
  let streams: OpenStream<Joined>[] = [];
  let isEnded = false;
  let isMixed = false;

  return {
    take(record, run) {
      const event = eventOf(record);
      if (isEndMark(record.value) || event?.phase === 'aside') {
        emit({ kind: 'unrelated', record, run });
        return true;
      }
      if (event === undefined) {
        settle();
        return false;
      }
      add(event, record, run);
      return true;
    },
    end: settle,
  };

  function add(event: StreamEvent, record: SourceRecord, run: string): void {
    const isStart = event.phase === 'start';
    if (isStart && isEnded) settle();
    if (isEnded) isMixed = true;
    const [oldest] = isStart && streams.length >= openLimit ? streams.splice(0, 1) : [];
    if (oldest !== undefined) readStream(oldest);
    const current = isStart ? undefined : streams.at(-1);
    const { join, pieces } = current ?? begin(isStart ? undefined : record);
    const isPlace = join.add(event);
    pieces.add({ record, run }, isPlace || (current === undefined && !isStart));
    if (event.phase === 'end') isEnded = true;
  }

  /**
   * A request has one response: what begins before its end is another try, or the response of another one. Of a stream without its beginning
   * nobody knows whose response it is.
   */
  function begin(headless: SourceRecord | undefined): OpenStream<Joined> {
    const request = headless === undefined ? requests.claim() : undefined;
    requests.release();
    const stream: OpenStream<Joined> = { request, pieces: openPieceList(emit, request), join: openJoin(), headless };
    streams.push(stream);
    return stream;
  }

  function settle(): void {
    const settled = streams;
    const wasMixed = isMixed;
    streams = [];
    isEnded = false;
    isMixed = false;
    for (const stream of settled) {
      if (wasMixed) tellMixed(stream);
      else readStream(stream);
    }
  }

  function readStream({ pieces, join, headless, request }: OpenStream<Joined>): void {
    pieces.settle((sink) => {
      if (headless !== undefined) emitUnread(within(sink, headless), 'stream without its beginning');
      read({ joined: join.end(), request }, sink);
    });
  }

  function tellMixed({ pieces, request }: OpenStream<Joined>): void {
    if (request !== undefined) readAlone(request.record, request.run);
    pieces.giveUp('event of one of several streams');
  }
}
