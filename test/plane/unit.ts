import { candidates, liveAnswer } from './answer.ts';
import { deltaOf, type Life, liveCall } from './call.ts';
import { compensate } from './compensation.ts';
import { type Json, type JsonRecord, memberOf, type PlaneEvent } from './event.ts';
import { chanceOfFault, close, emit, open, type RunWriter, type Site, siteFields } from './run.ts';
import type { Difference } from './shapes.ts';
import type { PlaneStep, PlaneTool } from './world.ts';

/** What one instance of a step has to do: calls, some side by side, and at last an answer. */
type Task = { readonly kind: 'calls'; readonly tools: readonly PlaneTool[] } | { readonly kind: 'answer' };

/** One instance of a step while it runs. */
interface Unit {
  readonly step: PlaneStep;
  readonly instance: number | undefined;
  critiques: number;
  candidate: JsonRecord;
}

/** `ended`: a deviation was terminal, and the run with it. */
export type UnitEnd = 'completed' | 'ended';

export function liveUnit(writer: RunWriter, step: PlaneStep, instance: number | undefined): UnitEnd {
  const unit: Unit = { step, instance, critiques: 0, candidate: writer.random.pick(candidates) };
  for (const task of tasksOf(writer, step)) {
    while (true) {
      const failure = task.kind === 'answer' ? answerOnce(writer, unit) : callOnce(writer, unit, task.tools);
      if (failure === undefined) break;
      if (!engagesCritique(writer, unit, failure)) return 'ended';
      // the model takes its wish back: what a failed result has already done is not done again
      if (failure.gate === 'output' && task.kind === 'calls' && writer.random.chance(0.5)) break;
    }
  }
  return 'completed';
}

function tasksOf({ random, world }: RunWriter, step: PlaneStep): readonly Task[] {
  const offered = world.tools.filter(({ name }) => step.tools?.includes(name) ?? true);
  const groups = offered.length === 0 ? 0 : random.below(4);
  const calls = Array.from({ length: groups }, (): Task => {
    const first = random.pick(offered);
    const beside = random.chance(0.3) ? offered.filter(({ undo }) => undo === undefined).slice(0, 1 + random.below(2)) : [];
    return { kind: 'calls', tools: [first, ...beside] };
  });
  return step.output === undefined && random.chance(0.7) ? calls : [...calls, { kind: 'answer' }];
}

const siteOf = ({ step, instance, critiques }: Unit): Site => ({ step: step.id, instance, attempt: critiques + 1 });

interface Failure {
  readonly gate: 'input' | 'output';
  readonly delta: readonly Difference[];
  readonly call?: string | undefined;
}

function answerOnce(writer: RunWriter, unit: Unit): Failure | undefined {
  const isDeviant = unit.step.output !== undefined && canFail(writer) && chanceOfFault(writer);
  const delta = liveAnswer(writer, { step: unit.step, site: siteOf(unit), isDeviant, candidate: unit.candidate });
  return delta === undefined ? undefined : { gate: 'output', delta };
}

/** A deviation that nothing recorded would show stopped is none that this plane can prove it stopped. */
const canFail = ({ recorded }: RunWriter): boolean => recorded.gates || recorded.failures;

function callOnce(writer: RunWriter, unit: Unit, tools: readonly PlaneTool[]): Failure | undefined {
  const { random } = writer;
  const deviant = chanceOfFault(writer) ? random.below(tools.length) : undefined;
  const lives = tools.map((tool, index) =>
    liveCall(writer, { tool, site: siteOf(unit), fault: index === deviant ? faultOf(writer, unit, tool) : undefined }),
  );
  const [only] = lives;
  const together = lives.length === 1 && only !== undefined ? suspendedInside(writer, only) : interleave(writer, lives);
  writer.events.push(...together);
  for (const { call, tool, end } of lives) {
    const hasRun = end.kind === 'ok' || (end.kind === 'deviated' && end.hasRun);
    if (hasRun && tool.undo !== undefined) writer.effects.push({ call, tool, receipt: receiptOf(writer, lives, call) });
  }
  for (const { call, end } of lives) {
    if (end.kind === 'error' && writer.recorded.failures && random.chance(0.5)) toolFailure(writer, unit, call);
  }
  const failed = lives.find(({ end }) => end.kind === 'deviated');
  return failed?.end.kind === 'deviated' ? { gate: failed.end.gate, delta: failed.end.delta, call: failed.call } : undefined;
}

/** An effect whose result deviates leaves the attempt failed and the effect made: only where that is terminal. */
function faultOf(writer: RunWriter, unit: Unit, tool: PlaneTool): 'input' | 'output' | undefined {
  const canDeviate = tool.output !== undefined && canFail(writer) && (tool.undo === undefined || !hasCritiqueLeft(writer, unit));
  if (canDeviate && writer.random.chance(0.4)) return 'output';
  return 'input';
}

function receiptOf({ random }: RunWriter, lives: readonly Life[], call: string): Json {
  const life = lives.find((one) => one.call === call);
  const made = life?.end.kind === 'ok' ? memberOf(life.end.result, 'receipt') : undefined;
  return made ?? `R-${1000 + random.below(9000)}`;
}

/** The run is suspended while a call is out, and finds its result when it goes on. */
function suspendedInside(writer: RunWriter, { call, events, end, tool }: Life): readonly PlaneEvent[] {
  const at = events.findLastIndex(({ type }) => type === 'call.returned');
  if (end.kind !== 'ok' || tool.undo !== undefined || at < 0 || !writer.random.chance(0.03)) return events;
  const result = events[at] ?? { type: '' };
  const pending = {
    ...result,
    call,
    outcome: 'pending',
    structured_content: undefined,
    structured_content_text: undefined,
    content: undefined,
  };
  return [...events.slice(0, at), pending, close(writer, 'suspended'), open(writer), ...events.slice(at)];
}

/** Lives side by side: each in its own order. */
function interleave({ random }: RunWriter, lives: readonly Life[]): readonly PlaneEvent[] {
  const queues = lives.map(({ events }) => [...events]);
  const merged: PlaneEvent[] = [];
  for (let left = queues; left.length > 0; left = left.filter((queue) => queue.length > 0)) {
    const event = random.pick(left).shift();
    if (event !== undefined) merged.push(event);
  }
  return merged;
}

/** A tool that did not answer is no deviation: no delta, no critique. */
function toolFailure(writer: RunWriter, unit: Unit, call: string): void {
  emit(writer, 'attempt.failed', { ...siteFields(siteOf(unit)), call, class: writer.random.pick(['tool', 'timeout']) });
}

function hasCritiqueLeft({ posture }: RunWriter, { critiques }: Unit): boolean {
  if (posture.isStrict === true) return false;
  return critiques < (posture.maxIterations ?? 2);
}

/** The failure protocol: said, routed by the run's own posture, and gone that way. True when another attempt begins. */
function engagesCritique(writer: RunWriter, unit: Unit, { gate, delta, call }: Failure): boolean {
  const at = siteFields(siteOf(unit));
  const isAgain = hasCritiqueLeft(writer, unit);
  const exhausted = writer.effects.length > 0 ? 'compensation' : 'abort';
  const route = isAgain ? 'critique' : writer.posture.isStrict === true ? 'compensation' : exhausted;
  const isOwnResult = gate === 'output' && call !== undefined;
  const failureClass = isOwnResult && writer.random.chance(0.5) ? 'tool' : 'model_behavior';
  if (writer.recorded.failures) emit(writer, 'attempt.failed', { ...at, call, class: failureClass, gate, delta: deltaOf(delta), route });
  if (!isAgain) {
    compensate(writer, siteOf(unit));
    return false;
  }
  unit.critiques += 1;
  if (writer.recorded.failures) emit(writer, 'critique.engaged', { ...at, iteration: unit.critiques });
  if (call === undefined) reroute(writer, unit);
  return true;
}

/** Another model may answer only where somebody allowed it. */
function reroute(writer: RunWriter, unit: Unit): void {
  const { random } = writer;
  // asking the same one again needs no leave, and may have it
  if (random.chance(0.1)) authorize(writer, unit, 'reask');
  if (unit.step.mandatory === undefined || !random.chance(0.4)) return;
  unit.candidate = random.pick(candidates.filter((one) => one !== unit.candidate));
  authorize(writer, unit, 'reroute');
}

function authorize(writer: RunWriter, unit: Unit, kind: 'reask' | 'reroute'): void {
  emit(writer, 'recovery.authorized', {
    step: unit.step.id,
    instance: unit.instance,
    kind,
    by: 'desk-lead',
    for: { step: unit.step.id, attempt: unit.critiques },
    limits: { attempts: 1 },
    exposure: exposureOf(writer, unit.candidate),
  });
}

/** Who may see the data: the one, or lists of whom and where. */
function exposureOf({ random }: RunWriter, candidate: JsonRecord): JsonRecord {
  if (random.chance(0.5)) return candidate;
  const { provider = '', model = '', region = '' } = candidate;
  return { providers: [provider], models: [model, 'n-9'], regions: [region] };
}
