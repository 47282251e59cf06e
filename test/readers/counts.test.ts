import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit.ts';
import type { Report } from '../../src/model/report.ts';
import { inputOf, requestOf } from '../kit/audit.ts';
import { fixtures } from '../replay/cases.ts';

// Calls and results counted by jq (fixtures/counts/*.jq), which knows nothing of our readers, beside what a replay counts. Every fixture of a
// format that has a program is counted, or left out with the word for what the program does not know. corpus.json has public recordings that are
// not kept here; with CORPUS=DIRECTORY they are counted as well. No finding tells of the calls of a last turn, whose results come with the next
// request: calls without a result are those proposed less those returned.

interface Counts {
  readonly calls: number;
  readonly results: number;
  readonly unanswered: number;
}
interface CountedFixtures {
  readonly counted: Readonly<Record<string, Counts>>;
  readonly 'left out': Readonly<Record<string, string>>;
}
interface Counted extends Counts {
  readonly files: number;
  readonly sha256: string;
  /** The names of what was not read, and how many there are of each. */
  readonly unread: Readonly<Record<string, number>>;
}

const textOf = (name: string): string => readFileSync(join(fixtures, 'counts', name), 'utf8');
const fixtureCounts: CountedFixtures = JSON.parse(textOf('fixtures.json'));
const corpusCounts: Readonly<Record<string, Counted>> = JSON.parse(textOf('corpus.json'));

const replayed = (paths: readonly string[]): Promise<Report> => audit(requestOf(paths.map((path) => inputOf(path, readFileSync(path)))));

/** A response that is kept elsewhere made the call that it answers: such a result is named, and not judged. */
const elsewhere = 'result of a call in a response that is not recorded here';

function unreadOf({ inputs }: Report): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { unread } of inputs) for (const [what, count] of Object.entries(unread)) sums.set(what, (sums.get(what) ?? 0) + count);
  return Object.fromEntries(sums);
}

/** A result without a call is not among those returned; a call that only its execution shows is not among those proposed. */
function countsOf(report: Report): Counts {
  const { proposed, unproposed, returned } = report.calls;
  const orphans = report.findings.filter(({ code }) => code === 'ledger/orphan-result').length;
  const calls = (proposed ?? 0) + (unproposed ?? 0);
  return { calls, results: (returned ?? 0) + orphans + (unreadOf(report)[elsewhere] ?? 0), unanswered: calls - (returned ?? 0) };
}

describe('fixtures hold the calls that jq counts', () => {
  const { counted, 'left out': leftOut } = fixtureCounts;

  it('each fixture of a format that has a program, or it is left out with a reason', () => {
    const programs = readdirSync(join(fixtures, 'counts')).filter((name) => name.endsWith('.jq'));
    const names = programs.flatMap((program) => {
      const id = program.slice(0, -3);
      return readdirSync(join(fixtures, 'readers', id)).map((name) => `${id}/${name}`);
    });
    expect([...Object.keys(counted), ...Object.keys(leftOut)].sort()).toEqual(names.sort());
    expect(Object.values(leftOut).filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
  });

  it.each(Object.entries(counted))('%s', async (name, wanted) => {
    expect(countsOf(await replayed([join(fixtures, 'readers', name, 'input.jsonl')]))).toEqual(wanted);
  });
});

const corpus = process.env.CORPUS;

describe.skipIf(corpus === undefined)('a corpus of public recordings holds the calls that jq counts', () => {
  it.each(Object.entries(corpusCounts))('%s', async (folder, { files, sha256, calls, results, unanswered, unread }) => {
    const paths = readdirSync(join(corpus ?? '', folder))
      .filter((name) => name !== 'LABELS.json')
      .sort()
      .map((name) => join(corpus ?? '', folder, name));
    const digest = createHash('sha256');
    for (const path of paths) digest.update(readFileSync(path));
    expect({ files: paths.length, sha256: digest.digest('hex') }).toEqual({ files, sha256 });
    const report = await replayed(paths);
    expect(unreadOf(report)).toEqual(unread);
    expect(countsOf(report)).toEqual({ calls, results, unanswered });
  });
});
