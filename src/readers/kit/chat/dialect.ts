import { type JsonValue, stringMember } from '../../../model/json.ts';
import type { MessageCall, Sink } from '../sink.ts';

/** What providers of the Chat Completions shape do each in their own way. */
export interface ChatDialect {
  /** Why a schema without `$schema` is read as JSON Schema 2020-12. */
  readonly because: string;
  /** What a function without `parameters` declares. Undefined: nothing is known of its arguments. */
  readonly withoutParameters: JsonValue | undefined;
  /** An id that stands for "no id": such calls are paired by name and order. */
  readonly noId: string | undefined;
}

export interface ChatSink extends Sink {
  readonly dialect: ChatDialect;
}

/** The id a call or a result names, if it is one: some servers write an empty text for none, or the word null. */
export function idOf(value: JsonValue | undefined, name: string, { noId }: ChatDialect): string | undefined {
  const id = stringMember(value, name);
  return id === undefined || id === '' || id === 'null' || id === noId ? undefined : id;
}

export function isIdOptionalIn({ noId }: ChatDialect): MessageCall['isIdOptional'] {
  return noId === undefined ? undefined : true;
}
