import { isJsonArray, isJsonObject } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { isEndMark } from '../kit/end-mark.ts';
import { pointersIn } from '../kit/pair.ts';
import { openPieceList, type PieceList } from '../kit/piece-records.ts';
import type { RequestRecord } from '../kit/requests.ts';
import type { StreamContext, StreamRecords } from '../kit/session.ts';
import type { Sink } from '../kit/sink.ts';
import { type ChunkJoin, type JoinedChunks, openChunkJoin } from './join.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';
import { type Part, unwrapped } from './response.ts';
import { isSessionDocument } from './session.ts';
import { sidesOf } from './sides.ts';

/** The chunks of one response, joined. */
export interface ChunkStream {
  readonly joined: JoinedChunks;
  readonly request: RequestRecord | undefined;
  /** False for a response that is alone: nothing says that it was a stream. */
  readonly isStream: boolean;
  /** The first chunk said why the response ends, and no id says which chunks are of it: more may follow. */
  readonly isDoubtful: boolean;
}

export interface ChunkSettings extends Pick<StreamContext, 'emit' | 'requests'> {
  readonly read: (stream: ChunkStream, sink: Sink) => void;
}

interface OpenStream {
  readonly id: string;
  readonly request: RequestRecord | undefined;
  readonly pieces: PieceList;
  readonly join: ChunkJoin;
  count: number;
  isDoubtful: boolean;
}

/** Streams that are open side by side; no recorder has more. */
const openLimit = 64;

/**
 * Recorded streams with one chunk a record; a whole response is a stream of one chunk. Chunks belong together by their `responseId`, else by
 * standing one after the other up to the one that says why the response ends. Old models say it in every chunk: where the first one after a
 * request does, all that follows is taken for its response.
 */
export function openChunkRecords({ emit, requests, read }: ChunkSettings): StreamRecords {
  const open = new Map<string, OpenStream>();

  return {
    take(record, run) {
      const chunk = isEndMark(record.value) ? undefined : chunkOf(record);
      if (chunk === undefined) {
        settleAll(() => true);
        return false;
      }
      const stream = owner(chunk) ?? begin(chunk);
      if (stream === undefined) {
        emit({ kind: 'unrelated', record, run });
        return true;
      }
      stream.pieces.add({ record, run }, stream.join.add(chunk));
      stream.count++;
      if (stream.count === 1) stream.isDoubtful = stream.id === '' && stream.request !== undefined && stream.join.isEnded();
      return true;
    },
    end: () => settleAll(() => true),
  };

  function owner(chunk: Part): OpenStream | undefined {
    const id = idOf(chunk);
    const stream = open.get(id) ?? (id === '' ? [...open.values()].at(-1) : undefined);
    if (stream === undefined || !stream.join.isEnded() || !hasContent(chunk)) return stream;
    return id === '' && stream.isDoubtful ? stream : undefined;
  }

  /** A chunk that only counts what was used belongs to a stream that is over. */
  function begin(chunk: Part): OpenStream | undefined {
    if (!isBeginning(chunk)) return undefined;
    settleAll((stream) => stream.join.isEnded());
    const id = idOf(chunk);
    const [oldest] = open.size < openLimit ? [] : open.values();
    for (const stream of [oldest, open.get(id)]) if (stream !== undefined) settle(stream);
    const request = requests.claim();
    const stream = { id, request, pieces: openPieceList(emit, request), join: openChunkJoin(), count: 0, isDoubtful: false };
    open.set(id, stream);
    return stream;
  }

  function settleAll(isDue: (stream: OpenStream) => boolean): void {
    for (const stream of [...open.values()]) if (isDue(stream)) settle(stream);
  }

  function settle(stream: OpenStream): void {
    if (open.get(stream.id) !== stream) return;
    open.delete(stream.id);
    const { request, join, count, isDoubtful } = stream;
    const isStream = count > 1 || request !== undefined;
    stream.pieces.settle((sink) => read({ joined: join.end(), request, isStream, isDoubtful }, sink));
  }
}

/** A record that is a response alone, and no other than what `generateContent` and its stream answer. */
function chunkOf(record: SourceRecord): Part | undefined {
  const { value } = record;
  if (!isJsonObject(value) || isSessionDocument(value)) return undefined;
  const pair = sidesOf(value);
  const side = pair?.request === undefined ? pair?.response : undefined;
  if (side === undefined || side.isInText || !isJsonObject(side.value)) return undefined;
  const chunk = unwrapped({ value: side.value, at: pointersIn(side) });
  const isOwn = isJsonArray(into(chunk, 'candidates')?.value) || isOwnByUse(chunk);
  return isOwn && into(chunk, 'error') === undefined ? { ...chunk, record } : undefined;
}

const isOwnByUse = (chunk: Located): boolean =>
  into(chunk, 'usageMetadata') !== undefined || into(into(chunk, 'promptFeedback'), 'blockReason') !== undefined;

const idOf = (chunk: Located): string => textIn(chunk, 'responseId') ?? '';

const isBeginning = (chunk: Located): boolean =>
  itemsOf(into(chunk, 'candidates')).length > 0 || into(into(chunk, 'promptFeedback'), 'blockReason') !== undefined;

const hasContent = (chunk: Located): boolean =>
  itemsOf(into(chunk, 'candidates')).some((candidate) => itemsOf(into(into(candidate, 'content'), 'parts')).length > 0);
