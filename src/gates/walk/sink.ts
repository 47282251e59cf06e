import { appendToken } from '../../json/pointer.ts';
import type { DeltaKind } from '../../model/delta.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { generalPointerOf, type Path, pointerOf } from './path.ts';
import { noteExtra, noteMissing, type ObjectRecord } from './visit.ts';

/** A difference as it is found; it becomes a Delta when the walk ends. */
export interface Fault {
  readonly kind: DeltaKind;
  readonly at: Path | undefined;
  /** The schema that speaks, and its keyword. */
  readonly node: SchemaNode;
  readonly keyword: string;
  readonly declared?: JsonValue | undefined;
  readonly recorded?: JsonValue | undefined;
  repair?: string | undefined;
  detail?: string | undefined;
  hint?: string | undefined;
}

interface Entry {
  readonly fault: Fault;
  readonly pointer: string;
  count: number;
}

/** Collects faults and notes: one entry per real fault, items of one list that share a fault under the first of them. */
export interface Sink {
  readonly faults: Entry[];
  readonly notes: Entry[];
  readonly records: Map<JsonObject, ObjectRecord>;
  /** Entries by what they say and where, exactly and with indices as `*`. */
  exact: Set<string> | undefined;
  general: Map<string, Entry> | undefined;
  /** Faults beyond the limit, counted and not kept. */
  overflow: number;
}

/** A value that fails in more places than this is described by the first ones and a count. */
const faultLimit = 10_000;

export function newSink(): Sink {
  return { faults: [], notes: [], records: new Map(), exact: undefined, general: undefined, overflow: 0 };
}

/** Two schemas that both refuse a value's type or name are one fault; two different bounds are two. */
function exactKeyOf(fault: Fault, pointer: string): string {
  switch (fault.kind) {
    case 'wrong-type':
    case 'wrong-value':
      return `stop ${pointer}`;
    case 'missing-field':
    case 'extra-field':
    case 'undeclared-field':
    case 'forbidden':
    case 'number-form':
    case 'rounded-number':
    case 'suspicious-value':
      return `${fault.kind} ${pointer}`;
    default:
      return `${fault.kind} ${pointer} ${placeOf(fault)}`;
  }
}

function placeOf(fault: Fault): string {
  return `${fault.node.resource.document.uri}#${appendToken(fault.node.pointer, fault.keyword)}`;
}

function put(sink: Sink, list: Entry[], { fault, pointer, count }: Entry): void {
  const exact = exactKeyOf(fault, pointer);
  sink.exact ??= new Set();
  sink.general ??= new Map();
  if (sink.exact.has(exact)) return;
  sink.exact.add(exact);
  const general = `${fault.kind} ${generalPointerOf(fault.at)} ${placeOf(fault)} ${fault.repair === undefined}`;
  const alike = sink.general.get(general);
  if (alike !== undefined && alike.pointer !== pointer) {
    alike.count += count;
    return;
  }
  if (list.length >= faultLimit) {
    if (list === sink.faults) sink.overflow += count;
    return;
  }
  const entry = { fault, pointer, count };
  sink.general.set(general, entry);
  list.push(entry);
}

/** Whether a further fault would only be counted: nothing about it needs to be worked out. */
export function isFull(sink: Sink): boolean {
  return sink.faults.length >= faultLimit;
}

export function addFault(sink: Sink, fault: Fault): void {
  put(sink, sink.faults, { fault, pointer: pointerOf(fault.at), count: 1 });
}

export function addNote(sink: Sink, fault: Fault): void {
  put(sink, sink.notes, { fault, pointer: pointerOf(fault.at), count: 1 });
}

/** How many faults a sink stands for. */
export function countFaults(sink: Sink): number {
  return sink.faults.reduce((sum, { count }) => sum + count, sink.overflow);
}

/** Reasons of outer unions beyond this length tell a reader nothing more. */
const reasonLimit = 160;

function addReason(fault: Fault, reason: string): void {
  if (fault.detail === undefined) fault.detail = reason;
  else if (fault.detail.length < reasonLimit) fault.detail = `${fault.detail}; ${reason}`;
}

/** Takes over what a branch found, with the reason why that branch was asked. */
export function absorb(into: Sink, from: Sink, reason: string | undefined): void {
  for (const entry of from.faults) {
    const { fault } = entry;
    if (reason !== undefined) addReason(fault, reason);
    put(into, into.faults, entry);
  }
  for (const entry of from.notes) put(into, into.notes, entry);
  into.overflow += from.overflow;
  for (const [value, record] of from.records) absorbRecord(into, value, record);
}

function absorbRecord(into: Sink, value: JsonObject, record: ObjectRecord): void {
  const known = into.records.get(value);
  if (known === undefined) {
    into.records.set(value, record);
    return;
  }
  known.facts.push(...record.facts);
  if (record.otherArms !== undefined) known.otherArms = [...(known.otherArms ?? []), ...record.otherArms];
  known.isUnclear ||= record.isUnclear;
  for (const [name, fault] of record.missing ?? []) noteMissing(known, name, fault);
  for (const [name, fault] of record.extra ?? []) noteExtra(known, name, fault);
}
