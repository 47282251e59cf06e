import type { ChatDialect } from '../kit/chat/dialect.ts';

export const openaiDialect: ChatDialect = {
  because: 'OpenAI names no dialect',
  /** "Omitting `parameters` defines a function with an empty parameter list" (OpenAI API reference): an object that declares nothing. */
  withoutParameters: { type: 'object', properties: {} },
  noId: undefined,
};
