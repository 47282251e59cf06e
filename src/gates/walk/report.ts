import type { DeltaKind } from '../../model/delta.ts';
import type { JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { addFault, addNote, type Fault } from './sink.ts';
import type { Visit } from './visit.ts';

/** What a keyword has to say about a value it refuses. */
export interface Complaint {
  readonly node: SchemaNode;
  readonly keyword: string;
  readonly kind: DeltaKind;
  readonly declared?: JsonValue | undefined;
  readonly recorded?: JsonValue | undefined;
  readonly repair?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
}

/** Files a fault where somebody collects them. Always false, so that a check can return it. */
export function complain(visit: Visit, complaint: Complaint): false {
  if (visit.sink !== undefined) addFault(visit.sink, faultAt(visit, complaint));
  return false;
}

export function remark(visit: Visit, complaint: Complaint): void {
  if (visit.sink !== undefined) addNote(visit.sink, faultAt(visit, complaint));
}

export function faultAt(visit: Visit, complaint: Complaint): Fault {
  const { kind, node, keyword, declared, recorded, repair, detail, hint } = complaint;
  return { kind, at: visit.at, node, keyword, declared, recorded, repair, detail, hint };
}

/** The visit of a member or an item. Without a sink nobody asks for the path, and one object serves all. */
export function descend(visit: Visit, token: string | number, isOptional: boolean = false): Visit {
  if (visit.sink === undefined) return visit.walk.silent;
  return {
    walk: visit.walk,
    at: { parent: visit.at, token, isOptional, pointer: undefined, general: undefined },
    sink: visit.sink,
    marks: undefined,
  };
}
