import { openEventRecords } from './anthropic/event-records.ts';
import { isMessagesLike, isMessagesPair } from './anthropic/marks.ts';
import { readEventRecords, readPair } from './anthropic/read.ts';
import { openHistory } from './kit/history.ts';
import { openPairRuns } from './kit/pair-run.ts';
import { recognizeBy } from './kit/share.ts';
import { emitAtLeastOne } from './kit/sink.ts';
import type { Reader } from './reader.ts';

/**
 * Anthropic Messages: recorded requests with their responses, whole or as a stream, one pair a record; or the events of streams,
 * one a record.
 * A pair is a run of its own; results come with the next request and say whether they are errors.
 */
export const anthropic: Reader = {
  id: 'anthropic',
  title: 'Anthropic Messages pairs',
  carries: ['declarations', 'error-flag', 'ids'],
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isMessagesPair,
      isAlike: isMessagesLike,
      missing: 'its responses are no messages and its requests have no tools with "input_schema"',
    }),
  open(emit) {
    const history = openHistory();
    const runOf = openPairRuns();
    const streams = openEventRecords(emit, (events, sink) => readEventRecords(events, sink, history));
    return {
      push(record) {
        const run = runOf(record);
        if (streams.take(record, run)) return;
        emitAtLeastOne({ record, run, emit }, (sink) => readPair(sink, history));
      },
      end: streams.end,
    };
  },
};
