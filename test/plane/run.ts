import type { Random } from '../properties/differential/random.ts';
import type { Fields, Json, PlaneEvent } from './event.ts';
import type { PlaneTool, World } from './world.ts';

export interface Posture {
  /** Both absent: the run declares none. */
  readonly isStrict?: boolean | undefined;
  readonly maxIterations?: number | undefined;
}

/** Which stages a run records; the others happen all the same. */
export interface Recorded {
  readonly gates: boolean;
  readonly decisions: boolean;
  readonly executions: boolean;
  readonly commits: boolean;
  readonly failures: boolean;
}

/** An effect that was made, and what its undoing needs. */
export interface Effect {
  readonly call: string;
  readonly tool: PlaneTool;
  readonly receipt: Json;
}

/** One run while it is being written. */
export interface RunWriter {
  readonly random: Random;
  readonly world: World;
  readonly run: string;
  readonly posture: Posture;
  readonly recorded: Recorded;
  /** What every event of the run carries; the agent changes from step to step. */
  common: Fields;
  readonly events: PlaneEvent[];
  readonly effects: Effect[];
  /** The events of a call that follow its proposal name the call and nothing more of where it belongs. */
  readonly isTerse: boolean;
  /** Whether `run.opened` says what the run records. */
  readonly saysRecords: boolean;
  /** Whether every call that is let through is signed for, and its events name its call digest. */
  readonly isSigned: boolean;
  /** Which event a piece of evidence covers the record through. */
  readonly covered: Map<PlaneEvent, PlaneEvent>;
  calls: number;
  /** How often the model, or a tool, lets its gate down. */
  readonly modelFaults: number;
}

/** Where in the workflow an event belongs. */
export interface Site {
  readonly step?: string | undefined;
  readonly instance?: number | undefined;
  readonly attempt?: number | undefined;
}

export const siteFields = ({ step, instance, attempt }: Site): Fields => ({ step, instance, attempt });

export function emit(writer: RunWriter, type: string, fields: Fields): void {
  writer.events.push({ type, ...writer.common, ...fields });
}

export function open(writer: RunWriter): PlaneEvent {
  const { posture, recorded, saysRecords } = writer;
  const config = { strict_mode: posture.isStrict ?? null, max_iterations: posture.maxIterations ?? null };
  const named = Object.entries(recorded).flatMap(([name, isRecorded]) => (isRecorded ? [name] : []));
  return {
    type: 'run.opened',
    ...writer.common,
    workflow: { name: 'plane', version: '1' },
    global_config: posture.isStrict === undefined ? undefined : config,
    records: saysRecords ? [...always, ...named] : undefined,
  };
}

const always = ['declarations', 'raw-arguments', 'error-flag', 'structured-results', 'attempts', 'ids', 'order', 'time'] as const;

export const close = ({ common }: RunWriter, outcome: string): PlaneEvent => ({ type: 'run.closed', ...common, outcome });

export function nextCall(writer: RunWriter): string {
  writer.calls += 1;
  return `c${writer.calls}`;
}

export const chanceOfFault = (writer: RunWriter): boolean => writer.random.chance(writer.modelFaults);
