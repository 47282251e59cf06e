import { expect, test } from 'vitest';
import { compareSchemas } from '../../src/delta/schemas.ts';
import type { DeclarationDifference } from '../../src/model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../src/model/json.ts';
import { openGates } from '../gates/kit.ts';
import { type Random, seeded } from '../properties/differential/random.ts';
import { type Draft, drafts, makeRoot, makeValue } from '../properties/differential/schemas.ts';
import { makeValueFor } from '../properties/differential/values.ts';

const pairsWanted = process.env.NIGHTLY === '1' ? 40_000 : 3_000;
const valuesPerPair = 12;

const hasOnly = (differences: readonly DeclarationDifference[], ...effects: readonly string[]): boolean =>
  differences.every(({ effect }) => effects.includes(effect));
/** Said where a change is compatible only for those who send declared fields alone. */
const isConditional = ({ what }: DeclarationDifference): boolean => what.includes('undeclared field of this name');
const hasEmptyProperties = (schema: JsonValue): boolean => /"properties":\{\}/.test(JSON.stringify(schema));

/** One edit somewhere: a part replaced by the same part of another schema, left out, or put in. */
function edit(random: Random, value: JsonValue, other: JsonValue): JsonValue {
  if (random.chance(0.2)) return other;
  if (isJsonArray(value) && value.length > 0) {
    const place = random.below(value.length);
    if (value.length > 1 && random.chance(0.2)) return value.filter((_, index) => index !== place);
    if (random.chance(0.2)) return [...value].reverse();
    return value.map((item, index) => (index === place ? edit(random, item, isJsonArray(other) ? (other[0] ?? true) : other) : item));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return typeof value === 'number' ? value + random.pick([-1, 1]) : other;
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.3)) return Object.fromEntries([...entries, ...Object.entries(other).slice(0, 1)]);
  const place = random.below(entries.length);
  if (random.chance(0.2)) return Object.fromEntries(entries.filter((_, index) => index !== place));
  return Object.fromEntries(
    entries.map(([name, item], index) => [
      name,
      index === place ? edit(random, item, Object.hasOwn(other, name) ? (other[name] ?? true) : other) : item,
    ]),
  );
}

function editRoot(random: Random, schema: JsonObject, draft: Draft): JsonObject {
  const edited = edit(random, schema, makeRoot(random, draft));
  const definitions = draft === 'draft-07' ? 'definitions' : '$defs';
  const body = isJsonObject(edited) ? edited : { allOf: [edited] };
  return isJsonObject(body[definitions]) ? body : { ...body, [definitions]: schema[definitions] ?? {} };
}

interface Tally {
  promised: number;
  checked: number;
}

test('what is called compatible takes no value away: callers keep theirs, readers meet no new ones', { timeout: 600_000 }, async () => {
  const open = await openGates({ formats: 'annotate' });
  const closed = await openGates({ formats: 'annotate', isClosedObjects: true });
  const random = seeded(20_261_201);
  const tally: Tally = { promised: 0, checked: 0 };
  const broken: string[] = [];
  for (let pair = 0; pair < pairsWanted; pair += 1) {
    const draft = drafts[pair % drafts.length] ?? '2020-12';
    const old = makeRoot(random, draft);
    const now = editRoot(random, old, draft);
    const source = { dialect: { name: draft, because: 'the test' } } as const;
    for (const role of ['input', 'output'] as const) {
      const differences = compareSchemas(old, now, { pointer: '', role });
      if (!hasOnly(differences, 'compatible', 'description')) continue;
      const [narrow, wide] = role === 'input' ? [old, now] : [now, old];
      const isNarrow = differences.some(isConditional);
      if (isNarrow && hasEmptyProperties(narrow)) continue;
      tally.promised += 1;
      const [small, large] = [(isNarrow ? closed : open).contractOf(narrow, source), open.contractOf(wide, source)];
      for (let index = 0; index < valuesPerPair; index += 1) {
        const value = random.chance(0.3) ? makeValue(random, 3) : makeValueFor(random, random.chance(0.5) ? old : now, 4);
        if (small.judge(value).verdict !== 'pass') continue;
        tally.checked += 1;
        if (large.judge(value).verdict === 'fail') broken.push(JSON.stringify({ draft, role, old, now, value, differences }));
      }
    }
  }
  expect(broken.slice(0, 5)).toEqual([]);
  // a law that is hardly ever asked proves nothing
  expect(tally.promised).toBeGreaterThan(pairsWanted / 20);
  expect(tally.checked).toBeGreaterThan(pairsWanted / 5);
});
