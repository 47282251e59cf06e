import { openStreamedSession } from './kit/session.ts';
import { recognizeBy } from './kit/share.ts';
import { openSides } from './kit/sides.ts';
import { emitUnread } from './kit/sink.ts';
import { exchangeOf, hasUnusedCalls } from './openai-responses/exchange.ts';
import { isResponsesLike, openMarks } from './openai-responses/marks.ts';
import { openMemory, readSides } from './openai-responses/read.ts';
import { readResponse } from './openai-responses/response.ts';
import { openSavedRecords } from './openai-responses/saved-session.ts';
import { openStreamRecords } from './openai-responses/stream-records.ts';
import type { Reader } from './reader.ts';

/**
 * OpenAI Responses: recorded requests with their responses, whole or as a stream, one pair a record; or the events of one
 * stream after the other, one a record. A pair is a run of its own, and a result goes to the run of its call, also where
 * only `previous_response_id` ties the two together. Items that were saved without their requests are read as the conversation they are.
 */
export const openaiResponses: Reader = {
  id: 'openai-responses',
  title: 'OpenAI Responses pairs',
  carries: ['declarations', 'raw-arguments', 'error-flag', 'ids'],
  streams: 'events (response.*)',
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: openMarks(first),
      isAlike: isResponsesLike,
      missing: 'its responses have no "output" items and its requests none of the marks of the Responses API',
    }),
  open(emit) {
    const memory = openMemory();
    const sides = openSides({
      pairOf: exchangeOf,
      readResponse: (response) => ({ response: readResponse(response), pointer: response.pointer }),
      read({ request, requestRecord, response }, sink) {
        if (hasUnusedCalls(sink.record.value, request)) emitUnread(sink, 'messages beside the input');
        readSides({ request, requestRecord, response: response?.response, pointer: response?.pointer ?? '' }, sink, memory);
      },
    });
    const session = openStreamedSession({
      emit,
      pairOf: exchangeOf,
      said: 'input',
      read: sides.readPair,
      readAnswer: sides.readAnswer,
      openStreams(context) {
        const streams = openStreamRecords({ ...context, read: (sides, sink) => readSides(sides, sink, memory) });
        const saved = openSavedRecords(context, memory);
        return {
          take: (record, run) => streams.take(record, run) || saved.take(record, run),
          end() {
            streams.end();
            saved.end();
          },
        };
      },
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
