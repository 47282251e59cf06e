import { expect, test } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { judgeWarm, openGates } from '../gates/kit.ts';
import { type EngineName, openOthers } from './differential/engines.ts';
import { type Disagreement, explainedBy } from './differential/known-faults.ts';
import { seeded } from './differential/random.ts';
import { drafts, makeRoot, makeValue } from './differential/schemas.ts';
import { makeValueFor } from './differential/values.ts';

const isNightly = process.env.NIGHTLY === '1';
/** Another seed tries other schemas; the one that stands here is tried in every run. */
const seed = Number(process.env.SEED ?? 20_261_130);
const verdictsWanted = isNightly ? 100_000 : 2_000;
const valuesPerSchema = 10;
const engines: readonly EngineName[] = ['hyperjump', 'schemasafe'];

/** How often something happened, by name. */
class Counts {
  readonly of = new Map<string, number>();
  add(name: string): void {
    this.of.set(name, (this.of.get(name) ?? 0) + 1);
  }
  toString(): string {
    return [...this.of]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name}: ${count}`)
      .join('\n');
  }
}

async function compare(seed: number, wanted: number, counts: Counts): Promise<readonly Disagreement[]> {
  const random = seeded(seed);
  const walkGates = await openGates({ isFast: false, formats: 'annotate' });
  const fastGates = await openGates({ isFast: true, formats: 'annotate' });
  const unexplained: Disagreement[] = [];
  for (let verdicts = 0; verdicts < wanted; ) {
    const draft = drafts[(verdicts / valuesPerSchema) % drafts.length] ?? '2020-12';
    const schema = makeRoot(random, draft);
    const source = { dialect: { name: draft, because: 'the test' } } as const;
    const walked = walkGates.contractOf(schema, source);
    const fast = fastGates.contractOf(schema, source);
    if (walked.judge(null).verdict === 'unchecked') {
      counts.add('schemas with a reference that leads to itself');
      continue;
    }
    judgeWarm(fast, null);
    const others = await openOthers(schema, draft);
    for (let index = 0; index < valuesPerSchema; index += 1, verdicts += 1) {
      const value: JsonValue = random.chance(0.3) ? makeValue(random, 3) : makeValueFor(random, schema, 4);
      const own = walked.judge(value).verdict;
      counts.add(`twogates ${own}`);
      expect(fast.judge(value).verdict, JSON.stringify({ draft, schema, value })).toBe(own);
      if (own === 'unchecked') continue;
      for (const engine of engines) {
        const other = others[engine](value);
        if (other === undefined) counts.add(`${engine} refuses aloud`);
        else if (other === (own === 'pass')) counts.add(`${engine} agrees`);
        else {
          const disagreement = { engine, draft, schema, value, theirs: other };
          const fault = await explainedBy(disagreement);
          if (fault === undefined) unexplained.push(disagreement);
          counts.add(fault === undefined ? `${engine} disagrees, unexplained` : `${engine} is wrong: ${fault}`);
        }
      }
    }
  }
  return unexplained;
}

test(`${verdictsWanted} verdicts agree with two other engines, but for faults of theirs that are known`, {
  timeout: 1_800_000,
}, async () => {
  const counts = new Counts();
  const unexplained = await compare(seed, verdictsWanted, counts);
  process.stdout.write(`${counts}\n`);
  expect(unexplained.slice(0, 20).map((one) => JSON.stringify(one))).toEqual([]);
  const count = (name: string): number => counts.of.get(name) ?? 0;
  // a comparison that hardly ever compares, or always with the same verdict, proves nothing
  expect(count('twogates unchecked')).toBe(0);
  expect(Math.min(count('twogates pass'), count('twogates fail'))).toBeGreaterThan(verdictsWanted / 10);
  for (const engine of engines) expect(count(`${engine} agrees`)).toBeGreaterThan(verdictsWanted / 2);
});
