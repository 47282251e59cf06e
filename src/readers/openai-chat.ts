import { openChunkRecords } from './kit/chat/chunk-records.ts';
import { readChunkRecords, readPair } from './kit/chat/read.ts';
import { openHistory } from './kit/history.ts';
import { hasAnyMessages } from './kit/pair.ts';
import { openPairRuns } from './kit/pair-run.ts';
import { recognizeBy } from './kit/share.ts';
import { emitAtLeastOne } from './kit/sink.ts';
import { isAnyChatPair, isMostlyMistral } from './mistral/marks.ts';
import { openaiDialect } from './openai-chat/dialect.ts';
import type { Reader } from './reader.ts';

/**
 * OpenAI Chat Completions: recorded requests with their responses, whole or as a stream, one pair a record; or the chunks of
 * streams, one a record.
 * A pair is a run of its own. Results come only with the next request, carry no error flag, and may come in any order.
 */
export const openaiChat: Reader = {
  id: 'openai-chat',
  title: 'OpenAI Chat Completions pairs',
  carries: ['declarations', 'raw-arguments', 'ids'],
  owns: 'file',
  recognize(first) {
    const isOwn = !isMostlyMistral(first);
    return recognizeBy(first, {
      isSure: (value) => isOwn && isAnyChatPair(value),
      isAlike: hasAnyMessages,
      missing: 'its responses have no "choices" and its requests no tools of type "function"',
    });
  },
  open(emit) {
    const history = openHistory();
    const runOf = openPairRuns();
    const streams = openChunkRecords(emit, (chunks, sink) => readChunkRecords(chunks, sink, history, openaiDialect));
    return {
      push(record) {
        const run = runOf(record);
        if (streams.take(record, run)) return;
        emitAtLeastOne({ record, run, emit }, (sink) => readPair(sink, history, openaiDialect));
      },
      end: streams.end,
    };
  },
};
