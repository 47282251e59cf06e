import { parseJson } from '../json/parse.ts';
import type { Delta, GateAnswer, UncheckedReason } from '../model/delta.ts';
import type { JsonValue } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord, TextDefect } from '../model/record.ts';
import type { Judged } from '../replay/judge.ts';

/** A payload read as JSON, with what its text itself gets wrong. */
export type Reading =
  | {
      readonly kind: 'value';
      readonly value: JsonValue;
      readonly defects: readonly TextDefect[];
      readonly promise: Judged['promise'];
      /** What is told of it besides. */
      readonly note?: Delta | undefined;
    }
  | { readonly kind: 'not-json'; readonly delta: Delta; readonly promise: Judged['promise'] }
  | { readonly kind: 'unchecked'; readonly reason: UncheckedReason; readonly detail: string };

const emptyObject: JsonValue = {};
const none: readonly TextDefect[] = [];

/** Models say by an empty text that a tool has no arguments, and their clients read `{}`: so do we, and say it. */
const emptyText: Delta = { kind: 'not-json', path: '', declared: 'one JSON value', recorded: '', reason: 'empty' };

/** The record's defects inside one payload, with pointers into the payload. */
function defectsUnder(record: SourceRecord, pointer: string): readonly TextDefect[] {
  if (record.defects.length === 0) return none;
  return record.defects
    .filter((defect) => defect.pointer === pointer || defect.pointer.startsWith(`${pointer}/`))
    .map((defect) => ({ ...defect, pointer: defect.pointer.slice(pointer.length) }));
}

/** Text that at least sets out to be JSON: the weakest of the three promises. */
const looksLikeJson = (text: string): boolean => /^\s*(?:```(?:json)?\s*)?[{["]/i.test(text.slice(0, 200));

function readText(text: string): Reading {
  const parsed = parseJson(text);
  if (parsed.ok) return { kind: 'value', value: parsed.value, defects: parsed.defects, promise: 'json' };
  const { fault } = parsed;
  const delta: Delta = {
    kind: 'not-json',
    path: '',
    declared: 'one JSON value',
    recorded: text,
    reason: fault.reason,
    detail: fault.detail,
    index: fault.index,
    ...(fault.repair === undefined ? {} : { repair: fault.repair }),
  };
  return { kind: 'not-json', delta, promise: looksLikeJson(text) ? 'json-looking' : 'none' };
}

/** Reads a payload: omitted arguments are `{}` (MCP, every version), a text is read exactly, digests and opaque text are not read at all. */
export function readPayload(payload: Payload, record: SourceRecord): Reading {
  switch (payload.form) {
    case 'value':
      return { kind: 'value', value: payload.value, defects: defectsUnder(record, payload.pointer), promise: 'json' };
    case 'text':
      return readText(payload.text);
    case 'absent':
      return {
        kind: 'value',
        value: emptyObject,
        defects: none,
        promise: 'none',
        note: payload.isEmptyText === true ? emptyText : undefined,
      };
    case 'digest':
      return {
        kind: 'unchecked',
        ...(payload.withheld ?? {
          reason: 'content-withheld',
          detail: 'the record holds only a digest of this value (--payloads gives what it stands for)',
        }),
      };
    case 'opaque':
      return { kind: 'unchecked', reason: payload.reason, detail: payload.detail };
  }
}

const failing: ReadonlySet<string> = new Set(['duplicate-key', 'lone-surrogate']);
const words = {
  'duplicate-key': (text: string) => `the key ${text} stands twice in one object: two readers may see two values`,
  'lone-surrogate': () => 'half a character: not Unicode text, and it cannot be written as UTF-8',
  'rounded-number': (text: string) => `a double does not hold ${text}`,
} as const;

function defectDelta(defect: TextDefect): Delta {
  return { kind: defect.kind, path: defect.pointer, detail: words[defect.kind](defect.text) };
}

/** What the text itself gets wrong joins the gate's answer: twice-said keys and half characters fail any value. */
export function withDefects(answer: GateAnswer, defects: readonly TextDefect[]): GateAnswer {
  if (defects.length === 0) return answer;
  const deltas = defects.map(defectDelta);
  const faults = deltas.filter((delta) => failing.has(delta.kind));
  const known = new Set(answer.notes.map((note) => `${note.kind} ${note.path}`));
  const notes = [...answer.notes, ...deltas.filter((delta) => !failing.has(delta.kind) && !known.has(`${delta.kind} ${delta.path}`))];
  if (faults.length === 0) return { ...answer, notes };
  const deviations = answer.verdict === 'fail' ? [...answer.deltas, ...faults] : faults;
  return { verdict: 'fail', deltas: deviations, notes };
}
