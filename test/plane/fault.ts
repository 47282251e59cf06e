import type { Random } from '../properties/differential/random.ts';
import type { Json, PlaneEvent } from './event.ts';
import type { PlaneLedger } from './plane.ts';

/** A ledger with one fault in it, and where the finding has to stand. */
export interface Planted {
  readonly events: readonly PlaneEvent[];
  /** Indices of events: the finding stands at one of them. */
  readonly at: readonly number[];
  readonly severity?: 'broken' | 'failure' | 'note';
  /** Of a silent repair: its name. */
  readonly repair?: string;
  /** The count of the run is itself the fault. */
  readonly keepsCount?: boolean;
  /** Files given in place of those of the ledger. */
  readonly given?: ReadonlyMap<string, Json>;
  /** Damage to the text: the bytes, and the lines at one of which the finding stands. */
  readonly damage?: (lines: readonly string[]) => { readonly bytes: Uint8Array; readonly at: readonly number[] };
}

/** One way to break the law, in exactly one place. */
export interface Fault {
  /** The code, and what tells this fault from others of the same code. */
  readonly code: string;
  readonly name: string;
  /** Undefined: this ledger has no place for it. */
  plant(ledger: PlaneLedger, random: Random): Planted | undefined;
}

export const replaced = (events: readonly PlaneEvent[], index: number, event: PlaneEvent): PlaneEvent[] => events.with(index, event);
export const removed = (events: readonly PlaneEvent[], ...indices: readonly number[]): PlaneEvent[] =>
  events.filter((_, index) => !indices.includes(index));
export const inserted = (events: readonly PlaneEvent[], index: number, ...added: readonly PlaneEvent[]): PlaneEvent[] =>
  events.toSpliced(index, 0, ...added);

/** Where an index has gone once others were removed. */
export const shifted = (index: number, gone: readonly number[]): number => index - gone.filter((one) => one < index).length;

export function pickOne<Value>(random: Random, values: readonly Value[]): Value | undefined {
  return values.length === 0 ? undefined : random.pick(values);
}

/** An event of the same run, step, attempt and agent, without what belongs to the other one alone. */
export function beside(event: PlaneEvent, type: string, fields: Readonly<Record<string, Json | undefined>>): PlaneEvent {
  const { run, agent, by, step, instance, attempt, call } = event;
  return { type, run, agent, by, step, instance, attempt, call, ...fields };
}
