import type { GivenWorkflow } from '../declare/declared.ts';
import { openInForce } from '../declare/in-force.ts';
import { declarationDifferences } from '../delta/declarations.ts';
import type { Contract, Gates, SchemaSource } from '../gates/gates.ts';
import { isEqual } from '../json/equal.ts';
import { parseJson } from '../json/parse.ts';
import type { DeclarationProblem, StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { Delta, GateAnswer, GateName } from '../model/delta.ts';
import type { Declared, Returned } from '../model/event.ts';
import { isJsonObject, type JsonValue, jsonTypeOf } from '../model/json.ts';
import type { Observation, Subject } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { AnswerContract, Judge, Judged, Posture } from '../replay/judge.ts';
import { observeDeclarations } from './declarations.ts';
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

const sourceOf = (tool: ToolDeclaration): SchemaSource => ({ dialect: tool.dialect, notation: tool.notation });

/** Declarations in force and the gates, as the replay machine asks them. */
export function openJudge(settings: JudgeSettings): InputJudge {
  const inForce = openInForce(settings.given, declarationDifferences);
  const records = new WeakMap<ToolDeclaration | StepDeclaration, SourceRecord>();
  const uses = openUses(settings);

  /** The contract of a tool's schema; its problems are told when it is first used. */
  const contractOf = (tool: ToolDeclaration, gate: GateName, posture: Posture): Contract | undefined => {
    const schema = gate === 'input' ? tool.inputSchema : tool.outputSchema;
    if (schema === undefined) return undefined;
    const gates = posture.isClosedObjects ? settings.gates.closed : settings.gates.open;
    return uses.contract({ key: tool, gate, gates, schema, source: sourceOf(tool) }, (problem) => ({
      problem,
      subject: { run: posture.run, server: tool.server, tool: tool.name },
      pointer: gate === 'input' ? tool.inputPointer : tool.outputPointer,
      record: records.get(tool),
      given: givenSourceOf(settings.given, tool),
    }));
  };

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
      const observations = inForce.apply(event);
      if (event.kind === 'declared') rememberRecords(event);
      if (event.kind === 'step-declared') records.set(event.declaration, event.record);
      if (observations.length === 0 || !settings.ownsRun(event.run)) return;
      for (const observation of observeDeclarations(event, observations, settings.given)) settings.observe(observation);
    },
    find(run, ask) {
      const found = inForce.lookUp(run, ask);
      return found.kind === 'declared' ? { kind: 'declared', tool: found.tool } : found;
    },
    step: (run, step) => inForce.step(run, step),
    closeRun: (run) => inForce.closeRun(run),
    input(tool, payload, at) {
      const contract = contractOf(tool, 'input', at.posture);
      return judge(contract, readPayload(payload, at.record));
    },
    result(tool, event, posture) {
      return judgeResult(contractOf(tool, 'output', posture), tool, event);
    },
    answer(contract, payload, at) {
      const gates = at.posture.isClosedObjects ? settings.gates.closed : settings.gates.open;
      return judge(
        contract.schema === undefined ? undefined : uses.answer(placed(contract), gates, at.posture),
        readPayload(payload, at.record),
      );
    },
    bare: (payload, record) => judge(undefined, readPayload(payload, record)),
    summaries: () => inForce.summaries().map(({ declared, ...row }) => ({ ...row, dialects: uses.dialectsOf(declared) })),
  };
}

function givenSourceOf(given: GivenWorkflow | undefined, tool: ToolDeclaration): string | undefined {
  return given?.sources.find((source) => source.tools.includes(tool))?.source;
}

/** The given file that declares a step. */
export function stepSourceOf(given: GivenWorkflow | undefined, step: string): string | undefined {
  const declares = given?.sources.find((source) => source.steps.some((declared) => declared.step === step));
  return (declares ?? given?.sources[0])?.source;
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

interface Asked {
  readonly key: ToolDeclaration;
  readonly gate: GateName;
  readonly gates: Gates;
  readonly schema: JsonValue;
  readonly source: SchemaSource;
}
interface ProblemPlace {
  readonly problem: DeclarationProblem;
  readonly subject: Subject;
  readonly pointer: string;
  readonly record: SourceRecord | undefined;
  readonly given: string | undefined;
}

/** Contracts by the identity of what declares them, so that a call never pays for finding its schema. */
function openUses(settings: JudgeSettings): {
  contract(asked: Asked, place: (problem: DeclarationProblem) => ProblemPlace): Contract;
  answer(contract: AnswerContract, gates: Gates, posture: Posture): Contract;
  dialectsOf(tools: readonly ToolDeclaration[]): readonly string[];
} {
  const tools = new WeakMap<ToolDeclaration, Map<string, Contract>>();
  const answers = new WeakMap<object, Contract>();

  const tell = (gate: GateName, place: ProblemPlace): void => {
    const site = {
      pointer: place.record === undefined ? place.problem.pointer : place.pointer + place.problem.pointer,
      part: 'value' as const,
    };
    const record = place.record ?? nowhere;
    settings.observe({
      kind: 'declaration-problem',
      gate,
      problem: place.problem,
      subject: place.subject,
      site: { ...site, record },
      given: place.record === undefined ? place.given : undefined,
    });
  };

  return {
    contract(asked, place) {
      const known = tools.get(asked.key) ?? new Map<string, Contract>();
      const key = `${asked.gate}${asked.gates === settings.gates.closed ? ' closed' : ''}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const contract = asked.gates.contractOf(asked.schema, asked.source);
      known.set(key, contract);
      tools.set(asked.key, known);
      for (const problem of contract.problems) tell(asked.gate, place(problem));
      return contract;
    },
    answer(contract, gates, posture) {
      const { schema } = contract;
      const isKeyed = typeof schema === 'object' && schema !== null;
      const found = isKeyed ? answers.get(schema) : undefined;
      if (found !== undefined) return found;
      const made = gates.contractOf(schema ?? true, { notation: contract.notation });
      if (isKeyed) answers.set(schema, made);
      const subject = { run: posture.run, step: contract.name };
      for (const problem of made.problems)
        tell('output', {
          problem,
          subject,
          pointer: contract.pointer,
          record: contract.record,
          given: contract.record === undefined ? stepSourceOf(settings.given, contract.name) : undefined,
        });
      return made;
    },
    dialectsOf(declared) {
      const found = new Set<string>();
      for (const tool of declared)
        for (const contract of tools.get(tool)?.values() ?? [])
          if (contract.dialect !== undefined) found.add(`${contract.dialect.name} (${contract.dialect.because})`);
      return [...found].sort();
    },
  };
}

/** Stands for the record of a declaration that is in no input. */
export const nowhere: SourceRecord = { input: -1, line: 1, column: 1, offset: 0, text: '', value: null, defects: [], isDeep: false };
