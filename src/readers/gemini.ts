import { openChunkRecords } from './gemini/chunk-records.ts';
import { isGeminiLike, isGeminiRecord } from './gemini/marks.ts';
import { readAnswer, readChunkRecords, readRecord } from './gemini/read.ts';
import { sidesOf } from './gemini/sides.ts';
import { openHistory } from './kit/history.ts';
import { openStreamedSession } from './kit/session.ts';
import { recognizeBy } from './kit/share.ts';
import type { Reader } from './reader.ts';

/**
 * Gemini generateContent: recorded requests with their responses, whole or as a stream, one pair a record and a run of its
 * own; the chunks of streams, one a record; and the session files of Gemini CLI, one document and one run. Calls often have no id.
 */
export const gemini: Reader = {
  id: 'gemini',
  title: 'Gemini generateContent pairs',
  carries: ['declarations', 'error-flag', 'structured-results', 'ids'],
  streams: 'chunks of streamGenerateContent, as events, as lines or as one array',
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isGeminiRecord,
      isAlike: isGeminiLike,
      missing: 'its responses have no "candidates" and its "contents" no "parts"',
    }),
  open(emit) {
    const history = openHistory();
    return openStreamedSession({
      emit,
      pairOf: sidesOf,
      said: 'contents',
      read: (sink) => readRecord(sink, history),
      readAnswer: (answer, sink) => readAnswer(answer, sink, history),
      openStreams: (context) => openChunkRecords({ ...context, read: (stream, sink) => readChunkRecords(stream, sink, history) }),
    });
  },
};
