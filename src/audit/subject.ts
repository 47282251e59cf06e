import type { JsonValue } from '../model/json.ts';
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
    open: (emit) => ({
      push(record) {
        const base = { record, run: '' };
        const payload = { form: 'value', value: record.value, pointer: '' } as const;
        if (subject.kind === 'call')
          emit({ ...base, kind: 'proposed', server: subject.server, tool: subject.tool, toolPointer: '', payload });
        else emit({ ...base, kind: 'answered', payload, contract: { schema: subject.schema, pointer: '', name: subject.source } });
      },
      end: () => undefined,
    }),
  };
}
