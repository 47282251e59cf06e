import { openPairRuns } from './kit/pair-run.ts';
import { recognizeBy } from './kit/share.ts';
import { emitAtLeastOne } from './kit/sink.ts';
import { isResponsesLike, isResponsesPair } from './openai-responses/marks.ts';
import { openMemory, readExchange, readSides } from './openai-responses/read.ts';
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
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isResponsesPair,
      isAlike: isResponsesLike,
      missing: 'its responses have no "output" items and its requests none of the marks of the Responses API',
    }),
  open(emit) {
    const memory = openMemory();
    const runOf = openPairRuns();
    const streams = openStreamRecords(emit, (sides, sink) => readSides(sides, sink, memory));
    return {
      push(record) {
        const run = runOf(record);
        if (streams.take(record, run)) return;
        emitAtLeastOne({ record, run, emit }, (sink) => readExchange(sink, memory));
      },
      end: streams.end,
    };
  },
};
