import type { ChatDialect } from '../kit/chat/dialect.ts';

export const mistralDialect: ChatDialect = {
  because: 'Mistral names no dialect',
  /** `parameters` is required there: without it nothing is declared. */
  withoutParameters: undefined,
  /** The default of `ToolCall.id` in Mistral's API description is this text. */
  noId: 'null',
};
