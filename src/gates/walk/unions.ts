import { printJson } from '../../json/print.ts';
import { isJsonObject, type JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { evaluate } from './evaluate.ts';
import { explainNone } from './explain.ts';
import { literalHint, literalsOf } from './literals.ts';
import { markAll, mergeMarks, newMarks } from './marks.ts';
import { repairForLiteral } from './repair.ts';
import { complain } from './report.ts';
import { remarkUnion } from './suspicious.ts';
import { recordOf, type Visit } from './visit.ts';

export interface Union {
  readonly node: SchemaNode;
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly SchemaNode[];
}

export function judgeUnion(union: Union, value: JsonValue, visit: Visit): boolean {
  if (visit.sink === undefined && visit.marks === undefined) return countMatches(union, value, visit) === 1;
  const passing = new Set<SchemaNode>();
  const all = visit.marks === undefined ? undefined : newMarks();
  for (const branch of union.branches) {
    const own = all === undefined ? undefined : newMarks();
    const quiet: Visit = own === undefined ? visit.walk.silent : { walk: visit.walk, at: undefined, sink: undefined, marks: own };
    if (!evaluate(branch, value, quiet)) continue;
    mergeMarks(all, own);
    passing.add(branch);
  }
  if (passing.size === 1 || (passing.size > 1 && union.keyword === 'anyOf')) {
    mergeMarks(visit.marks, all);
    collect(union, passing, value, visit);
    return true;
  }
  if (visit.sink === undefined) return false;
  return passing.size === 0 ? explainNone(union, value, visit) : complainOfMany(union, passing, value, visit);
}

/** 1 for a union that holds: anyOf is content with the first match, oneOf looks for a second. */
function countMatches(union: Union, value: JsonValue, visit: Visit): number {
  let count = 0;
  for (const branch of union.branches) {
    if (!evaluate(branch, value, visit)) continue;
    if (union.keyword === 'anyOf') return 1;
    if (++count > 1) return count;
  }
  return count;
}

/** What the alternatives that hold have to remark. */
function collect(union: Union, passing: ReadonlySet<SchemaNode>, value: JsonValue, visit: Visit): void {
  const { sink, walk, at } = visit;
  if (sink === undefined) return;
  for (const branch of passing) evaluate(branch, value, { walk, at, sink, marks: undefined });
  if (typeof value === 'string') remarkUnion(union, passing, value, visit);
  if (!isJsonObject(value)) return;
  const record = recordOf(sink, value, at);
  record.otherArms ??= [];
  for (const [index, node] of union.branches.entries()) if (!passing.has(node)) record.otherArms.push({ node, index });
}

function complainOfMany(union: Union, passing: ReadonlySet<SchemaNode>, value: JsonValue, visit: Visit): false {
  const numbers = [...union.branches.entries()].filter(([, branch]) => passing.has(branch)).map(([index]) => index);
  leaveOpen(value, visit);
  const detail = `matches ${numbers.length} of ${union.branches.length} alternatives (${numbers.slice(0, 20).join(', ')}); exactly one is allowed`;
  return complain(visit, { node: union.node, keyword: union.keyword, kind: 'many-variants', recorded: value, detail });
}

/** Where no alternative can be named, nothing follows about the fields of the value. */
export function leaveOpen(value: JsonValue, visit: Visit): void {
  markAll(visit.marks);
  if (visit.sink !== undefined && isJsonObject(value)) recordOf(visit.sink, value, visit.at).isUnclear = true;
}

interface LiteralRule {
  readonly node: SchemaNode;
  readonly keyword: string;
  readonly values: readonly JsonValue[];
  readonly detail?: string | undefined;
}

/** One fault for a value outside a set of literals. */
export function explainLiteral(rule: LiteralRule, value: JsonValue, visit: Visit): false {
  const { node, keyword, values, detail } = rule;
  const literals = literalsOf(values);
  const isAccepted = (candidate: JsonValue): boolean => literals.printed.has(printJson(candidate));
  const isOmissible = value === null && visit.at?.isOptional === true;
  const repair = isOmissible ? 'omit the field' : repairForLiteral(literals.types, value, isAccepted);
  const hint = typeof value === 'string' ? literalHint(value, literals) : undefined;
  return complain(visit, { node, keyword, kind: 'wrong-value', declared: values, recorded: value, repair, hint, detail });
}
