import type { LedgerEvent } from '../../../model/event.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { SourceRecord } from '../../../model/record.ts';
import type { Placed } from '../pair.ts';
import { type PieceRecord, readPieces } from '../piece-records.ts';
import type { Sink } from '../sink.ts';
import { isChunk } from './chunk.ts';

/** Recorded streams with one chunk a record. */
export interface ChunkRecords {
  /** True when the record is a chunk, and understood. */
  take(record: SourceRecord, run: string): boolean;
  end(): void;
}

interface OpenStream {
  readonly pieces: PieceRecord[];
  /** Choices that began and did not end. */
  readonly unfinished: Set<number>;
}

/** Streams that are open side by side; no recorder has more. */
const openLimit = 64;

/** Chunks belong together by the id of their response; a response is read when the last of its choices has its `finish_reason`. */
export function openChunkRecords(emit: (event: LedgerEvent) => void, read: (chunks: readonly Placed[], sink: Sink) => void): ChunkRecords {
  const open = new Map<string, OpenStream>();

  return {
    take(record, run) {
      const { value } = record;
      if (!isChunk(value)) return false;
      const id = stringMember(value, 'id') ?? '';
      const stream = open.get(id) ?? begin(id, value);
      if (stream === undefined) {
        emit({ kind: 'unrelated', record, run });
        return true;
      }
      stream.pieces.push({ record, run });
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
    const stream: OpenStream = { pieces: [], unfinished: new Set() };
    open.set(id, stream);
    return stream;
  }

  function settle(id: string, { pieces }: OpenStream): void {
    open.delete(id);
    readPieces(pieces, emit, read);
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

function saysSomething(choice: JsonValue): boolean {
  const delta = memberOf(choice, 'delta');
  return stringMember(choice, 'finish_reason') !== undefined || (isJsonObject(delta) && Object.keys(delta).length > 0);
}
