import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import { isEndMark } from '../end-mark.ts';
import { openPieceList, type PieceList } from '../piece-records.ts';
import type { RequestRecord } from '../requests.ts';
import type { StreamContext, StreamRecords } from '../session.ts';
import type { Sink } from '../sink.ts';
import { isChunk } from './chunk.ts';
import type { ChatDialect } from './dialect.ts';
import { type ChunkJoin, type JoinedChunks, openChunkJoin } from './stream.ts';

interface OpenStream {
  readonly request: RequestRecord | undefined;
  readonly pieces: PieceList;
  readonly join: ChunkJoin;
  /** Choices that began and did not end. */
  readonly unfinished: Set<number>;
}

/** Streams that are open side by side; no recorder has more. */
const openLimit = 64;

export interface ChunkSettings extends Pick<StreamContext, 'emit' | 'requests'> {
  readonly dialect: ChatDialect;
  readonly read: (stream: ChunkStream, sink: Sink) => void;
}

/** The chunks of one response; `isDone`: the stream said `[DONE]`. */
export interface ChunkStream {
  readonly joined: JoinedChunks;
  readonly request: RequestRecord | undefined;
  readonly isDone: boolean;
}

/**
 * Chunks belong together by the id of their response; a response is read when the last of its choices has its `finish_reason`, or at the mark
 * of its end.
 */
export function openChunkRecords({ emit, requests, dialect, read }: ChunkSettings): StreamRecords {
  const open = new Map<string, OpenStream>();

  return {
    take(record, run) {
      const { value } = record;
      if (isEndMark(value)) {
        endOpen();
        emit({ kind: 'unrelated', record, run });
        return true;
      }
      if (!isChunk(value)) return false;
      const id = stringMember(value, 'id') ?? '';
      const stream = open.get(id) ?? begin(id, value);
      if (stream === undefined && isOdd(value)) {
        emit({ kind: 'unread', record, run, what: 'choices that is no list' });
        return true;
      }
      if (stream === undefined) {
        emit({ kind: 'unrelated', record, run });
        return true;
      }
      const isPlace = stream.join.add({ value, at: (path) => path, record });
      stream.pieces.add({ record, run }, isPlace);
      noteChoices(stream.unfinished, value);
      if (stream.unfinished.size === 0) settle(id, stream);
      return true;
    },
    end() {
      for (const [id, stream] of [...open]) settle(id, stream);
    },
  };

  /** A chunk that only tells what was used, or what a filter said, comes after the end or before the beginning. */
  function begin(id: string, chunk: JsonValue): OpenStream | undefined {
    if (!choicesIn(chunk).some(saysSomething)) return undefined;
    const [oldest] = open.size < openLimit ? [] : open;
    if (oldest !== undefined) settle(...oldest);
    const request = requests.claim();
    const stream: OpenStream = { request, pieces: openPieceList(emit, request), join: openChunkJoin(dialect), unfinished: new Set() };
    open.set(id, stream);
    return stream;
  }

  /** The mark names no stream: of several that are open, it may end any. */
  function endOpen(): void {
    const [only, ...others] = [...open];
    if (only !== undefined && others.length === 0) settle(...only, true);
  }

  function settle(id: string, stream: OpenStream, isDone = false): void {
    open.delete(id);
    const { request, join } = stream;
    stream.pieces.settle((sink) => read({ joined: join.end(''), request, isDone }, sink));
  }
}

function noteChoices(unfinished: Set<number>, chunk: JsonValue): void {
  for (const choice of choicesIn(chunk)) {
    const index = memberOf(choice, 'index');
    const place = typeof index === 'number' ? index : 0;
    if (stringMember(choice, 'finish_reason') !== undefined) unfinished.delete(place);
    else if (saysSomething(choice)) unfinished.add(place);
  }
}

function choicesIn(chunk: JsonValue): readonly JsonValue[] {
  const choices = memberOf(chunk, 'choices');
  return isJsonArray(choices) ? choices : [];
}

function isOdd(chunk: JsonValue): boolean {
  const choices = memberOf(chunk, 'choices') ?? null;
  return choices !== null && !isJsonArray(choices);
}

function saysSomething(choice: JsonValue): boolean {
  const delta = memberOf(choice, 'delta');
  return stringMember(choice, 'finish_reason') !== undefined || (isJsonObject(delta) && Object.keys(delta).length > 0);
}
