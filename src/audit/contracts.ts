import type { GivenWorkflow } from '../declare/declared.ts';
import type { Contract, Gates } from '../gates/gates.ts';
import type { DeclarationProblem, ToolDeclaration } from '../model/declaration.ts';
import type { GateName } from '../model/delta.ts';
import type { Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { AnswerContract, Posture } from '../replay/judge.ts';

/** The record that declares something, and the run it does so for; empty: for all, or for none. */
export interface DeclaredAt {
  readonly record: SourceRecord;
  readonly run: string;
}

export interface ContractSettings {
  readonly given: GivenWorkflow | undefined;
  readonly gates: { readonly open: Gates; readonly closed: Gates };
  /** The record that declares a tool, when one does. */
  recordOf(tool: ToolDeclaration): DeclaredAt | undefined;
  observe(observation: Observation): void;
}

/** Contracts by the identity of what declares them, so that a call never pays for finding its schema. */
export interface Contracts {
  /** Undefined: nothing is declared there. The schema's problems are told when it is first used. */
  ofTool(tool: ToolDeclaration, gate: GateName, posture: Posture): Contract | undefined;
  ofAnswer(contract: AnswerContract, posture: Posture): Contract;
  /** The dialects of the schemas used so far, each with the reason it was used. */
  dialectsOf(tools: readonly ToolDeclaration[]): readonly string[];
}

interface Problems {
  readonly gate: GateName;
  readonly subject: Subject;
  /** The schema's pointer in the record that declares it. */
  readonly pointer: string;
  readonly record: SourceRecord | undefined;
  readonly given: string | undefined;
}

type Known = Record<GateName, Contract | undefined>;
const nothing = (): Known => ({ input: undefined, output: undefined });

/** Stands for the record of a declaration that is in no input. */
export const nowhere: SourceRecord = { input: -1, line: 1, column: 1, offset: 0, text: '', value: null, defects: [], isDeep: false };

function givenSourceOf(given: GivenWorkflow | undefined, tool: ToolDeclaration): string | undefined {
  return given?.sources.find((source) => source.tools.includes(tool))?.source;
}

/** The given file that declares a step. */
export function stepSourceOf(given: GivenWorkflow | undefined, step: string): string | undefined {
  const declares = given?.sources.find((source) => source.steps.some((declared) => declared.step === step));
  return (declares ?? given?.sources[0])?.source;
}

/** Which dialect, why, and what it says of `format` itself; the option says what was applied. */
function dialectWords({ name, because }: NonNullable<Contract['dialect']>): string {
  const isAnnotation = name === '2019-09' || name === '2020-12';
  return `${name} (${because}; format is ${isAnnotation ? 'an annotation' : 'left to the validator'} there)`;
}

/** Fields that an open object does not name are refused where the run closes all objects. */
const isMoot = ({ fault }: DeclarationProblem, { isClosedObjects }: Posture): boolean => isClosedObjects && fault === 'open-object';

export function openContracts(settings: ContractSettings): Contracts {
  const open = new WeakMap<ToolDeclaration, Known>();
  const closed = new WeakMap<ToolDeclaration, Known>();
  const openAnswers = new WeakMap<object, Contract>();
  const closedAnswers = new WeakMap<object, Contract>();

  const tell = (problem: DeclarationProblem, { gate, subject, pointer, record, given }: Problems): void => {
    const site =
      record === undefined
        ? { record: nowhere, pointer: problem.pointer, part: 'value' as const }
        : { record, pointer: pointer + problem.pointer, part: 'value' as const };
    settings.observe({ kind: 'declaration-problem', gate, problem, subject, site, given: record === undefined ? given : undefined });
  };

  const makeOfTool = (tool: ToolDeclaration, gate: GateName, posture: Posture): Contract | undefined => {
    const schema = gate === 'input' ? tool.inputSchema : tool.outputSchema;
    if (schema === undefined) return undefined;
    const gates = posture.isClosedObjects ? settings.gates.closed : settings.gates.open;
    const made = gates.contractOf(schema, { dialect: tool.dialect, notation: tool.notation });
    const declared = settings.recordOf(tool);
    const subject = { run: declared?.run ?? '', server: tool.server, tool: tool.name };
    const pointer = gate === 'input' ? tool.inputPointer : tool.outputPointer;
    const problems = { gate, subject, pointer, record: declared?.record, given: givenSourceOf(settings.given, tool) };
    for (const problem of made.problems) if (!isMoot(problem, posture)) tell(problem, problems);
    return made;
  };

  return {
    ofTool(tool, gate, posture) {
      const tools = posture.isClosedObjects ? closed : open;
      let known = tools.get(tool);
      if (known === undefined) {
        known = nothing();
        tools.set(tool, known);
      }
      known[gate] ??= makeOfTool(tool, gate, posture);
      return known[gate];
    },
    ofAnswer(contract, posture) {
      const { schema } = contract;
      const answers = posture.isClosedObjects ? closedAnswers : openAnswers;
      const isKeyed = typeof schema === 'object' && schema !== null;
      const found = isKeyed ? answers.get(schema) : undefined;
      if (found !== undefined) return found;
      const gates = posture.isClosedObjects ? settings.gates.closed : settings.gates.open;
      const made = gates.contractOf(schema ?? true, { notation: contract.notation });
      if (isKeyed) answers.set(schema, made);
      const given = contract.record === undefined ? stepSourceOf(settings.given, contract.name) : undefined;
      const subject = { run: contract.run ?? (contract.record === undefined ? '' : posture.run), step: contract.name };
      for (const problem of made.problems.filter((one) => !isMoot(one, posture)))
        tell(problem, { gate: 'output', subject, pointer: contract.pointer, record: contract.record, given });
      return made;
    },
    dialectsOf(declared) {
      const found = new Set<string>();
      const used = declared.flatMap((tool) => [open.get(tool), closed.get(tool)].flatMap((known) => [known?.input, known?.output]));
      for (const contract of used) if (contract?.dialect !== undefined) found.add(dialectWords(contract.dialect));
      return [...found].sort();
    },
  };
}
