import { isConverseLike, isConversePair } from './bedrock/marks.ts';
import { readSides } from './bedrock/read.ts';
import { readJoined, readMessage } from './bedrock/response.ts';
import { sidesOf } from './bedrock/sides.ts';
import { eventOf, type JoinedMessage, openEventJoin } from './bedrock/stream.ts';
import { type EventSettings, openEventRecords } from './kit/event-records.ts';
import { openHistory } from './kit/history.ts';
import { openStreamedSession } from './kit/session.ts';
import { recognizeBy } from './kit/share.ts';
import { openSides } from './kit/sides.ts';
import type { Reader } from './reader.ts';

/**
 * Amazon Bedrock Converse: recorded requests with their responses, whole or as a list of stream events, one pair a record; or the events of
 * streams, one a record.
 * A pair is a run of its own; results come with the next request and mostly say how the call ended.
 */
export const bedrock: Reader = {
  id: 'bedrock',
  title: 'Bedrock Converse pairs',
  carries: ['declarations', 'error-flag', 'ids'],
  streams: 'events of ConverseStream, from messageStart to messageStop',
  owns: 'file',
  recognize: (first) =>
    recognizeBy(first, {
      isSure: isConversePair,
      isAlike: isConverseLike,
      missing: 'its responses have no "output" with "stopReason" and its requests no "toolSpec"',
    }),
  open(emit) {
    const history = openHistory();
    const sides = openSides({ pairOf: sidesOf, readResponse: readMessage, read: (both, sink) => readSides(both, sink, history) });
    const read: EventSettings<JoinedMessage>['read'] = ({ joined, request }, sink) =>
      sides.readStream(request, readJoined(joined, ''), sink);
    return openStreamedSession({
      emit,
      pairOf: sidesOf,
      said: 'messages',
      read: sides.readPair,
      readAnswer: sides.readAnswer,
      openStreams: (context) => openEventRecords({ ...context, eventOf, openJoin: openEventJoin, read }),
    });
  },
};
