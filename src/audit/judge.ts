import type { GivenWorkflow } from '../declare/declared.ts';
import { openInForce } from '../declare/in-force.ts';
import { declarationDifferences } from '../delta/declarations.ts';
import type { Contract, Gates } from '../gates/gates.ts';
import { isEqual } from '../json/equal.ts';
import { parseJson } from '../json/parse.ts';
import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { Delta, GateAnswer } from '../model/delta.ts';
import type { Declared, Returned } from '../model/event.ts';
import { isJsonObject, type JsonValue, jsonTypeOf } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { AnswerContract, Judge, Judged } from '../replay/judge.ts';
import { openContracts } from './contracts.ts';
import { observeDeclarations } from './declarations.ts';
import { openFinder } from './finder.ts';
import { type Reading, readPayload, withDefects } from './read.ts';

export interface JudgeSettings {
  readonly given: GivenWorkflow | undefined;
  readonly gates: { readonly open: Gates; readonly closed: Gates };
  /** Whether this part of the audit owns a run: what is declared is followed for all, observed for its own. */
  readonly ownsRun: (run: string) => boolean;
  observe(observation: Observation): void;
}

export interface InputJudge extends Judge {
  /** Rows of the report's `declarations`, with the dialects of the schemas that were used. */
  summaries(): readonly SummaryRow[];
}
export interface SummaryRow {
  readonly source: string | undefined;
  readonly sha256: string;
  readonly server: string | null;
  readonly tools: number;
  readonly steps: number;
  readonly scope: 'closed' | 'open';
  readonly dialects: readonly string[];
}

const noContract: GateAnswer = { verdict: 'no-contract', notes: [] };

/** Declarations in force and the gates, as the replay machine asks them. */
export function openJudge(settings: JudgeSettings): InputJudge {
  const inForce = openInForce(settings.given, declarationDifferences);
  const records = new WeakMap<ToolDeclaration | StepDeclaration, SourceRecord>();
  const contracts = openContracts({ ...settings, recordOf: (tool) => records.get(tool) });
  const find = openFinder(inForce);

  const placed = (contract: AnswerContract): AnswerContract =>
    contract.declaration === undefined ? contract : { ...contract, record: records.get(contract.declaration) };

  /** The registry keeps one object per version of a tool; the record that first declared it is where its remarks stand. */
  const rememberRecords = (event: Declared): void => {
    for (const tool of event.tools) {
      const kept = inForce.lookUp(event.run, { server: event.server ?? tool.server, tool: tool.name });
      if (kept.kind === 'declared' && kept.source === 'record' && !records.has(kept.tool)) records.set(kept.tool, event.record);
    }
  };

  return {
    declare(event) {
      find.change();
      const observations = inForce.apply(event);
      if (event.kind === 'declared') rememberRecords(event);
      if (event.kind === 'step-declared') records.set(event.declaration, event.record);
      if (observations.length === 0 || !settings.ownsRun(event.run)) return;
      for (const observation of observeDeclarations(event, observations, settings.given)) settings.observe(observation);
    },
    find: find.find,
    step: (run, step) => inForce.step(run, step),
    closeRun(run) {
      inForce.closeRun(run);
      find.forget(run);
    },
    input(tool, payload, at) {
      const contract = contracts.ofTool(tool, 'input', at.posture);
      return judge(contract, readPayload(payload, at.record));
    },
    result(tool, event, posture) {
      return judgeResult(contracts.ofTool(tool, 'output', posture), tool, event);
    },
    answer(contract, payload, at) {
      const found = contract.schema === undefined ? undefined : contracts.ofAnswer(placed(contract), at.posture);
      return judge(found, readPayload(payload, at.record));
    },
    bare: (payload, record) => judge(undefined, readPayload(payload, record)),
    summaries: () => inForce.summaries().map(({ declared, ...row }) => ({ ...row, dialects: contracts.dialectsOf(declared) })),
  };
}

/** One payload through one contract. A text that is no JSON fails before any schema is asked. */
function judge(contract: Contract | undefined, reading: Reading): Judged {
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
      const answer = contract === undefined ? noContract : contract.judge(reading.value);
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

/** The structured result of a success (MCP: a tool with an outputSchema must return one). */
function judgeResult(contract: Contract | undefined, tool: ToolDeclaration, event: Returned): Judged {
  const payload = event.structured;
  if (payload === undefined) {
    const isOwed = contract !== undefined && event.canBeStructured;
    const delta: Delta = {
      kind: 'missing-output',
      path: '',
      declared: 'a structured result',
      detail: 'an output schema is declared, and the success has no structured result',
    };
    return { answer: isOwed ? { verdict: 'fail', deltas: [delta], notes: [] } : noContract, value: undefined, promise: 'none' };
  }
  const judged = judge(contract, readPayload(payload, event.record));
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
function mirrorNotes(event: Returned, value: JsonValue | undefined): readonly Delta[] {
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
