import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { type Descend, type KeywordPair, type SchemaWalk, tell, tellEffect } from './schema-walk.ts';

/** Compares what two object schemas say of their members: names, requirement, closedness. */
export function compareMembers(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const before = propertiesOf(pair.before);
  const after = propertiesOf(pair.after);
  const required = { before: requiredOf(pair.before), after: requiredOf(pair.after) };
  for (const name of Object.keys(after)) {
    const pointer = appendToken(appendToken(pair.pointer, 'properties'), name);
    const [old, now] = [member(before, name), member(after, name) ?? true];
    if (old !== undefined) descend(walk, { before: old, after: now, pointer, depth: pair.depth + 1 });
    else tellAdded(walk, pointer, { isRequired: required.after.has(name) && !required.before.has(name), wasClosed: isClosed(pair.before) });
  }
  for (const name of Object.keys(before)) {
    if (Object.hasOwn(after, name)) continue;
    tellRemoved(walk, appendToken(appendToken(pair.pointer, 'properties'), name), required.before.has(name), isClosed(pair.after));
  }
  compareRequired(walk, pair, required, { before, after });
  compareOpenness(walk, pair, 'additionalProperties', descend);
  compareOpenness(walk, pair, 'unevaluatedProperties', descend);
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = member(schema, 'properties');
  return isJsonObject(properties) ? properties : {};
}

function requiredOf(schema: JsonObject): ReadonlySet<string> {
  const required = member(schema, 'required');
  return new Set(isJsonArray(required) ? required.filter((name) => typeof name === 'string') : []);
}

function isClosed(schema: JsonObject): boolean {
  return member(schema, 'additionalProperties') === false || member(schema, 'unevaluatedProperties') === false;
}

/** An optional argument hurts nobody; a new result field hurts a reader whose declaration excluded it. */
function tellAdded(walk: SchemaWalk, pointer: string, added: { readonly isRequired: boolean; readonly wasClosed: boolean }): void {
  const what = added.isRequired ? 'required property added' : 'optional property added';
  if (walk.role === 'input') {
    tellEffect(walk, pointer, added.isRequired ? 'breaking-for-callers' : 'compatible', what);
    return;
  }
  if (added.wasClosed) {
    tellEffect(walk, pointer, 'breaking-for-readers', `${what} to a closed object`);
    return;
  }
  tellEffect(walk, pointer, 'compatible', what);
}

/** A removed argument is refused by a closed object and lost by an open one. */
function tellRemoved(walk: SchemaWalk, pointer: string, wasRequired: boolean, isClosedNow: boolean): void {
  const what = `${wasRequired ? 'required' : 'optional'} property removed`;
  if (walk.role === 'output') {
    tellEffect(walk, pointer, wasRequired ? 'breaking-for-readers' : 'compatible', what);
    return;
  }
  const fate = isClosedNow ? 'it is refused now' : 'it is accepted and means nothing now';
  tellEffect(walk, pointer, 'breaking-for-callers', `${what}: ${fate}`);
}

interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

/** Names that were, and still are, properties, or never were: added and removed properties speak for themselves. */
function compareRequired(walk: SchemaWalk, pair: KeywordPair, required: Sides<ReadonlySet<string>>, properties: Sides<JsonObject>): void {
  const pointer = appendToken(pair.pointer, 'required');
  const isNew = (name: string): boolean => Object.hasOwn(properties.after, name) && !Object.hasOwn(properties.before, name);
  const isGone = (name: string): boolean => Object.hasOwn(properties.before, name) && !Object.hasOwn(properties.after, name);
  for (const name of required.after) {
    if (!required.before.has(name) && !isNew(name)) tell(walk, pointer, 'narrower', `${printJson(name, 60)} is required now`);
  }
  for (const name of required.before) {
    if (!required.after.has(name) && !isGone(name)) tell(walk, pointer, 'wider', `${printJson(name, 60)} is no longer required`);
  }
}

function compareOpenness(walk: SchemaWalk, pair: KeywordPair, keyword: string, descend: Descend): void {
  const [before, after] = [open(member(pair.before, keyword)), open(member(pair.after, keyword))];
  const pointer = appendToken(pair.pointer, keyword);
  if (before === after) return;
  if (after === false) {
    tell(walk, pointer, 'narrower', 'closed: undeclared fields are not allowed any more');
    return;
  }
  if (before === false) {
    tell(walk, pointer, 'wider', 'opened: undeclared fields are allowed now');
    return;
  }
  descend(walk, { before, after, pointer, depth: pair.depth + 1 });
}

function open(schema: JsonValue | undefined): JsonValue {
  return schema ?? true;
}
