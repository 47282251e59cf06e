import type { JsonValue } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { Pair, Side } from './pair.ts';
import type { RequestRecord } from './requests.ts';
import type { Answer } from './session.ts';
import { emitUnread, type Sink } from './sink.ts';

/** The two sides of a pair, whichever records they lie in. */
export interface Sides<Response> {
  readonly request: Side | undefined;
  /** The record of the request, where it is another one. */
  readonly requestRecord?: SourceRecord | undefined;
  readonly response: Response | undefined;
}

export interface SidesSettings<Response> {
  readonly pairOf: (value: JsonValue) => Pair | undefined;
  readonly readResponse: (response: Side) => Response;
  readonly read: (sides: Sides<Response>, sink: Sink) => void;
}

/** Every way in which the two sides of a pair are recorded. */
export interface SidesReader<Response> {
  /** One record holds both sides, or one of them. */
  readPair(sink: Sink): void;
  /** A whole response follows the record of its request. */
  readAnswer(answer: Answer, sink: Sink): void;
  /** A response was recorded piece by piece, each a record of its own; its request, if known, is another record. */
  readStream(request: RequestRecord | undefined, response: Response, sink: Sink): void;
}

export function openSides<Response>({ pairOf, readResponse, read }: SidesSettings<Response>): SidesReader<Response> {
  return {
    readPair(sink) {
      const pair = pairOf(sink.record.value);
      if (pair === undefined) emitUnread(sink, 'record that is no request or response');
      else read({ request: pair.request, response: pair.response === undefined ? undefined : readResponse(pair.response) }, sink);
    },
    readAnswer: ({ request, response }, sink) =>
      read({ request: request.side, requestRecord: request.record, response: readResponse(response) }, sink),
    readStream: (request, response, sink) => read({ request: request?.side, requestRecord: request?.record, response }, sink),
  };
}
