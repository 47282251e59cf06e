import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { ReaderSession } from '../reader.ts';
import type { Pair, Side } from './pair.ts';
import { openPairRuns } from './pair-run.ts';
import { openPieceList } from './piece-records.ts';
import { openRequests, type RequestRecord, type Requests } from './requests.ts';
import { emitAtLeastOne, type Sink } from './sink.ts';

/** Takes the records that are pieces of a stream. */
export interface StreamRecords {
  /** True when the record is a piece, and understood. */
  take(record: SourceRecord, run: string): boolean;
  end(): void;
}

/** What the streams of a format are opened with. */
export interface StreamContext {
  readonly emit: (event: LedgerEvent) => void;
  readonly requests: Requests;
  /** Reads a record that is no piece. */
  readonly readAlone: (record: SourceRecord, run: string) => void;
}

/** What one pass over pairs, requests and the pieces of streams is made of. */
export interface SessionParts {
  readonly emit: (event: LedgerEvent) => void;
  /** Takes a record of the format apart. */
  readonly pairOf: (value: JsonValue) => Pair | undefined;
  /** The member of a request that holds what is said to the model. */
  readonly said: string;
  /** Reads a record that is no piece. */
  readonly read: (sink: Sink) => void;
  /** Reads a response whose request is the record before it. */
  readonly readAnswer: (answer: Answer, sink: Sink) => void;
  readonly openStreams: (context: StreamContext) => StreamRecords;
}

/** A response, and its request in a record of its own. */
export interface Answer {
  readonly request: RequestRecord;
  readonly response: Side;
}

/** A session in which a pair, a request and a stream are each a run of their own, but for a stream that answers the request before it. */
export function openStreamedSession({ emit, pairOf, said, read, readAnswer, openStreams }: SessionParts): ReaderSession {
  const runOf = openPairRuns();
  const readAlone = (record: SourceRecord, run: string): void => emitAtLeastOne({ record, run, emit }, read);
  const requests = openRequests({ pairOf, said, readAlone });
  const streams = openStreams({ emit, requests, readAlone });

  /** True when the record is a whole stream in a list, and the request before it is known. */
  const takeAnswer = (record: SourceRecord, run: string): boolean => {
    const response = streamAlone(pairOf(record.value));
    const request = response === undefined ? undefined : requests.claim();
    if (response === undefined || request === undefined) return false;
    const pieces = openPieceList(emit, request);
    pieces.add({ record, run }, true);
    pieces.settle((sink) => readAnswer({ request, response }, sink));
    return true;
  };

  return {
    push(record) {
      const run = runOf(record);
      if (streams.take(record, run) || requests.hold(record, run) || takeAnswer(record, run)) return;
      requests.release();
      readAlone(record, run);
    },
    end() {
      streams.end();
      requests.release();
    },
  };
}

function streamAlone(pair: Pair | undefined): Side | undefined {
  const response = pair?.request === undefined ? pair?.response : undefined;
  const isList = isJsonArray(response?.value) || isJsonArray(memberOf(response?.value, 'stream'));
  return isList ? response : undefined;
}
