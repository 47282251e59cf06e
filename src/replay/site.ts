import type { Delta } from '../model/delta.ts';
import type { Site } from '../model/observation/base.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';

/** The whole event: column of its first character. */
export function eventSite(record: SourceRecord): Site {
  return { record, pointer: '', part: 'value' };
}

/** A record as a whole event is placed by it: without its text and value, which are most of it. A run may stay open for a long time. */
export const placeOf = ({ input, line, column, offset, position }: SourceRecord): SourceRecord => ({
  ...{ input, line, column, offset, position },
  ...{ text: '', value: null, defects: [], isDeep: false },
});

export function valueSite(record: SourceRecord, pointer: string): Site {
  return { record, pointer, part: 'value' };
}

export function parentPointer(pointer: string): string {
  const cut = pointer.lastIndexOf('/');
  return cut < 0 ? '' : pointer.slice(0, cut);
}

const keyKinds: ReadonlySet<string> = new Set(['extra-field', 'undeclared-field', 'duplicate-key']);

/**
 * Where a gate's difference stands (findings.md "Place"): an extra key at the key, a missing one at the object's brace,
 * everything else at the value; inside arguments written as text, at the character of the outer string.
 */
export function siteOfDelta(record: SourceRecord, payload: Payload, delta: Delta): Site {
  const part = keyKinds.has(delta.kind) ? ('key' as const) : ('value' as const);
  const path = delta.kind === 'missing-field' ? parentPointer(delta.path) : delta.path;
  switch (payload.form) {
    case 'digest':
      return valueSite(record, payload.pointer);
    case 'text':
      // kept outside of the record: in it there is only the digest to point at
      if (payload.isKept === true) return valueSite(record, payload.pointer);
      if (delta.index !== undefined) return { record, pointer: payload.pointer, part: 'value', textIndex: delta.index };
      return { record, pointer: payload.pointer, part, textPath: path };
    case 'absent':
      return { record, pointer: parentPointer(payload.pointer), part: 'value' };
    default:
      return { record, pointer: payload.pointer + path, part };
  }
}

/** What an event that need not repeat a value leaves out is not recorded: it is not empty. */
export const withheld = (payload: Payload): Payload =>
  payload.form === 'absent'
    ? { form: 'opaque', reason: 'opaque', detail: 'the record holds no value here', pointer: payload.pointer }
    : payload;
