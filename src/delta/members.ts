import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { type Descend, type KeywordPair, type SchemaWalk, tell } from './schema-walk.ts';

export const memberKeywords: readonly string[] = [
  ...['properties', 'patternProperties', 'required', 'additionalProperties', 'unevaluatedProperties'],
];

/** What one object schema says of its members. */
interface Members {
  readonly named: JsonObject;
  readonly patterns: JsonObject;
  readonly required: ReadonlySet<string>;
  /** The schema of every member that is not named. */
  readonly rest: JsonValue;
  readonly restKeyword: string;
  /** It lists its fields and does not say that it takes any others: those are promised to nobody. */
  readonly isListed: boolean;
}

function membersOf(schema: JsonObject): Members {
  const required = member(schema, 'required');
  const additional = member(schema, 'additionalProperties');
  const unevaluated = member(schema, 'unevaluatedProperties');
  return {
    named: mapOf(member(schema, 'properties')),
    patterns: mapOf(member(schema, 'patternProperties')),
    required: new Set(isJsonArray(required) ? required.filter((name) => typeof name === 'string') : []),
    rest: additional ?? unevaluated ?? true,
    restKeyword: additional === undefined && unevaluated !== undefined ? 'unevaluatedProperties' : 'additionalProperties',
    isListed: Object.hasOwn(schema, 'properties') && (additional ?? unevaluated) === undefined,
  };
}

const mapOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const isOpen = (schema: JsonValue): boolean => schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);

interface Change {
  readonly walk: SchemaWalk;
  readonly pair: KeywordPair;
  readonly before: Members;
  readonly after: Members;
  readonly descend: Descend;
}

/** Compares what two object schemas say of their members: names, requirement, closedness. */
export function compareMembers(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  if (!memberKeywords.some((name) => Object.hasOwn(pair.before, name) || Object.hasOwn(pair.after, name))) return;
  const change: Change = { walk, pair, before: membersOf(pair.before), after: membersOf(pair.after), descend };
  const { before, after } = change;
  for (const [name, now] of Object.entries(after.named)) {
    const old = member(before.named, name);
    if (old === undefined) compareAdded(change, name, now);
    else descend(walk, { before: old, after: now, pointer: propertyPointer(pair, name), depth: pair.depth + 1 });
  }
  for (const [name, old] of Object.entries(before.named)) if (!Object.hasOwn(after.named, name)) compareRemoved(change, name, old);
  compareRequired(change);
  comparePatterns(change);
  compareRest(change);
}

const propertyPointer = (pair: KeywordPair, name: string): string => appendToken(appendToken(pair.pointer, 'properties'), name);

const hasPatterns = ({ before, after }: Change): boolean => Object.keys(before.patterns).length + Object.keys(after.patterns).length > 0;

/**
 * An optional argument hurts nobody who kept to the declaration; a new result field hurts a reader whose declaration
 * excluded it.
 */
function compareAdded(change: Change, name: string, now: JsonValue): void {
  const { walk, pair, before, after, descend } = change;
  const pointer = propertyPointer(pair, name);
  const isRequired = after.required.has(name) && !before.required.has(name);
  const what = isRequired ? 'required property added' : 'optional property added';
  const sides = { after: now };
  if (isRequired) {
    tell(walk, pointer, before.rest === false ? 'replaced' : 'narrower', what, sides);
    if (hasPatterns(change)) tell(walk, pointer, 'unknown', `${what}; a pattern may have spoken of it before`, sides);
    else if (before.rest !== false && !isOpen(before.rest))
      descend(walk, { before: before.rest, after: now, pointer, depth: pair.depth + 1 });
    return;
  }
  if (hasPatterns(change)) {
    tell(walk, pointer, isOpen(now) ? 'wider' : 'unknown', `${what}; a pattern may have spoken of it before`, sides);
    return;
  }
  if (before.rest === false) {
    tell(walk, pointer, 'wider', `${what} to a closed object`, sides);
    return;
  }
  if (isOpen(before.rest) && !before.required.has(name)) {
    const caveat = walk.role === 'input' ? '; a call that already sent an undeclared field of this name may be refused now' : '';
    if (isOpen(now)) tell(walk, pointer, 'harmless', what, sides);
    else if (!walk.isToldApart || !before.isListed) tell(walk, pointer, 'narrower', `${what} to an object of any fields`, sides);
    else tell(walk, pointer, 'narrower-undeclared', `${what}${caveat}`, sides);
    return;
  }
  tell(walk, pointer, 'harmless', what, sides);
  descend(walk, { before: before.rest, after: now, pointer, depth: pair.depth + 1 });
}

/** A removed argument is refused by a closed object and means nothing to an open one. */
function compareRemoved(change: Change, name: string, old: JsonValue): void {
  const { walk, pair, before, after, descend } = change;
  const pointer = propertyPointer(pair, name);
  const isRequired = before.required.has(name);
  const what = `${isRequired ? 'required' : 'optional'} property removed`;
  const sides = { before: old };
  if (walk.role === 'input') {
    const fate = after.rest === false ? 'it is refused now' : 'it is accepted and means nothing now';
    tell(walk, pointer, after.rest === false ? 'replaced' : 'meaningless', `${what}: ${fate}`, sides);
    return;
  }
  if (isRequired) tell(walk, pointer, 'replaced', what, sides);
  else if (hasPatterns(change)) tell(walk, pointer, 'unknown', `${what}; a pattern may speak of it now`, sides);
  else if (after.rest === false) tell(walk, pointer, 'narrower', what, sides);
  else if (isOpen(after.rest) && (!walk.isToldApart || !after.isListed))
    tell(walk, pointer, 'wider', `${what} from an object of any fields`, sides);
  else if (isOpen(after.rest))
    tell(walk, pointer, 'wider-undeclared', `${what}; a result may still carry an undeclared field of this name`, sides);
  else {
    tell(walk, pointer, 'harmless', what, sides);
    descend(walk, { before: old, after: after.rest, pointer, depth: pair.depth + 1 });
  }
}

/** Names that were, and still are, properties, or never were: added and removed properties speak for themselves. */
function compareRequired({ walk, pair, before, after }: Change): void {
  const pointer = appendToken(pair.pointer, 'required');
  const sides = { before: member(pair.before, 'required'), after: member(pair.after, 'required') };
  const isNew = (name: string): boolean => Object.hasOwn(after.named, name) && !Object.hasOwn(before.named, name);
  const isGone = (name: string): boolean => Object.hasOwn(before.named, name) && !Object.hasOwn(after.named, name);
  for (const name of after.required) {
    if (!before.required.has(name) && !isNew(name)) tell(walk, pointer, 'narrower', `${printJson(name, 60)} is required now`, sides);
  }
  for (const name of before.required) {
    if (!after.required.has(name) && !isGone(name)) tell(walk, pointer, 'wider', `${printJson(name, 60)} is no longer required`, sides);
  }
}

/** A pattern of an open object is one more condition; of a closed one it is also a permission. */
function comparePatterns({ walk, pair, before, after, descend }: Change): void {
  for (const pattern of new Set([...Object.keys(before.patterns), ...Object.keys(after.patterns)])) {
    const pointer = appendToken(appendToken(pair.pointer, 'patternProperties'), pattern);
    const [old, now] = [member(before.patterns, pattern), member(after.patterns, pattern)];
    if (old !== undefined && now !== undefined) {
      descend(walk, { before: old, after: now, pointer, depth: pair.depth + 1 });
      continue;
    }
    const isAdded = old === undefined;
    const isCondition = isOpen(before.rest) && isOpen(after.rest);
    const what = `pattern of names ${isAdded ? 'added' : 'removed'}`;
    tell(walk, pointer, isCondition ? (isAdded ? 'narrower' : 'wider') : 'unknown', what, { before: old, after: now });
  }
}

function compareRest({ walk, pair, before, after, descend }: Change): void {
  const pointer = appendToken(pair.pointer, after.restKeyword);
  const sides = { before: member(pair.before, before.restKeyword), after: member(pair.after, after.restKeyword) };
  if (typeof before.rest === 'boolean' && before.rest === after.rest) return;
  if (after.rest === false) {
    tell(walk, pointer, 'narrower', 'closed: undeclared fields are not allowed any more', sides);
    return;
  }
  if (before.rest === false) {
    tell(walk, pointer, 'wider', 'opened: undeclared fields are allowed now', sides);
    return;
  }
  descend(walk, { before: before.rest, after: after.rest, pointer, depth: pair.depth + 1 });
}
