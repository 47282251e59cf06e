import { openChatSession } from './kit/chat/session.ts';
import { hasAnyMessages } from './kit/pair.ts';
import { recognizeBy } from './kit/share.ts';
import { mistralDialect } from './mistral/dialect.ts';
import { isAnyChatPair, isMostlyMistral } from './mistral/marks.ts';
import type { Reader } from './reader.ts';

/**
 * Mistral chat completions: the shape of Chat Completions with calls that have no `type`, arguments as text or as an object,
 * and ids of nine characters or none. A pair is a run of its own; results carry no error flag.
 */
export const mistral: Reader = {
  id: 'mistral',
  title: 'Mistral chat pairs',
  carries: ['declarations', 'raw-arguments', 'ids'],
  streams: 'chunks (chat.completion.chunk)',
  owns: 'file',
  recognize(first) {
    const isOwn = isMostlyMistral(first);
    return recognizeBy(first, {
      isSure: (value) => isOwn && isAnyChatPair(value),
      isAlike: hasAnyMessages,
      missing: 'neither its requests nor its responses have a mark of Mistral',
    });
  },
  open: (emit) => openChatSession(emit, mistralDialect),
};
