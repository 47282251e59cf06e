import { type Random, seeded } from '../properties/differential/random.ts';
import { liveCall } from './call.ts';
import type { Fields, Json, PlaneEvent, Spelling } from './event.ts';
import { close, open, type Posture, type Recorded, type RunWriter } from './run.ts';
import { liveUnit, type UnitEnd } from './unit.ts';
import { makeWorld, type PlaneStep, registrationsOf, renewed, toolObject, type World, workflowFiles } from './world.ts';

/** A whole ledger of a plane that keeps the law, and the files its user gives. */
export interface PlaneLedger {
  readonly events: readonly PlaneEvent[];
  readonly spelling: Spelling;
  /** What was registered in each run. */
  readonly worlds: ReadonlyMap<string, World>;
  /** `workflow.json` and what it names; undefined: nothing is given. */
  readonly given?: ReadonlyMap<string, Json> | undefined;
}

export function makeLedger(seed: number): PlaneLedger {
  const random = seeded(seed);
  const hasFile = random.chance(0.6);
  const world = makeWorld(random, hasFile);
  const given = hasFile ? workflowFiles(world) : undefined;
  const plan = { isShared: random.chance(0.5), hasOwnWorlds: given === undefined && random.chance(0.5), stages: stagesOf(random) };
  const worlds = new Map<string, World>();
  const parts: PlaneEvent[][] = plan.isShared ? [[...registrationsOf(random, world, {})]] : [];
  let current = world;
  // drawn apart, so that a seed makes the ledger it made before there were authorisations
  const signing = seeded(seed + 0x5161);
  for (let index = 0, count = 1 + random.below(3); index < count; index++) {
    const run = `run-${index + 1}`;
    if (index > 0 && plan.hasOwnWorlds && random.chance(0.5)) {
      current = plan.isShared ? renewed(random, current) : makeWorld(random, false);
      if (plan.isShared) parts.push([...registrationsOf(random, current, {})]);
    }
    worlds.set(run, current);
    const modelFaults = random.pick([0, 0.1, 0.3, 0.6]);
    const isSigned = signing.chance(0.3);
    parts.push([...liveRun(random, { world: current, isShared: plan.isShared, hasFile, modelFaults, run, isSigned, ...plan.stages() })]);
  }
  const isSideBySide = !plan.hasOwnWorlds && random.chance(0.5);
  const [first = [], ...rest] = parts;
  const all = isSideBySide ? [...(plan.isShared ? first : []), ...interleaveRuns(random, plan.isShared ? rest : parts)] : parts.flat();
  const hasIds = random.chance(0.5);
  const isCounted = random.chance(0.95) || all.some(({ type }) => type === 'evidence.persisted');
  const spelling = { isEnveloped: random.chance(0.1), hasNumbers: random.chance(0.15), isTimeless: random.chance(0.1) };
  return { spelling, events: all.map((event, index) => finish(event, hasIds ? `e${index}` : undefined, isCounted)), worlds, given };
}

/** What was registered in a run. */
export function worldOf({ worlds }: PlaneLedger, event: PlaneEvent | undefined): World {
  return worlds.get(String(event?.run)) ?? { tools: [], undoers: [], steps: [] };
}

/** Some planes name their events; some keep no count. */
function finish(event: PlaneEvent, id: string | undefined, isCounted: boolean): PlaneEvent {
  const named = id === undefined ? event : { ...event, id };
  return isCounted ? named : { ...named, seq: undefined };
}

interface Stages {
  readonly recorded: Recorded;
  readonly saysRecords: boolean;
}

/** What the runs record: everything; or each what it says; or all the same, which then nobody needs to say. */
function stagesOf(random: Random): () => Stages {
  const way = random.below(10);
  if (way < 5) return () => ({ recorded: whole(random.chance(0.5)), saysRecords: random.chance(0.2) });
  if (way < 8) return () => ({ recorded: some(random), saysRecords: true });
  const recorded = some(random);
  return () => ({ recorded, saysRecords: false });
}

const whole = (decisions: boolean): Recorded => ({ gates: true, decisions, executions: true, commits: true, failures: true });

const some = (random: Random): Recorded => ({
  gates: random.chance(0.7),
  decisions: random.chance(0.3),
  executions: random.chance(0.8),
  commits: random.chance(0.7),
  failures: random.chance(0.7),
});

interface RunPlan extends Stages {
  readonly world: World;
  readonly isShared: boolean;
  /** Whether the user gives a copy of what is registered. */
  readonly hasFile: boolean;
  readonly modelFaults: number;
  readonly run: string;
  readonly isSigned: boolean;
}

function postureOf(random: Random): Posture {
  if (random.chance(0.1)) return {};
  return { isStrict: random.chance(0.35), maxIterations: random.below(4) };
}

function agentOf(random: Random): Json | undefined {
  const id = `agent-${random.below(3)}`;
  if (random.chance(0.5)) return undefined;
  return random.chance(0.3) ? id : { id, model: 'm-1' };
}

function liveRun(random: Random, { isShared, hasFile, ...plan }: RunPlan): readonly PlaneEvent[] {
  const trace = random.chance(0.1) ? { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', span_id: '00f067aa0ba902b7' } : undefined;
  const common: Fields = { run: plan.run, agent: agentOf(random), by: random.chance(0.2) ? 'gateway' : undefined, trace };
  const writer: RunWriter = {
    random,
    ...plan,
    isTerse: random.chance(0.25),
    posture: postureOf(random),
    common,
    events: [],
    effects: [],
    covered: new Map(),
    calls: 0,
  };
  const { events } = writer;
  events.push(open(writer), ...bystanders(writer));
  if (!isShared) events.push(...registrationsOf(random, plan.world, common));
  events.push(...strayCalls(writer));
  for (const step of plan.world.steps) {
    writer.common = { ...common, agent: random.chance(0.5) ? common.agent : agentOf(random) };
    const isOver = random.chance(0.25) ? liveInstances(writer, step) : liveUnit(writer, step, undefined);
    writer.common = common;
    if (isOver === 'ended') {
      events.push(close(writer, endOf(writer)));
      return counted(writer);
    }
    if (random.chance(0.05)) events.push(close(writer, 'suspended'), open(writer));
    if (!hasFile && random.chance(0.08)) events.push(...announced(writer));
  }
  events.push(...bystanders(writer), close(writer, 'completed'));
  return counted(writer);
}

/** A tool is taken back and declared again in other words: announced, and the same to all who call it. */
function announced({ random, world, common }: RunWriter): readonly PlaneEvent[] {
  const tool = random.pick(world.tools);
  const { name, description, ...rest } = toolObject(tool);
  const again = { name: tool.name, description: `${description}, as ever`, ...rest };
  return [
    { type: 'tool.withdrawn', ...common, server: tool.server, tool: name },
    { type: 'tool.declared', ...common, server: tool.server, tool: again },
  ];
}

/** A call that belongs to no step. */
function strayCalls(writer: RunWriter): readonly PlaneEvent[] {
  const { random, world } = writer;
  const plain = world.tools.filter(({ undo }) => undo === undefined);
  return plain.length > 0 && random.chance(0.15) ? liveCall(writer, { tool: random.pick(plain), site: {} }).events : [];
}

/** Two instances of a step; side by side where their order is nobody's concern: not more than one of them makes effects. */
function liveInstances(writer: RunWriter, step: PlaneStep): UnitEnd {
  const { events, effects, random } = writer;
  const start = events.length;
  const before = effects.length;
  if (liveUnit(writer, step, 0) === 'ended') return 'ended';
  const middle = events.length;
  const between = effects.length;
  if (liveUnit(writer, step, 1) === 'ended') return 'ended';
  const isSplit = events.slice(start).some(({ type }) => type === 'run.closed');
  if (isSplit || (between > before && effects.length > between) || random.chance(0.4)) return 'completed';
  const both = interleaveRuns(random, [events.slice(start, middle), events.slice(middle)]);
  events.splice(start, events.length - start, ...both);
  return 'completed';
}

/** Events of other layers, and of a recorder of its own: they change nothing here. */
function bystanders({ random, common }: RunWriter): readonly PlaneEvent[] {
  const all: readonly PlaneEvent[] = [
    { type: 'session.granted', ...common, session: 's-1', grant: { limit: 200 } },
    { type: 'policy.declared', ...common, policy: { id: 'desk', version: '3' } },
    { type: 'acceptance.recorded', ...common, by: 'verifier', outcome: 'accepted' },
    { type: 'x-desk.note', ...common, text: 'the printer is out of paper' },
  ];
  return all.filter(() => random.chance(0.08));
}

/** A run counts its events from 0, which is their place in it; evidence names the number of what it covers. */
function counted({ events, covered }: RunWriter): readonly PlaneEvent[] {
  const places = new Map(events.map((event, index) => [event, index]));
  return events.map((event, seq) => {
    const through = covered.get(event);
    return through === undefined ? { ...event, seq } : { ...event, seq, through_seq: places.get(through) ?? 0 };
  });
}

const endOf = ({ events, random }: RunWriter): string =>
  events.some(({ type }) => type === 'compensation.completed') ? 'compensated' : random.pick(['failed', 'aborted']);

/** Runs side by side: each in its own order. */
function interleaveRuns(random: Random, runs: readonly (readonly PlaneEvent[])[]): readonly PlaneEvent[] {
  const queues = runs.map((run) => [...run]);
  const merged: PlaneEvent[] = [];
  for (let left = queues; left.length > 0; left = left.filter((queue) => queue.length > 0)) {
    const queue = random.pick(left);
    for (const event of queue.splice(0, 1 + random.below(6))) merged.push(event);
  }
  return merged;
}
