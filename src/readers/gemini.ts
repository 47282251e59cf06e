import { type ChunkSettings, openChunkRecords } from './gemini/chunk-records.ts';
import { openJournal } from './gemini/journal.ts';
import { isGeminiLike, isGeminiRecord } from './gemini/marks.ts';
import { readSides } from './gemini/read.ts';
import { readJoined, readResponse } from './gemini/response.ts';
import { isSessionDocument, readSession } from './gemini/session.ts';
import { sidesOf } from './gemini/sides.ts';
import { openHistory } from './kit/history.ts';
import { openStreamedSession } from './kit/session.ts';
import { recognizeBy } from './kit/share.ts';
import { openSides } from './kit/sides.ts';
import type { Reader } from './reader.ts';

/**
 * Gemini generateContent: recorded requests with their responses, whole or as a stream, one pair a record and a run of its
 * own; the chunks of streams, one a record; and the session files of Gemini CLI, one document or a journal, and one run. Calls often have no id.
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
    const journal = openJournal();
    const sides = openSides({ pairOf: sidesOf, readResponse, read: (both, sink) => readSides(both, sink, history) });
    const read: ChunkSettings['read'] = ({ joined, request, isStream, isDoubtful }, sink) =>
      sides.readStream(request, { ...readJoined(joined, { isStream, unread: [], pointer: '' }), isDoubtful }, sink);
    return openStreamedSession({
      emit,
      pairOf: sidesOf,
      said: 'contents',
      read: (sink) => {
        if (isSessionDocument(sink.record.value)) readSession(sink);
        else if (!journal.read(sink)) sides.readPair(sink);
      },
      readAnswer: sides.readAnswer,
      openStreams: (context) => openChunkRecords({ ...context, read }),
    });
  },
};
