import type { LedgerEvent } from '../../../model/event.ts';
import type { ReaderSession } from '../../reader.ts';
import { openHistory } from '../history.ts';
import { openStreamedSession } from '../session.ts';
import { openSides } from '../sides.ts';
import { readChoices, readJoined } from './choices.ts';
import { chatPairOf } from './chunk.ts';
import { openChunkRecords } from './chunk-records.ts';
import type { ChatDialect } from './dialect.ts';
import { type ChatResponse, readSides } from './read.ts';

/** Reads records of the chat shape: pairs, requests and chunks. */
export function openChatSession(emit: (event: LedgerEvent) => void, dialect: ChatDialect): ReaderSession {
  const history = openHistory();
  const sides = openSides<ChatResponse>({
    pairOf: chatPairOf,
    readResponse: (response) => (sink) => readChoices(response, sink),
    read: (both, sink) => readSides(both, { ...sink, dialect }, history),
  });
  return openStreamedSession({
    emit,
    pairOf: chatPairOf,
    said: 'messages',
    read: sides.readPair,
    readAnswer: sides.readAnswer,
    openStreams: (context) =>
      openChunkRecords({
        ...context,
        dialect,
        read: ({ joined, request, isDone }, sink) => sides.readStream(request, () => readJoined(joined, isDone), sink),
      }),
  });
}
