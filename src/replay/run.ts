import type { Carry, RunOpened } from '../model/event.ts';
import type { SourceRecord } from '../model/record.ts';
import type { RecordedGate, Story } from './story.ts';

/** What is remembered of a run while it is open; all of it is freed when the run closes. */
export interface Run {
  readonly id: string;
  opened: RunOpened | undefined;
  isStrict: boolean;
  isClosedObjects: boolean;
  /** Critiques a step instance may have; undefined where no bound is declared. */
  maxIterations: number | undefined;
  /** Critiques engaged so far, by step and instance. */
  readonly critiques: Map<string, number>;
  records: readonly Carry[] | undefined;
  /** Open calls by id, newest last; calls without an id under a made-up key. */
  readonly calls: Map<string, Story>;
  /** Open answers by step and instance. */
  readonly answers: Map<string, Story>;
  /** Hashes of ids of calls that closed while the run stays open. */
  readonly closedCalls: Set<number>;
  /** Deviations that were stopped, by step, instance and tool, until a later attempt passes. */
  readonly pending: Map<string, number>;
  /** Calls that nothing is recorded of but their proposal, by step and instance, where an event may mean them without an id. */
  readonly waiting: Map<string, Set<Story>>;
  /** Verdicts recorded for a call or step of which nothing else is recorded yet. */
  readonly looseGates: Map<string, RecordedGate[]>;
  /** The run had ended, and goes on: what came before is forgotten. */
  isAfterEnd: boolean;
  /** It ended before and was opened again: one run, counted once. */
  isResumed: boolean;
  /** Its last end was a pause: what is open may still be answered. */
  isSuspended: boolean;
  unnamed: number;
  lastSeq: number | undefined;
  lastSeqLine: number;
  firstRecord: SourceRecord;
}

export function openRun(id: string, record: SourceRecord): Run {
  return {
    id,
    opened: undefined,
    isStrict: false,
    isClosedObjects: false,
    maxIterations: undefined,
    critiques: new Map(),
    records: undefined,
    calls: new Map(),
    answers: new Map(),
    closedCalls: new Set(),
    pending: new Map(),
    waiting: new Map(),
    looseGates: new Map(),
    isAfterEnd: false,
    isResumed: false,
    isSuspended: false,
    unnamed: 0,
    lastSeq: undefined,
    lastSeqLine: 0,
    firstRecord: record,
  };
}

/** A 53-bit hash of an id (cyrb53): what remains of a closed call or run. */
export function hashId(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
