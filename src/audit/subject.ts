import { parseJson } from '../json/parse.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';
import type { Reader } from '../readers/reader.ts';

/** One value instead of a recording: the whole input is the arguments of a tool, or an answer under a schema. */
export type ValueSubject =
  | { readonly kind: 'call'; readonly tool: string; readonly server?: string | undefined }
  | { readonly kind: 'answer'; readonly schema: JsonValue; readonly source: string };

/** Reads every record of the input as that one value. */
export function subjectReader(subject: ValueSubject): Reader {
  return {
    id: 'value',
    title: subject.kind === 'call' ? `arguments of ${subject.tool}` : `an answer under ${subject.source}`,
    carries: ['raw-arguments'],
    owns: 'file',
    recognize: () => ({ isRecognized: true }),
    open: (emit) => ({ push: (record) => emit(subjectEvent(subject, record)), end: () => undefined }),
  };
}

function subjectEvent(subject: ValueSubject, record: SourceRecord): LedgerEvent {
  // what could not be read as JSON reaches the gate as the text it is, and fails there with its reason
  const isText = record.value === null && record.text.trim() !== 'null';
  const payload: Payload = isText ? { form: 'text', text: record.text, pointer: '' } : { form: 'value', value: record.value, pointer: '' };
  const base = { record, run: '', payload };
  if (subject.kind === 'call') return { kind: 'proposed', ...base, server: subject.server, tool: subject.tool, toolPointer: '' };
  return { kind: 'answered', ...base, contract: { schema: subject.schema, pointer: '', name: subject.source } };
}

/** The whole text as one record: one value, not as many as its lines would make. */
export function wholeRecord(text: string, input: number): SourceRecord {
  const parsed = parseJson(text);
  const base = { input, line: 1, column: 1, offset: 0, text };
  return parsed.ok
    ? { ...base, value: parsed.value, defects: parsed.defects, isDeep: parsed.isDeep }
    : { ...base, value: null, defects: [], isDeep: false };
}
