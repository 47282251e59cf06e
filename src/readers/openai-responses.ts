import { openStreamedSession } from './kit/session.ts';
import { recognizeBy } from './kit/share.ts';
import { openSides } from './kit/sides.ts';
import { exchangeOf } from './openai-responses/exchange.ts';
import { isResponsesLike, isResponsesPair } from './openai-responses/marks.ts';
import { openMemory, readSides } from './openai-responses/read.ts';
import { readResponse } from './openai-responses/response.ts';
import { openStreamRecords } from './openai-responses/stream-records.ts';
import type { Reader } from './reader.ts';

/**
 * OpenAI Responses: recorded requests with their responses, whole or as a stream, one pair a record; or the events of one
 * stream after the other, one a record. A pair is a run of its own, and a result goes to the run of its call, also where
 * only `previous_response_id` ties the two together.
 */
export const openaiResponses: Reader = {
  id: 'openai-responses',
  title: 'OpenAI Responses pairs',
  carries: ['declarations', 'raw-arguments', 'error-flag', 'ids'],
  streams: 'events (response.*)',
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isResponsesPair,
      isAlike: isResponsesLike,
      missing: 'its responses have no "output" items and its requests none of the marks of the Responses API',
    }),
  open(emit) {
    const memory = openMemory();
    const sides = openSides({
      pairOf: exchangeOf,
      readResponse: (response) => ({ response: readResponse(response), pointer: response.pointer }),
      read: ({ request, requestRecord, response }, sink) =>
        readSides({ request, requestRecord, response: response?.response, pointer: response?.pointer ?? '' }, sink, memory),
    });
    const session = openStreamedSession({
      emit,
      pairOf: exchangeOf,
      said: 'input',
      read: sides.readPair,
      readAnswer: sides.readAnswer,
      openStreams: (context) => openStreamRecords({ ...context, read: (sides, sink) => readSides(sides, sink, memory) }),
    });
    return {
      push: session.push,
      end() {
        session.end();
        memory.chains.end();
      },
    };
  },
};
