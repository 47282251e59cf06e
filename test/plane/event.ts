import { createHash } from 'node:crypto';
import { withSubjects } from './subject.ts';

/** JSON as the plane writes it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonRecord;
export interface JsonRecord {
  readonly [name: string]: Json;
}

/** One event of the ledger, as an object. Members that are undefined are not written. */
export interface PlaneEvent {
  readonly type: string;
  readonly [name: string]: Json | undefined;
}
export type Fields = Readonly<Record<string, Json | undefined>>;

export const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** A member of a value that may be no object. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined => (isRecord(value) ? value[name] : undefined);

/** RFC 8785 for what the plane writes: plain numbers, strings without lone surrogates. */
export function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}

export const digestOf = (value: Json): string => createHash('sha256').update(canonical(value)).digest('hex');
export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : canonical(a) === canonical(b);

const start = Date.UTC(2026, 10, 30, 9);

/** Ways to write the same events. */
export interface Spelling {
  /** Inside a CloudEvents envelope each. */
  readonly isEnveloped: boolean;
  /** Ids of calls and instances as numbers here and as their digits there. */
  readonly hasNumbers: boolean;
  /** Without the time, which is expected and not required. */
  readonly isTimeless: boolean;
}

const plainly: Spelling = { isEnveloped: false, hasNumbers: false, isTimeless: false };

/** The lines of a ledger. An event that carries its own time keeps it. */
export function linesOf(events: readonly PlaneEvent[], { isEnveloped, hasNumbers, isTimeless }: Spelling = plainly): string[] {
  return withSubjects(events, digestOf).map((event, index) => {
    const ts = typeof event.ts === 'string' ? event.ts : timeOf(index);
    const spelled = hasNumbers ? withNumbers(event, Date.parse(ts) % 2000 === 0) : event;
    const data = isTimeless ? { v: 1, ...spelled, ts: undefined } : { v: 1, ts, ...spelled };
    return JSON.stringify(isEnveloped ? { specversion: '1.0', id: `ce-${ts}`, source: 'urn:plane', type: 'desk.event', data } : data);
  });
}

function withNumbers(event: PlaneEvent, isNumber: boolean): PlaneEvent {
  const ids = ['call', 'compensates', 'for_call'].flatMap((name) => {
    const digits = /^c(\d+)$/.exec(String(event[name]))?.[1];
    return digits === undefined ? [] : [[name, isNumber ? Number(digits) : digits] as const];
  });
  const instance = typeof event.instance === 'number' && !isNumber ? String(event.instance) : event.instance;
  return { ...event, instance, ...Object.fromEntries(ids) };
}

export const timeOf = (index: number): string => new Date(start + index * 1000).toISOString();

/** Counts every run's events anew. What `evidence.persisted` covers moves with the events it covered. */
export function renumber(events: readonly PlaneEvent[]): PlaneEvent[] {
  const nextOf = new Map<string, number>();
  const movedOf = new Map<string, Map<number, number>>();
  return events.map((event) => {
    const run = event.run;
    if (typeof run !== 'string') return event;
    const seq = nextOf.get(run) ?? 0;
    nextOf.set(run, seq + 1);
    const moved = movedOf.get(run) ?? new Map<number, number>();
    movedOf.set(run, moved);
    if (typeof event.seq === 'number') moved.set(event.seq, seq);
    const numbered = { ...event, seq };
    return typeof event.through_seq === 'number' ? { ...numbered, through_seq: coveredBy(moved, event.through_seq, seq) } : numbered;
  });
}

function coveredBy(moved: ReadonlyMap<number, number>, through: number, seq: number): number {
  let covered = -1;
  for (const [before, now] of moved) if (before <= through && now < seq) covered = Math.max(covered, now);
  return Math.max(covered, 0);
}
