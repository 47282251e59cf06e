import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../../../src/model/json.ts';
import { type EngineName, openOthers } from './engines.ts';
import type { Draft } from './schemas.ts';

export interface Disagreement {
  readonly engine: EngineName;
  readonly draft: Draft;
  readonly schema: JsonObject;
  readonly value: JsonValue;
  /** What the other engine says; ours is the opposite. */
  readonly theirs: boolean;
}

/**
 * A fault of another engine, with a way of saying the same schema that it does not strike. It explains a disagreement only
 * when the schema can be said that way and the engine, asked again, then agrees with us.
 */
interface KnownFault {
  readonly engine: EngineName;
  readonly fact: string;
  /** Absent: in all of them. */
  readonly drafts?: readonly Draft[];
  /** The members of one schema object, said otherwise; the same object where there is nothing to say otherwise. */
  readonly rephrase: (schema: JsonObject) => JsonObject;
}

/** Moves members into a schema of their own, applied to the same value; wrapped twice in `not` where it must evaluate nothing. */
function setApart(schema: JsonObject, names: readonly string[], isSilent: boolean): JsonObject {
  const moved = Object.entries(schema).filter(([name]) => names.includes(name));
  const kept = Object.entries(schema).filter(([name]) => !names.includes(name) && name !== 'allOf');
  const all = member(schema, 'allOf');
  const apart: JsonObject = Object.fromEntries(moved);
  const added = isSilent ? { not: { not: apart } } : apart;
  return Object.fromEntries([...kept, ['allOf', [...(isJsonArray(all) ? all : []), added]]]);
}

const has = (schema: JsonObject, ...names: readonly string[]): boolean => names.every((name) => Object.hasOwn(schema, name));

const faults: readonly KnownFault[] = [
  {
    engine: 'hyperjump',
    fact: 'multipleOf 0.01 refuses -1 and 1e21, which are multiples of it',
    // every number the generator knows is a multiple of 0.01, so the word says nothing
    rephrase: (schema) =>
      member(schema, 'multipleOf') === 0.01 ? Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'multipleOf')) : schema,
  },
  {
    engine: 'hyperjump',
    fact: 'in 2019-09 items that contains matched count as evaluated, which only 2020-12 says',
    drafts: ['2019-09'],
    rephrase: (schema) => (has(schema, 'contains') ? setApart(schema, ['contains', 'minContains', 'maxContains'], true) : schema),
  },
  {
    engine: 'schemasafe',
    fact: 'maximum beside exclusiveMaximum (and minimum beside exclusiveMinimum) is not looked at',
    rephrase: (schema) =>
      has(schema, 'maximum', 'exclusiveMaximum') || has(schema, 'minimum', 'exclusiveMinimum')
        ? setApart(schema, ['maximum', 'minimum'], false)
        : schema,
  },
  {
    engine: 'schemasafe',
    fact: 'const and enum count as having evaluated every item and property, so that unevaluatedItems and unevaluatedProperties say nothing',
    drafts: ['2019-09', '2020-12'],
    rephrase: (schema) => (has(schema, 'const') || has(schema, 'enum') ? setApart(schema, ['const', 'enum'], true) : schema),
  },
];

const inSchema: ReadonlySet<string> = new Set([
  ...['additionalItems', 'additionalProperties', 'contains', 'else', 'if', 'items', 'not', 'propertyNames', 'then'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const inList: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const inMap: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'],
]);

/** Rephrases every schema inside a schema; what only looks like one (a const, an enum) stays as it is. */
function rephraseAll(schema: JsonValue, rephrase: KnownFault['rephrase']): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const inner = Object.entries(schema).map(([name, value]): readonly [string, JsonValue] => {
    if (inList.has(name) && isJsonArray(value)) return [name, value.map((one) => rephraseAll(one, rephrase))];
    if (inMap.has(name) && isJsonObject(value)) {
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rephraseAll(one, rephrase)]))];
    }
    return [name, inSchema.has(name) ? rephraseAll(value, rephrase) : value];
  });
  return rephrase(Object.fromEntries(inner));
}

/** The fact that explains a disagreement; undefined when none does. */
export async function explainedBy({ engine, draft, schema, value, theirs }: Disagreement): Promise<string | undefined> {
  for (const fault of faults.filter((one) => one.engine === engine && (one.drafts?.includes(draft) ?? true))) {
    const rephrased = rephraseAll(schema, fault.rephrase);
    if (!isJsonObject(rephrased) || JSON.stringify(rephrased) === JSON.stringify(schema)) continue;
    const again = (await openOthers(rephrased, draft))[engine](value);
    if (again === !theirs) return fault.fact;
  }
  return undefined;
}
