import type { Contract } from '../gates/gates.ts';
import { isEqual } from '../json/equal.ts';
import { parseJson } from '../json/parse.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import type { Delta, GateAnswer } from '../model/delta.ts';
import type { Returned } from '../model/event/calls.ts';
import { isJsonObject, type JsonValue, jsonTypeOf } from '../model/json.ts';
import type { Judged } from '../replay/judge.ts';
import { type Reading, readPayload, withDefects } from './read.ts';

/** What of a result its judgement depends on. */
export type RecordedResult = Pick<Returned, 'record' | 'structured' | 'texts' | 'canBeStructured'>;

const noContract: GateAnswer = { verdict: 'no-contract', notes: [] };

/** One payload through one contract. A text that is no JSON fails before any schema is asked. */
export function judgePayload(contract: Contract | undefined, reading: Reading): Judged {
  switch (reading.kind) {
    case 'unchecked':
      return {
        answer: { verdict: 'unchecked', reason: reading.reason, detail: reading.detail, notes: [] },
        value: undefined,
        promise: 'none',
      };
    case 'not-json':
      return {
        answer: { verdict: 'fail', deltas: [withRepairVerdict(contract, reading.delta)], notes: [] },
        value: undefined,
        promise: reading.promise,
      };
    case 'value': {
      const judged = contract === undefined ? noContract : contract.judge(reading.value);
      const answer = reading.note === undefined ? judged : { ...judged, notes: [reading.note, ...judged.notes] };
      return { answer: withDefects(answer, reading.defects), value: reading.value, promise: reading.promise };
    }
  }
}

/** Whether the empty object, which many clients assume for an empty text, would have passed: said, never assumed. */
function withRepairVerdict(contract: Contract | undefined, delta: Delta): Delta {
  if (delta.reason !== 'empty' || contract === undefined) return delta;
  const wouldPass = contract.judge({}).verdict === 'pass';
  return { ...delta, hint: wouldPass ? '{} would pass' : '{} would not pass either' };
}

/** A promised result that is not there: its sender's fault where it could have been recorded, and else nothing to judge. */
function absentResult(contract: Contract | undefined, { canBeStructured }: RecordedResult): GateAnswer {
  if (contract === undefined) return noContract;
  if (!canBeStructured)
    return {
      verdict: 'unchecked',
      reason: 'content-withheld',
      detail: 'an output schema is declared, and this recording carries results as text only',
      notes: [],
    };
  const delta: Delta = {
    kind: 'missing-output',
    path: '',
    declared: 'a structured result',
    detail: 'an output schema is declared, and the success has no structured result',
  };
  return { verdict: 'fail', deltas: [delta], notes: [] };
}

/** The structured result of a success (MCP: a tool with an outputSchema must return one). */
export function judgeResult(contract: Contract | undefined, tool: ToolDeclaration, event: RecordedResult): Judged {
  const payload = event.structured;
  if (payload === undefined) return { answer: absentResult(contract, event), value: undefined, promise: 'none' };
  const judged = judgePayload(contract, readPayload(payload, event.record));
  const notes = mirrorNotes(event, judged.value);
  const answer = notes.length === 0 ? judged.answer : { ...judged.answer, notes: [...judged.answer.notes, ...notes] };
  if (tool.outputMustBeObject !== true || contract === undefined || judged.value === undefined || isJsonObject(judged.value))
    return { ...judged, answer };
  const delta: Delta = {
    kind: 'wrong-type',
    path: '',
    declared: 'object',
    recorded: judged.value,
    detail: `an ${jsonTypeOf(judged.value)} where the protocol revision in force (before 2026-07-28) allows only an object`,
  };
  return { ...judged, answer: { verdict: 'fail', deltas: [delta], notes: answer.notes } };
}

/** The text mirror of a structured result, where it reads as JSON and says something else. */
function mirrorNotes(event: RecordedResult, value: JsonValue | undefined): readonly Delta[] {
  if (value === undefined || event.texts === undefined) return [];
  const mirrors = event.texts
    .filter(({ text }) => /^\s*[{[]/.test(text))
    .flatMap(({ text, pointer }) => {
      const parsed = parseJson(text);
      return parsed.ok ? [{ pointer, value: parsed.value }] : [];
    });
  const [first] = mirrors;
  if (first === undefined || mirrors.some((mirror) => isEqual(mirror.value, value))) return [];
  return [
    { kind: 'text-disagrees', path: '', detail: `the text at ${first.pointer} reads as JSON and differs from the structured result` },
  ];
}
