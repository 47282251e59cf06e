import { openChatSession } from './kit/chat/session.ts';
import { hasAnyMessages } from './kit/pair.ts';
import { recognizeBy } from './kit/share.ts';
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
  streams: 'chunks (chat.completion.chunk)',
  owns: 'file',
  recognize(first) {
    const isOwn = !isMostlyMistral(first);
    return recognizeBy(first, {
      isSure: (value) => isOwn && isAnyChatPair(value),
      isAlike: hasAnyMessages,
      missing: 'its responses have no "choices" and its requests no tools of type "function"',
    });
  },
  open: (emit) => openChatSession(emit, openaiDialect),
};
