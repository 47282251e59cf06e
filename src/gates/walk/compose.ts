import { printJson } from '../../json/print.ts';
import { isJsonObject, type JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { evaluate } from './evaluate.ts';
import { type Facts, factsOf, type InPlaceFacts } from './facts.ts';
import { mergeMarks, newMarks } from './marks.ts';
import { complain } from './report.ts';
import { dynamicTarget, recursiveTarget } from './scope.ts';
import { absorb, newSink } from './sink.ts';
import { judgeUnion } from './unions.ts';
import type { Visit } from './visit.ts';

export function judgeReferences(node: SchemaNode, value: JsonValue, visit: Visit): boolean {
  const { ref, recursive, dynamic } = node.links;
  const { scope } = visit.walk;
  let isValid = true;
  if (ref !== undefined) isValid = evaluate(ref, value, visit);
  if (!isValid && visit.sink === undefined) return false;
  if (recursive !== undefined && !evaluate(recursiveTarget(recursive, scope), value, visit)) isValid = false;
  if (!isValid && visit.sink === undefined) return false;
  if (dynamic !== undefined && !evaluate(dynamicTarget(dynamic.node, dynamic.anchor, scope), value, visit)) isValid = false;
  return isValid;
}

/** The schemas that judge the same value: all of them share its marks. */
export function judgeInPlace(facts: Facts, inPlace: InPlaceFacts, value: JsonValue, visit: Visit): boolean {
  const isDone = (isValid: boolean): boolean => !isValid && visit.sink === undefined;
  let isValid = true;
  for (const branch of inPlace.allOf) {
    if (!evaluate(branch, value, visit)) isValid = false;
    if (isDone(isValid)) return false;
  }
  const { anyOf, oneOf, not, condition } = inPlace;
  if (anyOf !== undefined && !judgeUnion({ node: facts.node, keyword: 'anyOf', branches: anyOf }, value, visit)) isValid = false;
  if (isDone(isValid)) return false;
  if (oneOf !== undefined && !judgeUnion({ node: facts.node, keyword: 'oneOf', branches: oneOf }, value, visit)) isValid = false;
  if (isDone(isValid)) return false;
  if (not !== undefined && evaluate(not, value, visit.walk.silent)) {
    const complaint = { node: facts.node, keyword: 'not', kind: 'forbidden' as const, recorded: value };
    isValid = complain(visit, { ...complaint, detail: 'the value is of the shape that "not" excludes' });
  }
  if (isDone(isValid)) return false;
  if (condition !== undefined && !judgeCondition(inPlace, condition, value, visit)) isValid = false;
  if (isDone(isValid)) return false;
  return judgeDependents(inPlace, value, visit) && isValid;
}

/** A silent answer first; when it holds, what the schema evaluated and noticed is kept. */
function evaluateApart(node: SchemaNode, value: JsonValue, visit: Visit): boolean {
  const { walk, marks, sink } = visit;
  const own = marks === undefined ? undefined : newMarks();
  const quiet: Visit = own === undefined ? walk.silent : { walk, at: undefined, sink: undefined, marks: own };
  if (!evaluate(node, value, quiet)) return false;
  mergeMarks(marks, own);
  if (sink !== undefined) evaluate(node, value, { walk, at: visit.at, sink, marks: undefined });
  return true;
}

function judgeCondition(inPlace: InPlaceFacts, condition: SchemaNode, value: JsonValue, visit: Visit): boolean {
  const isMet = evaluateApart(condition, value, visit);
  const branch = isMet ? inPlace.then : inPlace.else;
  if (branch === undefined) return true;
  const reason = isMet ? '"then" applies: the value satisfies "if"' : '"else" applies: the value does not satisfy "if"';
  return evaluateBecause(branch, value, { visit, reason: () => reason + tellingFields(condition, value) });
}

interface Because {
  readonly visit: Visit;
  readonly reason: () => string;
}

function evaluateBecause(node: SchemaNode, value: JsonValue, { visit, reason }: Because): boolean {
  const { walk, at, sink, marks } = visit;
  if (sink === undefined) return evaluate(node, value, visit);
  const own = newSink();
  const isValid = evaluate(node, value, { walk, at, sink: own, marks });
  absorb(sink, own, isValid ? undefined : reason());
  return isValid;
}

/** The recorded values of the fields that the condition compares with constants. */
function tellingFields(condition: SchemaNode, value: JsonValue): string {
  if (!isJsonObject(value) || !isJsonObject(condition.schema)) return '';
  const told: string[] = [];
  for (const [name, property] of factsOf(condition).object?.properties ?? []) {
    if (!isJsonObject(property.schema) || factsOf(property).literals === undefined) continue;
    const recorded = Object.hasOwn(value, name) ? value[name] : undefined;
    told.push(recorded === undefined ? `${name} is absent` : `${name} is ${printJson(recorded, 40)}`);
  }
  return told.length === 0 ? '' : ` (${told.slice(0, 3).join(', ')})`;
}

function judgeDependents(inPlace: InPlaceFacts, value: JsonValue, visit: Visit): boolean {
  if (!isJsonObject(value)) return true;
  let isValid = true;
  for (const { name, node } of inPlace.dependents) {
    if (!Object.hasOwn(value, name)) continue;
    if (evaluateBecause(node, value, { visit, reason: () => `because ${name} is present` })) continue;
    isValid = false;
    if (visit.sink === undefined) return false;
  }
  return isValid;
}
