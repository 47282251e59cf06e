import { isGeminiLike, isGeminiRecord } from './gemini/marks.ts';
import { readRecord } from './gemini/read.ts';
import { openHistory } from './kit/history.ts';
import { openPairRuns } from './kit/pair-run.ts';
import { recognizeBy } from './kit/share.ts';
import { emitAtLeastOne } from './kit/sink.ts';
import type { Reader } from './reader.ts';

/**
 * Gemini generateContent: recorded requests with their responses, whole or as a stream, one pair a record and a run of its
 * own; and the session files of Gemini CLI, one document and one run. Calls often have no id.
 */
export const gemini: Reader = {
  id: 'gemini',
  title: 'Gemini generateContent pairs',
  carries: ['declarations', 'error-flag', 'structured-results', 'ids'],
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isGeminiRecord,
      isAlike: isGeminiLike,
      missing: 'its responses have no "candidates" and its "contents" no "parts"',
    }),
  open(emit) {
    const history = openHistory();
    const runOf = openPairRuns();
    return {
      push: (record) => emitAtLeastOne({ record, run: runOf(record), emit }, (sink) => readRecord(sink, history)),
      end: () => undefined,
    };
  },
};
