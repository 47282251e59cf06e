import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonValue, memberOf } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { Attribute } from './attributes.ts';

/** Contents are opt-in: what is absent was not captured, and says nothing about the arguments. */
export function notCaptured(pointer: string): Payload {
  return opaque('not captured', pointer);
}

export const opaque = (detail: string, pointer: string): Payload => ({ form: 'opaque', reason: 'opaque', detail, pointer });

/** Arguments as a model wrote them: a text is the model's own. */
export function proposedPayload(value: JsonValue | undefined, pointer: string, missing: string): Payload {
  if (value === undefined || value === null) return notCaptured(missing);
  return typeof value === 'string' ? { form: 'text', text: value, pointer } : { form: 'value', value, pointer };
}

/**
 * Arguments as they reached the tool. The text is the instrumentation's own spelling of them, so that one which is no JSON
 * (a Python repr, a cut text) is a fault of the recording and none of the call.
 */
export function executedPayload({ value, pointer }: Attribute): Payload {
  if (typeof value !== 'string') return { form: 'value', value, pointer };
  if (!parseJson(value).ok) return opaque('the span holds the arguments as a text that is no JSON', pointer);
  return { form: 'text', text: value, pointer };
}

/** OpenInference and others write the input of a function in whatever form: only an object that is no wrapper of them is taken. */
export function inputPayload(attribute: Attribute): Payload {
  const { value, pointer } = attribute;
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  const read = parsed === undefined ? value : parsed.ok ? parsed.value : undefined;
  const isWrapper = memberOf(read, 'kwargs') !== undefined || memberOf(read, 'args') !== undefined;
  if (!isJsonObject(read) || isWrapper) return opaque('the input of the span is no plain object of arguments', pointer);
  return executedPayload(attribute);
}
