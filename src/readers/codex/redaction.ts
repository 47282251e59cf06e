import { parseJson } from '../../json/parse.ts';
import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { MessageCall } from '../kit/sink.ts';

/** Exporters put `{"redacted": true, "message": …}` in place of what a tool was called with. */
export function withRedaction(call: MessageCall): MessageCall {
  const { payload } = call;
  const value = redactable(payload);
  const message = memberOf(value, 'redacted') === true ? stringMember(value, 'message') : undefined;
  if (message === undefined) return call;
  return { ...call, payload: { form: 'opaque', reason: 'redacted', detail: 'the arguments were redacted', pointer: payload.pointer } };
}

function redactable(payload: Payload): JsonValue | undefined {
  if (payload.form === 'value') return payload.value;
  if (payload.form !== 'text' || !/"redacted"\s*:\s*true/.test(payload.text)) return undefined;
  const parsed = parseJson(payload.text);
  return parsed.ok ? parsed.value : undefined;
}
