import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit.ts';
import type { Report } from '../../src/model/report.ts';
import { inputOf, requestOf } from '../kit/audit.ts';
import { fixtures } from '../replay/cases.ts';

// Calls and results counted by jq (fixtures/counts/*.jq), which knows nothing of our readers, beside what a replay counts. The programs know the
// plain shapes of a format: fixtures.json has the fixtures that hold no others. corpus.json has public recordings that are not kept here; with
// CORPUS=DIRECTORY they are counted as well.

interface Counts {
  readonly calls: number;
  readonly results: number;
  readonly unanswered: number;
}
interface Counted extends Counts {
  readonly files: number;
  readonly sha256: string;
  /** Where the record does not hold what jq was told. */
  readonly differs?: Partial<Counts> & { readonly because: string };
}

const readCounts = (name: string): Readonly<Record<string, Counts>> => JSON.parse(readFileSync(join(fixtures, 'counts', name), 'utf8'));
const corpusCounts: Readonly<Record<string, Counted>> = JSON.parse(readFileSync(join(fixtures, 'counts/corpus.json'), 'utf8'));

const replayed = (paths: readonly string[]): Promise<Report> => audit(requestOf(paths.map((path) => inputOf(path, readFileSync(path)))));

/** A response that is kept elsewhere made the call that it answers: such a result is named, and not judged. */
const elsewhere = 'result of a call in a response that is not recorded here';

/** A result that no call is found for answers none. */
function countsOf({ calls, findings, inputs }: Report): Counts {
  const orphans = findings.filter(({ code }) => code === 'ledger/orphan-result').length;
  const named = inputs.reduce((sum, { unread }) => sum + (unread[elsewhere] ?? 0), 0);
  const [proposed, returned] = [calls.proposed ?? 0, calls.returned ?? 0];
  return { calls: proposed, results: returned + named, unanswered: proposed - returned + orphans };
}

describe('fixtures hold the calls that jq counts', () => {
  const counted = Object.entries(readCounts('fixtures.json'));

  it('in every format that has a program', () => {
    const programs = readdirSync(join(fixtures, 'counts')).filter((name) => name.endsWith('.jq'));
    expect(programs.map((name) => name.slice(0, -3)).sort()).toEqual([...new Set(counted.map(([name]) => name.split('/')[0]))].sort());
  });

  it.each(counted)('%s', async (name, wanted) => {
    expect(countsOf(await replayed([join(fixtures, 'readers', name, 'input.jsonl')]))).toEqual(wanted);
  });
});

const corpus = process.env.CORPUS;

describe.skipIf(corpus === undefined)('a corpus of public recordings holds the calls that jq counts', () => {
  it.each(Object.entries(corpusCounts))('%s', async (folder, { files, sha256, calls, results, unanswered, differs }) => {
    const paths = readdirSync(join(corpus ?? '', folder))
      .filter((name) => name !== 'LABELS.json')
      .sort()
      .map((name) => join(corpus ?? '', folder, name));
    const digest = createHash('sha256');
    for (const path of paths) digest.update(readFileSync(path));
    expect({ files: paths.length, sha256: digest.digest('hex') }).toEqual({ files, sha256 });
    const report = await replayed(paths);
    const { because: _because, ...told } = differs ?? { because: '' };
    expect(countsOf(report)).toEqual({ calls, results, unanswered, ...told });
    expect(report.inputs.flatMap(({ unread }) => Object.keys(unread)).every((what) => what !== '')).toBe(true);
  });
});
