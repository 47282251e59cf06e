import { printJson } from '../../json/print.ts';
import { type JsonObject, type JsonValue, memberOf } from '../../model/json.ts';
import { describeTypes } from './describe.ts';
import { evaluate } from './evaluate.ts';
import type { Facts, ObjectFacts } from './facts.ts';
import { complain, descend, faultAt } from './report.ts';
import { judgeCount } from './scalars.ts';
import { absorb, addFault, type Fault, newSink } from './sink.ts';
import { remarkText } from './suspicious.ts';
import { noteExtra, noteMissing, recordOf, type Visit } from './visit.ts';

export function judgeObject(facts: Facts, object: ObjectFacts, value: JsonObject, visit: Visit): boolean {
  const { sink } = visit;
  if (sink !== undefined) recordOf(sink, value, visit.at).facts.push(object);
  let isValid = judgeRequired(object, value, visit);
  if (!isValid && sink === undefined) return false;
  const { minProperties, maxProperties } = object;
  const keys = Object.keys(value);
  if (minProperties !== undefined || maxProperties !== undefined) {
    const rule = { facts, minimum: ['minProperties', minProperties], maximum: ['maxProperties', maxProperties], unit: 'field' } as const;
    if (!judgeCount(rule, keys.length, value, visit)) isValid = false;
  }
  for (const key of keys) {
    if (!isValid && sink === undefined) return false;
    if (!judgeMember(object, value, key, visit)) isValid = false;
  }
  return isValid;
}

function judgeMember(object: ObjectFacts, parent: JsonObject, key: string, visit: Visit): boolean {
  const value = parent[key];
  if (value === undefined) return true;
  const { properties, patterns, additional, names } = object;
  const declared = properties.get(key);
  let below: Visit | undefined;
  const child = (): Visit => (below ??= descend(visit, key, !object.requiredNames.has(key)));
  let isKnown = declared !== undefined;
  let isValid = true;
  if (declared !== undefined) {
    isValid = evaluate(declared, value, child());
    if (visit.sink !== undefined && typeof value === 'string') remarkText(declared, value, { object, parent, key }, child());
  }
  for (const [pattern, schema] of patterns) {
    if (!visit.walk.settings.matchPattern(pattern, key)) continue;
    isKnown = true;
    if (!evaluate(schema, value, child())) isValid = false;
  }
  if (!isKnown && additional !== undefined) {
    isKnown = true;
    if (additional.schema === false) isValid = complainOfExtra(object, 'additionalProperties', { parent, key, value }, visit);
    else if (!evaluate(additional, value, child())) isValid = false;
  }
  if (isKnown) visit.marks?.names.add(key);
  if (names !== undefined && !judgeName(object, key, child())) isValid = false;
  return isValid;
}

export interface Member {
  readonly parent: JsonObject;
  readonly key: string;
  readonly value: JsonValue;
}

function complainOfExtra(object: ObjectFacts, keyword: string, member: Member, visit: Visit): false {
  const { sink } = visit;
  if (sink === undefined) return false;
  const fault = faultAt(descend(visit, member.key), {
    node: object.node,
    keyword,
    kind: 'extra-field',
    recorded: member.value,
    repair: 'drop the field',
  });
  addFault(sink, fault);
  noteExtra(recordOf(sink, member.parent, visit.at), member.key, fault);
  return false;
}

function judgeRequired(object: ObjectFacts, value: JsonObject, visit: Visit): boolean {
  let isValid = true;
  for (const name of object.required) {
    if (Object.hasOwn(value, name)) continue;
    if (visit.sink === undefined) return false;
    isValid = complainOfMissing(object, value, { name, keyword: 'required', detail: undefined }, visit);
  }
  for (const { name, required, keyword } of object.dependentRequired) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of required) {
      if (Object.hasOwn(value, other)) continue;
      if (visit.sink === undefined) return false;
      isValid = complainOfMissing(object, value, { name: other, keyword, detail: `required because ${name} is present` }, visit);
    }
  }
  return isValid;
}

interface MissingName {
  readonly name: string;
  readonly keyword: string;
  readonly detail: string | undefined;
}

function complainOfMissing(object: ObjectFacts, value: JsonObject, missing: MissingName, visit: Visit): false {
  const { sink } = visit;
  if (sink === undefined) return false;
  const property = object.properties.get(missing.name);
  const filled = property === undefined ? undefined : memberOf(property.schema, 'default');
  const fault: Fault = faultAt(descend(visit, missing.name), {
    node: object.node,
    keyword: missing.keyword,
    kind: 'missing-field',
    declared: property === undefined ? undefined : describeTypes(property),
    repair: filled === undefined ? undefined : `fill the default ${printJson(filled, 60)}`,
    detail: missing.detail,
  });
  addFault(sink, fault);
  noteMissing(recordOf(sink, value, visit.at), missing.name, fault);
  return false;
}

/** A name is judged as a text of its own; what is wrong with it is said at the field that bears it. */
function judgeName(object: ObjectFacts, key: string, visit: Visit): boolean {
  const { names } = object;
  if (names === undefined) return true;
  const { sink, walk } = visit;
  if (sink === undefined) return evaluate(names, key, walk.silent);
  if (names.schema === false) return complain(visit, { node: object.node, keyword: 'propertyNames', kind: 'forbidden', recorded: key });
  const own = newSink();
  const isValid = evaluate(names, key, { walk, at: visit.at, sink: own, marks: undefined });
  if (!isValid) absorb(sink, { ...own, notes: [] }, 'the name of the field');
  return isValid;
}

/** `unevaluatedProperties`: the members no other schema that applies to the object has evaluated. */
export function judgeUnevaluatedProperties(facts: Facts, value: JsonObject, visit: Visit): boolean {
  const { unevaluatedProperties, object } = facts;
  const { marks } = visit;
  if (unevaluatedProperties === undefined || object === undefined || marks === undefined || marks.isAllNames) return true;
  let isValid = true;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined || marks.names.has(key)) continue;
    if (unevaluatedProperties.schema === false) {
      isValid = complainOfExtra(object, 'unevaluatedProperties', { parent: value, key, value: member }, visit);
    } else if (!evaluate(unevaluatedProperties, member, descend(visit, key, true))) isValid = false;
    if (!isValid && visit.sink === undefined) return false;
  }
  marks.isAllNames = true;
  return isValid;
}
