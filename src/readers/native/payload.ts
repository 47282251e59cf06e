import type { JsonValue } from '../../model/json.ts';
import type { Payload, PayloadDigest } from '../../model/payload.ts';
import { type NativeLine, reportUnread } from './line.ts';
import { isRedacted } from './redacted.ts';
import { noDigest, sha256At } from './sha256.ts';

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

/** One digest as the record gives it; what is none names nothing, and is told. */
export function digestOf(
  line: NativeLine,
  { name, of }: { readonly name: string; readonly of: PayloadDigest['of'] },
  sha256: JsonValue | undefined,
): readonly PayloadDigest[] {
  const digits = sha256At(line, name, sha256);
  return digits === undefined ? [] : [{ of, sha256: digits, pointer: `${line.prefix}/${name}` }];
}

/**
 * Nothing but digests: the first stands for the payload. Where none of those that are there can be read, a value was recorded all the same, by
 * something that does not name it: it is not absent.
 */
export function digestForm(line: NativeLine, digests: readonly PayloadDigest[] | undefined, names: readonly string[]): Payload | undefined {
  const [first] = digests ?? [];
  if (first !== undefined) return { form: 'digest', sha256: first.sha256, pointer: first.pointer, digests };
  const name = names.find((wanted) => line.event[wanted] !== undefined);
  if (name === undefined) return undefined;
  if (isRedacted(line.event, name)) return redactedForm(line, name);
  return { form: 'opaque', reason: 'opaque', detail: `the digest that stands for it is ${noDigest}`, pointer: `${line.prefix}/${name}` };
}

export function withDigests(payload: Payload, digests: readonly PayloadDigest[] | undefined): Payload {
  return digests === undefined || digests.length === 0 || payload.digests === digests ? payload : { ...payload, digests };
}

export function absentForm(line: NativeLine, name: string): Payload {
  return { form: 'absent', pointer: `${line.prefix}/${name}` };
}

/** `value`, `value_text` or `value_sha256`. */
export function committedValue(line: NativeLine): Payload {
  const { event } = line;
  const digests =
    event.value_sha256 === undefined ? undefined : digestOf(line, { name: 'value_sha256', of: 'payload' }, event.value_sha256);
  const payload =
    textForm(line, 'value_text', event.value_text) ??
    valueForm(line, 'value', event.value) ??
    digestForm(line, digests, ['value_sha256']) ??
    absentForm(line, 'value');
  return withDigests(payload, digests);
}

function redactedForm(line: NativeLine, name: string): Payload {
  return { form: 'opaque', reason: 'redacted', detail: 'the record says that it was redacted', pointer: `${line.prefix}/${name}` };
}
