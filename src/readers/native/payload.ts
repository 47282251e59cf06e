import type { Payload } from '../../model/event.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../../model/json.ts';
import { type NativeLine, reportUnread } from './line.ts';

// A payload comes in the forms of ledger.md §6: `NAME` (JSON), `NAME_text` (the exact string), `NAME_sha256` (bytes kept
// elsewhere). Where several are there the exact text goes first: it is what was recorded, the parsed value is a reading of it.
// Each function returns undefined when its form is not there.

export function textForm(line: NativeLine, name: string, text: JsonValue | undefined): Payload | undefined {
  if (isRedacted(line.event, name)) return redactedForm(line, name);
  if (typeof text === 'string') return { form: 'text', text, pointer: `${line.prefix}/${name}` };
  if (text !== undefined) reportUnread(line, `with ${name} that is no text`);
  return undefined;
}

/** JSON null is a value, not an absence. */
export function valueForm(line: NativeLine, name: string, value: JsonValue | undefined): Payload | undefined {
  if (isRedacted(line.event, name)) return redactedForm(line, name);
  return value === undefined ? undefined : { form: 'value', value, pointer: `${line.prefix}/${name}` };
}

export function digestForm(line: NativeLine, name: string, sha256: JsonValue | undefined): Payload | undefined {
  if (typeof sha256 === 'string') return { form: 'digest', sha256, pointer: `${line.prefix}/${name}` };
  if (sha256 !== undefined) reportUnread(line, `with ${name} that is no text`);
  return undefined;
}

export function absentForm(line: NativeLine, name: string): Payload {
  return { form: 'absent', pointer: `${line.prefix}/${name}` };
}

/** `value`, `value_text` or `value_sha256`. */
export function committedValue(line: NativeLine): Payload {
  const { event } = line;
  return (
    textForm(line, 'value_text', event.value_text) ??
    valueForm(line, 'value', event.value) ??
    digestForm(line, 'value_sha256', event.value_sha256) ??
    absentForm(line, 'value')
  );
}

function redactedForm(line: NativeLine, name: string): Payload {
  return { form: 'opaque', reason: 'redacted', detail: 'the record says that it was redacted', pointer: `${line.prefix}/${name}` };
}

/** True when the member `path` (`tool/inputSchema`), something inside it, or something around it was replaced. */
export function isRedacted(event: JsonObject, path: string): boolean {
  const { redacted } = event;
  if (redacted === undefined || !isJsonArray(redacted)) return false;
  const pointer = `/${path}`;
  return redacted.some((other) => typeof other === 'string' && isRelated(other, pointer));
}

function isRelated(redacted: string, pointer: string): boolean {
  return redacted === pointer || redacted.startsWith(`${pointer}/`) || pointer.startsWith(`${redacted}/`);
}
