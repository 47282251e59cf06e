import { appendToken } from '../../json/pointer.ts';
import type { DialectName } from '../../model/declaration.ts';
import type { Delta, UncheckedReason } from '../../model/delta.ts';
import type { JsonValue } from '../../model/json.ts';
import { isTooDeep, type SchemaDocument } from '../schema/document.ts';
import type { SchemaNode } from '../schema/node.ts';
import { evaluate } from './evaluate.ts';
import { settleFields } from './fields.ts';
import { WalkLimit } from './limit.ts';
import { type Fault, newSink, type Sink } from './sink.ts';
import { type Visit, Walk } from './visit.ts';

export interface WalkSettings {
  /** Undeclared fields of open objects become extra-field failures instead of undeclared-field notes. */
  readonly isClosedObjects: boolean;
  readonly formats: 'assert' | 'annotate';
  readonly checkFormat: (format: string, value: JsonValue, dialect: DialectName) => 'right' | 'wrong' | 'unchecked';
  /** Called only for patterns that passed their gate; may throw WalkLimit. */
  readonly matchPattern: (pattern: string, text: string) => boolean;
  /** Evaluation steps before the walk gives up: composition can be exponential. */
  readonly maximumSteps: number;
}

export type WalkResult =
  | { readonly kind: 'valid'; readonly notes: readonly Delta[] }
  | { readonly kind: 'invalid'; readonly deltas: readonly Delta[]; readonly notes: readonly Delta[] }
  | { readonly kind: 'undecided'; readonly reason: UncheckedReason; readonly detail: string };

/**
 * Judges a value by a schema: drafts 04, 06, 07, 2019-09 and 2020-12, every keyword by its own draft's rules. An invalid
 * value comes with the smallest set of differences. Never throws: what cannot be judged is undecided.
 */
export function walk(document: SchemaDocument, value: JsonValue, settings: WalkSettings): WalkResult {
  const blocked = blockedBy(document);
  if (blocked !== undefined) return blocked;
  if (isTooDeep(document)) return undecided('limit:depth', 'the schema nests too deep to be judged');
  const { rootNode } = document;
  if (rootNode === undefined) return undecided('unsupported-dialect', 'the dialect of the schema is not supported');
  const sink = newSink();
  try {
    return judgeRoot(rootNode, value, { walk: new Walk(settings, document.index.isDynamic), at: undefined, sink, marks: undefined });
  } catch (error) {
    if (error instanceof WalkLimit) return undecided(error.reason, error.detail);
    // The machine's stack ended before our own limit: the caller had used most of it.
    if (error instanceof RangeError) return undecided('limit:depth', 'schema and value nest too deep to be judged');
    return undecided('disagreement', `the evaluator failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function undecided(reason: UncheckedReason, detail: string): WalkResult {
  return { kind: 'undecided', reason, detail };
}

function blockedBy(document: SchemaDocument): WalkResult | undefined {
  const problem = document.problems.find(({ isBlocking }) => isBlocking);
  if (problem === undefined) return undefined;
  const detail = `${problem.detail} (at ${problem.pointer || 'the root of the schema'})`;
  if (problem.fault === 'unsupported-dialect') return undecided('unsupported-dialect', detail);
  return undecided(problem.fault === 'ref-loop' ? 'invalid-declaration' : 'unresolved-ref', detail);
}

function judgeRoot(node: SchemaNode, value: JsonValue, visit: Visit): WalkResult {
  const { sink, walk } = visit;
  const isValid = evaluate(node, value, visit);
  if (sink === undefined) return undecided('disagreement', 'nothing was collected');
  settleFields(sink, walk);
  const notes = sink.notes.map(({ fault, pointer, count }) => toDelta(fault, pointer, count));
  if (isValid && sink.faults.length === 0) return { kind: 'valid', notes };
  const deltas = deltasOf(sink);
  if (deltas.length === 0) return undecided('disagreement', 'the value was refused without a difference to show');
  return { kind: 'invalid', deltas, notes };
}

function deltasOf(sink: Sink): readonly Delta[] {
  const deltas = sink.faults.map(({ fault, pointer, count }) => toDelta(fault, pointer, count));
  const last = deltas.at(-1);
  if (sink.overflow === 0 || last === undefined) return deltas;
  const more = `${sink.overflow} more differences are not listed`;
  return [...deltas.slice(0, -1), { ...last, detail: last.detail === undefined ? more : `${last.detail}; ${more}` }];
}

/** Absent members stay absent: a delta is compared and written as it is. */
function toDelta(fault: Fault, path: string, count: number): Delta {
  const { kind, declared, recorded, repair, detail, hint, node, keyword } = fault;
  const schemaPath = schemaPathOf(node, keyword);
  const delta: Writable<Delta> = { kind, path };
  if (declared !== undefined) delta.declared = declared;
  if (recorded !== undefined) delta.recorded = recorded;
  if (schemaPath !== undefined) delta.schemaPath = schemaPath;
  if (detail !== undefined) delta.detail = detail;
  if (hint !== undefined) delta.hint = hint;
  if (repair !== undefined) delta.repair = repair;
  if (count !== 1) delta.count = count;
  return delta;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Only places in the schema in question: a pointer into another document would mislead. */
function schemaPathOf(node: SchemaNode, keyword: string): string | undefined {
  if (node.resource.document.via !== undefined) return undefined;
  return keyword === '' ? node.pointer : appendToken(node.pointer, keyword);
}
