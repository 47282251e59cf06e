import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/model/json.ts';
import type { Random } from './random.ts';

export type Draft = 'draft-07' | '2019-09' | '2020-12';
export const drafts: readonly Draft[] = ['draft-07', '2019-09', '2020-12'];

/** Few names, so that schemas and values meet; some of them every JavaScript object inherits. */
const names = ['a', 'b', 'c', 'x-y', 'toString', '__proto__', 'constructor'] as const;
const scalars: readonly JsonValue[] = [null, true, false, 0, 1, 2, -1, 1.5, 19.99, 0.07, 1e21, '', 'a', 'abc', 'x-y', '😀', '1'];
const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
const patterns = ['^a', 'b$', '^x-', '\\d', '^.$', 'o'] as const;

export function pickName(random: Random): string {
  return random.chance(0.15) ? random.pick(names) : random.pick(names.slice(0, 4));
}

function pickScalar(random: Random): JsonValue {
  return random.pick(scalars.map((value) => [value] as const))[0];
}

type Maker = (random: Random, depth: number, draft: Draft) => JsonValue;

const list = (random: Random, least: number, most: number, make: () => JsonValue): JsonValue[] =>
  Array.from({ length: least + random.below(most - least + 1) }, make);

const record = (random: Random, most: number, name: () => string, make: () => JsonValue): JsonObject =>
  Object.fromEntries(Array.from({ length: random.below(most + 1) }, () => [name(), make()] as const));

const count: Maker = (random) => random.below(4);
const number: Maker = (random) => random.pick([0, 1, 2, 1.5, -1, 19.99]);
const schemas: Maker = (random, depth, draft) => list(random, 1, 3, () => makeSchema(random, depth - 1, draft));
const inner: Maker = (random, depth, draft) => makeSchema(random, depth - 1, draft);
const flag: Maker = (random) => random.chance(0.5);
const bySchema =
  (name: (random: Random) => string): Maker =>
  (random, depth, draft) =>
    record(
      random,
      3,
      () => name(random),
      () => makeSchema(random, depth - 1, draft),
    );
const byNames: Maker = (random) =>
  record(
    random,
    2,
    () => pickName(random),
    () => [...new Set(list(random, 0, 2, () => pickName(random)))],
  );

/** A member of a schema and how it is made; the drafts that know it where not all do. */
interface Word {
  readonly name: string;
  readonly make: Maker;
  readonly isNested: boolean;
  readonly drafts?: readonly Draft[];
}
const flat = (name: string, make: Maker, only?: readonly Draft[]): Word => ({ name, make, isNested: false, ...(only && { drafts: only }) });
const nested = (name: string, make: Maker, only?: readonly Draft[]): Word => ({
  name,
  make,
  isNested: true,
  ...(only && { drafts: only }),
});
const later: readonly Draft[] = ['2019-09', '2020-12'];
const earlier: readonly Draft[] = ['draft-07', '2019-09'];

const words: readonly Word[] = [
  flat('type', (random) => (random.chance(0.3) ? [...new Set([random.pick(types), random.pick(types)])] : random.pick(types))),
  flat('enum', (random) => [...new Set(list(random, 1, 3, () => pickScalar(random)))]),
  flat('const', (random) => makeValue(random, 1)),
  flat('minimum', number),
  flat('maximum', number),
  flat('exclusiveMinimum', number),
  flat('exclusiveMaximum', number),
  flat('multipleOf', (random) => random.pick([1, 2, 0.5, 0.01, 1.5])),
  flat('minLength', count),
  flat('maxLength', count),
  flat('pattern', (random) => random.pick(patterns)),
  flat('minItems', count),
  flat('maxItems', count),
  flat('uniqueItems', flag),
  flat('minProperties', count),
  flat('maxProperties', count),
  flat('required', (random) => [...new Set(list(random, 0, 2, () => pickName(random)))]),
  flat('dependentRequired', byNames, later),
  nested('properties', bySchema(pickName)),
  nested('properties', bySchema(pickName)),
  nested(
    'patternProperties',
    bySchema((random) => random.pick(patterns)),
  ),
  nested('additionalProperties', inner),
  nested('propertyNames', inner),
  nested('dependencies', (random, depth, draft) => (random.chance(0.5) ? byNames : bySchema(pickName))(random, depth, draft), ['draft-07']),
  nested('dependentSchemas', bySchema(pickName), later),
  nested('items', inner),
  nested('items', (random, depth, draft) => (random.chance(0.5) ? schemas : inner)(random, depth, draft), earlier),
  nested('additionalItems', inner, earlier),
  nested('prefixItems', schemas, ['2020-12']),
  nested('contains', inner),
  nested('unevaluatedProperties', (random, depth, draft) => (random.chance(0.6) ? false : inner(random, depth, draft)), later),
  nested('unevaluatedItems', (random, depth, draft) => (random.chance(0.6) ? false : inner(random, depth, draft)), later),
  nested('allOf', schemas),
  nested('anyOf', schemas),
  nested('oneOf', schemas),
  nested('not', inner),
];

function addCondition(schema: Record<string, JsonValue>, random: Random, depth: number, draft: Draft): void {
  schema.if = makeSchema(random, depth - 1, draft);
  if (random.chance(0.7)) Object.assign(schema, Object.fromEntries([['then', makeSchema(random, depth - 1, draft)]]));
  if (random.chance(0.5)) schema.else = makeSchema(random, depth - 1, draft);
}

function addBounds(schema: Record<string, JsonValue>, random: Random): void {
  if (random.chance(0.5)) schema.minContains = random.below(3);
  if (random.chance(0.5)) schema.maxContains = random.below(3);
}

/** A schema whose array `items` never meets 2020-12, and whose references all lead somewhere. */
function makeSchema(random: Random, depth: number, draft: Draft): JsonValue {
  if (random.chance(0.08)) return random.chance(0.7);
  if (depth > 0 && random.chance(0.12)) return reference(random, draft);
  const schema: Record<string, JsonValue> = {};
  const known = words.filter((word) => (depth > 0 || !word.isNested) && (word.drafts === undefined || word.drafts.includes(draft)));
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const { name, make } = random.pick(known);
    schema[name] = make(random, depth, draft);
  }
  if (depth > 0 && random.chance(0.1)) addCondition(schema, random, depth, draft);
  if (draft !== 'draft-07' && Object.hasOwn(schema, 'contains')) addBounds(schema, random);
  return schema;
}

const definitionsOf = (draft: Draft): string => (draft === 'draft-07' ? 'definitions' : '$defs');

function reference(random: Random, draft: Draft): JsonValue {
  const target = { $ref: `#/${definitionsOf(draft)}/${random.pick(['a', 'b'])}` };
  return random.chance(0.3) ? { ...target, ...Object.fromEntries([['maxProperties', random.below(3)]]) } : target;
}

/** A whole schema with its definitions. */
export function makeRoot(random: Random, draft: Draft): JsonObject {
  const root = makeSchema(random, 3, draft);
  const definitions = { a: makeSchema(random, 1, draft), b: makeSchema(random, 0, draft) };
  const body: JsonObject = isJsonObject(root) && !Object.hasOwn(root, '$ref') ? root : { allOf: [root] };
  return { ...body, [definitionsOf(draft)]: definitions };
}

/** Any JSON value of a few levels. */
export function makeValue(random: Random, depth: number): JsonValue {
  if (depth <= 0 || random.chance(0.3)) return pickScalar(random);
  const make = (): JsonValue => makeValue(random, depth - 1);
  return random.chance(0.45) ? list(random, 0, 4, make) : record(random, 4, () => pickName(random), make);
}
