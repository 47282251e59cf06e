import type { JsonObject } from '../../model/json.ts';
import type { SchemaNode, SchemaResource } from '../schema/node.ts';
import type { ObjectFacts } from './facts.ts';
import type { Marks } from './marks.ts';
import type { Path } from './path.ts';
import type { Fault, Sink } from './sink.ts';
import type { WalkSettings } from './walk.ts';

/** The resources entered on the way here, innermost first: the dynamic scope. */
export interface Scope {
  readonly resource: SchemaResource;
  readonly outer: Scope | undefined;
}

/** The state of one walk. */
export class Walk {
  readonly settings: WalkSettings;
  readonly isDynamic: boolean;
  steps: number;
  depth: number;
  scope: Scope | undefined;
  /** How many alternatives are being tried inside one another. */
  spread: number;
  /** For questions that want a verdict only. */
  readonly silent: Visit;

  constructor(settings: WalkSettings, isDynamic: boolean) {
    this.settings = settings;
    this.isDynamic = isDynamic;
    this.steps = 0;
    this.depth = 0;
    this.scope = undefined;
    this.spread = 1;
    this.silent = { walk: this, at: undefined, sink: undefined, marks: undefined };
  }
}

/** How a schema is applied to a value: for a verdict alone (no sink), or with faults and notes collected. */
export interface Visit {
  readonly walk: Walk;
  readonly at: Path | undefined;
  readonly sink: Sink | undefined;
  /** Where evaluated members are noted; undefined when nobody asks. */
  readonly marks: Marks | undefined;
}

/** An alternative of a union, with its place among the others. */
export interface Arm {
  readonly node: SchemaNode;
  readonly index: number;
}

/** What the walk has learnt about one object of the value. */
export interface ObjectRecord {
  readonly at: Path | undefined;
  /** Every schema applied to it with success, or as the explanation of a failure. */
  readonly facts: ObjectFacts[];
  /** Faults by the name they are about; undefined as long as there are none. */
  missing: Map<string, Fault> | undefined;
  extra: Map<string, Fault> | undefined;
  /** Alternatives of a union that were not taken. */
  otherArms: Arm[] | undefined;
  /** A union here fits no alternative: nobody can say which names are declared. */
  isUnclear: boolean;
}

/** The record of an object in a sink, made at its first use. */
export function recordOf(sink: Sink, value: JsonObject, at: Path | undefined): ObjectRecord {
  const known = sink.records.get(value);
  if (known !== undefined) return known;
  const made: ObjectRecord = { at, facts: [], missing: undefined, extra: undefined, otherArms: undefined, isUnclear: false };
  sink.records.set(value, made);
  return made;
}

export function noteMissing(record: ObjectRecord, name: string, fault: Fault): void {
  record.missing ??= new Map();
  record.missing.set(name, fault);
}

export function noteExtra(record: ObjectRecord, name: string, fault: Fault): void {
  record.extra ??= new Map();
  record.extra.set(name, fault);
}
