import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { compareUndecided, type Descend, type KeywordPair, type SchemaWalk, tell } from './schema-walk.ts';

export const appliedKeywords: readonly string[] = [
  ...['not', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains', 'propertyNames'],
  ...['dependentSchemas', 'dependentRequired', 'dependencies'],
];

interface Both {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

const bothOf = (pair: KeywordPair, keyword: string): Both => ({ before: member(pair.before, keyword), after: member(pair.after, keyword) });

/** Keywords that apply a schema to something else than a member or an item, or only sometimes. */
export function compareApplied(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  compareNot(walk, pair, descend);
  compareCondition(walk, pair, descend);
  compareContains(walk, pair, descend);
  const { before, after } = bothOf(pair, 'propertyNames');
  if (before !== undefined || after !== undefined)
    descend(walk, {
      before: before ?? true,
      after: after ?? true,
      pointer: appendToken(pair.pointer, 'propertyNames'),
      depth: pair.depth + 1,
    });
  compareDependents(walk, pair, descend);
}

function compareNot(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const { before, after } = bothOf(pair, 'not');
  const pointer = appendToken(pair.pointer, 'not');
  if (before !== undefined && after !== undefined) {
    compareUndecided(walk, { before, after, pointer, depth: pair.depth + 1 }, descend, 'what must not hold changed');
    return;
  }
  if (after !== undefined) tell(walk, pointer, 'narrower', 'something must not hold now', { after });
  if (before !== undefined) tell(walk, pointer, 'wider', 'nothing is excluded here any more', { before });
}

/** Under the same condition the branches compare as they stand; under another one nothing can be said. */
function compareCondition(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const { before, after } = bothOf(pair, 'if');
  if (before === undefined && after === undefined) return;
  const pointer = appendToken(pair.pointer, 'if');
  if (before === undefined || after === undefined) {
    const verb = before === undefined ? 'added' : 'removed';
    tell(walk, pointer, 'unknown', `condition ${verb}: what it asks for is not compared`, { before, after });
    return;
  }
  compareUndecided(walk, { before, after, pointer, depth: pair.depth + 1 }, descend, 'the condition changed');
  for (const branch of ['then', 'else']) {
    const sides = bothOf(pair, branch);
    descend(walk, {
      before: sides.before ?? true,
      after: sides.after ?? true,
      pointer: appendToken(pair.pointer, branch),
      depth: pair.depth + 1,
    });
  }
}

/** Counting items makes more of what is allowed mean less of what is valid. */
function compareContains(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const { before, after } = bothOf(pair, 'contains');
  const isCounted = [pair.before, pair.after].some(
    (schema) => Object.hasOwn(schema, 'minContains') || Object.hasOwn(schema, 'maxContains'),
  );
  for (const keyword of ['minContains', 'maxContains']) {
    const sides = bothOf(pair, keyword);
    if (printJson(sides.before ?? null, 40) !== printJson(sides.after ?? null, 40))
      tell(walk, appendToken(pair.pointer, keyword), 'unknown', `${keyword} changed; no rule compares it`, sides);
  }
  if (before === undefined && after === undefined) return;
  const pointer = appendToken(pair.pointer, 'contains');
  if (before !== undefined && after !== undefined) {
    const inner = { before, after, pointer, depth: pair.depth + 1 };
    if (isCounted) compareUndecided(walk, inner, descend, 'what is counted changed');
    else descend(walk, inner);
    return;
  }
  const isAdded = before === undefined;
  tell(walk, pointer, isCounted ? 'unknown' : isAdded ? 'narrower' : 'wider', `contains ${isAdded ? 'added' : 'removed'}`, {
    before,
    after,
  });
}

const entriesOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** What one member asks of the object: a schema, or other members. */
function compareDependents(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  for (const keyword of ['dependentSchemas', 'dependentRequired', 'dependencies']) {
    const sides = bothOf(pair, keyword);
    if (sides.before === undefined && sides.after === undefined) continue;
    const [before, after] = [entriesOf(sides.before), entriesOf(sides.after)];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const pointer = appendToken(appendToken(pair.pointer, keyword), name);
      const [old, now] = [asSchema(member(before, name)), asSchema(member(after, name))];
      descend(walk, { before: old, after: now, pointer, depth: pair.depth + 1 });
    }
  }
}

/** A list of names asks for what `required` asks for. */
function asSchema(dependent: JsonValue | undefined): JsonValue {
  if (dependent === undefined) return true;
  return isJsonArray(dependent) ? { required: dependent } : dependent;
}
