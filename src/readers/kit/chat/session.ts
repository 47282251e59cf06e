import type { LedgerEvent } from '../../../model/event.ts';
import type { ReaderSession } from '../../reader.ts';
import { openHistory } from '../history.ts';
import { openStreamedSession } from '../session.ts';
import { chatPairOf } from './chunk.ts';
import { openChunkRecords } from './chunk-records.ts';
import type { ChatDialect } from './dialect.ts';
import { readAnswer, readChunkRecords, readPair } from './read.ts';

/** Reads records of the chat shape: pairs, requests and chunks. */
export function openChatSession(emit: (event: LedgerEvent) => void, dialect: ChatDialect): ReaderSession {
  const history = openHistory();
  return openStreamedSession({
    emit,
    pairOf: chatPairOf,
    said: 'messages',
    read: (sink) => readPair(sink, history, dialect),
    readAnswer: (answer, sink) => readAnswer(answer, { ...sink, dialect }, history),
    openStreams: (context) =>
      openChunkRecords({ ...context, dialect, read: (stream, sink) => readChunkRecords(stream, { ...sink, dialect }, history) }),
  });
}
