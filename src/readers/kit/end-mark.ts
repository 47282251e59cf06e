import type { JsonValue } from '../../model/json.ts';

/** The word with which streams of the chat shape end. It is no event, and a record of its own where every event is one. */
export const isEndMark = (value: JsonValue): boolean => value === '[DONE]';
