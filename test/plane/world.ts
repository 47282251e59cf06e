import type { Random } from '../properties/differential/random.ts';
import { anyRecord, anyShape, record } from './composed.ts';
import { digestOf, type Fields, type Json, type JsonRecord, type PlaneEvent } from './event.ts';
import { code, type RecordShape, type Shape, text } from './shapes.ts';

export interface PlaneTool {
  /** Absent: the source names none. */
  readonly server: string | undefined;
  readonly name: string;
  readonly input: RecordShape;
  /** Absent: nothing is promised of its results. */
  readonly output?: Shape | undefined;
  /** The tool that undoes what this one does; a tool with an undo makes effects. */
  readonly undo?: string | undefined;
}
export interface PlaneStep {
  readonly id: string;
  /** Absent: the step is not declared. */
  readonly output?: Shape | undefined;
  /** Names of the tools offered. Absent: all. */
  readonly tools?: readonly string[] | undefined;
  readonly delivery?: 'validated-document' | 'stream' | undefined;
  /** Declared by the user's workflow file alone: the record has a gap there. */
  readonly isGiven: boolean;
  /** Capabilities its answer needs. Absent: nobody plans. */
  readonly mandatory?: readonly string[] | undefined;
}
/** What is registered, and what the user says of it. */
export interface World {
  readonly tools: readonly PlaneTool[];
  readonly undoers: readonly PlaneTool[];
  readonly steps: readonly PlaneStep[];
}

const verbs = ['search', 'create', 'update', 'list', 'book', 'send', 'fetch', 'merge'] as const;
const things = ['invoice', 'ticket', 'parcel', 'report', 'room', 'letter'] as const;

function makeTool(random: Random, index: number, hasFile: boolean): { readonly tool: PlaneTool; readonly undoer?: PlaneTool } {
  const server = !hasFile && random.chance(0.2) ? undefined : random.pick(['billing', 'docs']);
  const name = `${random.pick(verbs)}_${random.pick(things)}_${index}`;
  if (!random.chance(0.4)) {
    return { tool: { server, name, input: anyRecord(random, 2), output: random.chance(0.75) ? makeOutput(random) : undefined } };
  }
  // every wish for an effect is another one: an equal one would be the same effect again
  const input = anyRecord(random, 2, [{ name: 'wish', shape: text(random), isRequired: true }]);
  const undo = `undo_${name}`;
  const output = anyRecord(random, 1, [{ name: 'receipt', shape: code(), isRequired: true }]);
  const undone = record([
    { name: 'receipt', shape: code(), isRequired: true },
    { name: 'why', shape: text(random), isRequired: false },
  ]);
  const undoer = { server, name: undo, input: undone, output: random.chance(0.5) ? anyRecord(random, 0) : undefined };
  return { tool: { server, name, input, output, undo }, undoer };
}

const makeOutput = (random: Random): Shape => (random.chance(0.9) ? anyRecord(random, 2) : anyShape(random, 1));

interface StepPlan {
  readonly index: number;
  readonly tools: readonly PlaneTool[];
  readonly hasFile: boolean;
}

function makeStep(random: Random, { index, tools, hasFile }: StepPlan): PlaneStep {
  const id = `${random.pick(['classify', 'plan', 'act', 'write'])}-${index}`;
  if (random.chance(0.3)) return { id, isGiven: false };
  const offered = random.chance(0.3) ? tools.filter(() => random.chance(0.6)).map(({ name }) => name) : undefined;
  const delivery = random.chance(0.3) ? undefined : random.pick(['validated-document', 'stream'] as const);
  const mandatory = random.chance(0.4) ? ['schema', 'delivery', 'reasoning'].slice(0, 1 + random.below(3)) : undefined;
  return { id, output: stepOutput(random, tools), tools: offered, delivery, mandatory, isGiven: hasFile && random.chance(0.2) };
}

/** Now and then what one of its tools promises, so that its result may be what the step commits. */
function stepOutput(random: Random, tools: readonly PlaneTool[]): Shape {
  const shared = random.chance(0.2) ? random.pick(tools).output : undefined;
  return shared ?? (random.chance(0.9) ? anyRecord(random, 2) : anyShape(random, 1));
}

export function makeWorld(random: Random, hasFile: boolean): World {
  const made = Array.from({ length: 2 + random.below(4) }, (_, index) => makeTool(random, index, hasFile));
  const tools = made.map(({ tool }) => tool);
  return {
    tools,
    undoers: made.flatMap(({ undoer }) => (undoer === undefined ? [] : [undoer])),
    steps: Array.from({ length: 1 + random.below(3) }, (_, index) => makeStep(random, { index, tools, hasFile })),
  };
}

/** The same world with one tool that asks for something else: what a later run may find registered. */
export function renewed(random: Random, world: World): World {
  const old = random.pick(world.tools);
  return { ...world, tools: world.tools.map((tool) => (tool === old ? { ...tool, input: anyRecord(random, 2) } : tool)) };
}

export const toolObject = ({ name, input, output }: PlaneTool): JsonRecord => ({
  name,
  description: `what ${name} does`,
  inputSchema: input.schema,
  ...(output === undefined ? {} : { outputSchema: output.schema }),
});

/** Registrations, each with the fields every event of their run carries. */
export function registrationsOf(random: Random, { tools, undoers, steps }: World, fields: Fields): readonly PlaneEvent[] {
  const hasDigest = random.chance(0.5);
  return [
    ...[...tools, ...undoers].map((tool) => declarationOf(tool, fields, hasDigest)),
    ...steps.flatMap(({ id, output, tools: offered, delivery, isGiven }) => {
      if (output === undefined || isGiven) return [];
      const mode = delivery === undefined ? undefined : { mode: delivery };
      return [{ type: 'step.declared', ...fields, step: id, output_schema: output.schema, tools: offered, delivery: mode }];
    }),
  ];
}

function declarationOf(tool: PlaneTool, fields: Fields, hasDigest: boolean): PlaneEvent {
  const object = toolObject(tool);
  return { type: 'tool.declared', ...fields, server: tool.server, tool: object, sha256: hasDigest ? digestOf(object) : undefined };
}

/** The files a user gives: a workflow that says which tools make effects, and the list of each server's tools. */
export function workflowFiles({ tools, undoers, steps }: World): ReadonlyMap<string, Json> {
  const all = [...tools, ...undoers];
  const servers = [...new Set(all.map(({ server }) => server ?? 'docs'))];
  const files = new Map<string, Json>();
  const entries = servers.map((server) => {
    const own = all.filter((tool) => tool.server === server);
    files.set(`${server}.tools.json`, { tools: own.map(toolObject) });
    const effects = own.flatMap(({ name, undo }) => (undo === undefined ? [] : [[name, { compensate_with: undo }] as const]));
    return { server, from: `./${server}.tools.json`, effects: Object.fromEntries(effects) };
  });
  const given = steps.flatMap(({ id, output, tools: offered, delivery, isGiven }) => {
    if (!isGiven || output === undefined) return [];
    const rest = {
      ...(offered === undefined ? {} : { tools: offered }),
      ...(delivery === undefined ? {} : { delivery: { mode: delivery } }),
    };
    return [{ id, output: output.schema, ...rest }];
  });
  files.set('workflow.json', { workflow: 'plane', version: '1', tools: entries, ...(given.length > 0 ? { steps: given } : {}) });
  return files;
}
