import { isConverseLike, isConversePair } from './bedrock/marks.ts';
import { readPair } from './bedrock/read.ts';
import { openHistory } from './kit/history.ts';
import { openPairRuns } from './kit/pair-run.ts';
import { recognizeBy } from './kit/share.ts';
import { emitAtLeastOne } from './kit/sink.ts';
import type { Reader } from './reader.ts';

/**
 * Amazon Bedrock Converse: recorded requests with their responses, whole or as a list of stream events, one pair a record.
 * A pair is a run of its own; results come with the next request and mostly say how the call ended.
 */
export const bedrock: Reader = {
  id: 'bedrock',
  title: 'Bedrock Converse pairs',
  carries: ['declarations', 'error-flag', 'ids'],
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isConversePair,
      isAlike: isConverseLike,
      missing: 'its responses have no "output" with "stopReason" and its requests no "toolSpec"',
    }),
  open(emit) {
    const history = openHistory();
    const runOf = openPairRuns();
    return {
      push: (record) => emitAtLeastOne({ record, run: runOf(record), emit }, (sink) => readPair(sink, history)),
      end: () => undefined,
    };
  },
};
