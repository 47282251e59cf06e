import { eventOf, messagesPairOf } from './anthropic/event.ts';
import { isMessagesLike, isMessagesPair } from './anthropic/marks.ts';
import { readSides } from './anthropic/read.ts';
import { readJoined, readMessage } from './anthropic/response.ts';
import { type JoinedMessage, openEventJoin } from './anthropic/stream.ts';
import { type EventSettings, openEventRecords } from './kit/event-records.ts';
import { openHistory } from './kit/history.ts';
import { openStreamedSession } from './kit/session.ts';
import { recognizeBy } from './kit/share.ts';
import { openSides } from './kit/sides.ts';
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
  streams: 'events, from message_start to message_stop',
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isMessagesPair,
      isAlike: isMessagesLike,
      missing: 'its responses are no messages and its requests have no tools with "input_schema"',
    }),
  open(emit) {
    const history = openHistory();
    const sides = openSides({ pairOf: messagesPairOf, readResponse: readMessage, read: (both, sink) => readSides(both, sink, history) });
    const read: EventSettings<JoinedMessage>['read'] = ({ joined, request }, sink) =>
      sides.readStream(request, readJoined(joined, ''), sink);
    return openStreamedSession({
      emit,
      pairOf: messagesPairOf,
      said: 'messages',
      read: sides.readPair,
      readAnswer: sides.readAnswer,
      openStreams: (context) => openEventRecords({ ...context, eventOf, openJoin: openEventJoin, read }),
    });
  },
};
