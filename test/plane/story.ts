import type { PlaneEvent } from './event.ts';

/** Where the stages of one call, or of one attempt's answer, stand in a list of events. */
export interface Story {
  readonly run: string;
  /** Undefined: an answer. */
  readonly call: string | undefined;
  readonly opened: number;
  readonly amended: readonly number[];
  readonly inputGates: readonly number[];
  readonly decided: readonly number[];
  readonly executed: readonly number[];
  readonly returned: readonly number[];
  readonly outputGates: readonly number[];
  readonly committed: readonly number[];
  readonly released: readonly number[];
  readonly failed: readonly number[];
}
type Stage = Exclude<keyof Story, 'run' | 'call' | 'opened'>;
type Draft = { readonly [stage in Stage]: number[] } & { readonly run: string; readonly call: string | undefined; opened: number };

const stageOf: Readonly<Record<string, Stage>> = {
  'call.amended': 'amended',
  'policy.decided': 'decided',
  'call.executed': 'executed',
  'call.returned': 'returned',
  'output.committed': 'committed',
  'attempt.failed': 'failed',
};

const known = new WeakMap<readonly PlaneEvent[], readonly Story[]>();

/** The stories of a ledger in the order in which they begin. */
export function storiesOf(events: readonly PlaneEvent[]): readonly Story[] {
  const stories = known.get(events) ?? readStories(events);
  known.set(events, stories);
  return stories;
}

function readStories(events: readonly PlaneEvent[]): readonly Story[] {
  const drafts = new Map<string, Draft>();
  events.forEach((event, index) => {
    const key = keyOf(event);
    if (key === undefined) return;
    const begins = event.type === 'call.proposed' || event.type === 'answer.received';
    const draft = drafts.get(key);
    if (draft === undefined && begins) drafts.set(key, draftOf(event, index));
    const stage = stageAt(event);
    if (draft !== undefined && stage !== undefined) draft[stage].push(index);
  });
  return [...drafts.values()];
}

function keyOf(event: PlaneEvent): string | undefined {
  const { run, call, step, instance, attempt } = event;
  if (typeof run !== 'string') return undefined;
  if (typeof call === 'string') return `${run} call ${call}`;
  return typeof step === 'string' && attempt !== undefined ? JSON.stringify([run, step, instance ?? null, attempt]) : undefined;
}

function stageAt(event: PlaneEvent): Stage | undefined {
  if (event.type === 'gate.checked') return event.gate === 'input' ? 'inputGates' : 'outputGates';
  if (event.type === 'output.released') return event.mode === 'document' ? 'released' : undefined;
  return stageOf[event.type];
}

function draftOf(event: PlaneEvent, opened: number): Draft {
  const call = typeof event.call === 'string' ? event.call : undefined;
  return {
    run: String(event.run),
    call,
    opened,
    amended: [],
    inputGates: [],
    decided: [],
    executed: [],
    returned: [],
    outputGates: [],
    committed: [],
    released: [],
    failed: [],
  };
}

/** Whether a run records a stage: it says so, or says nothing and the ledger holds such events. */
export function isRecorded(events: readonly PlaneEvent[], run: string, stage: string): boolean {
  const records = events.find((event) => event.type === 'run.opened' && event.run === run)?.records;
  return Array.isArray(records) ? records.includes(stage) : events.some(({ type }) => type === typeOf[stage]);
}

const typeOf: Readonly<Record<string, string>> = {
  gates: 'gate.checked',
  executions: 'call.executed',
  commits: 'output.committed',
  failures: 'attempt.failed',
};

/** Whether a stage is known to be recorded in a run even without one of its events: the run says so, or the ledger holds more of them. */
export function isKnownWithout(events: readonly PlaneEvent[], run: string, stage: string): boolean {
  const opened = events.find((event) => event.type === 'run.opened' && event.run === run);
  return opened?.records !== undefined || events.filter(({ type }) => type === typeOf[stage]).length > 1;
}
