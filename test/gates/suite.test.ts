import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openSchema } from '../../src/gates/schema/document.ts';
import { type WalkSettings, walk } from '../../src/gates/walk/walk.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { DialectName } from '../../src/model/declaration.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../src/model/json.ts';

const suite = fileURLToPath(new URL('../../fixtures/vectors/json-schema-test-suite', import.meta.url));

/** The folder of each draft, its dialect, and how many required tests it holds. */
const drafts: readonly (readonly [string, DialectName, number])[] = [
  ['draft4', 'draft-04', 618],
  ['draft6', 'draft-06', 839],
  ['draft7', 'draft-07', 927],
  ['draft2019-09', '2019-09', 1259],
  ['draft2020-12', '2020-12', 1299],
];

/** Strict about numbers: the suite tells 1.0 from 1. */
function read(file: string): JsonValue {
  const result = parseJson(readFileSync(file, 'utf8'));
  if (!result.ok) throw new Error(`${file} is not JSON`);
  return result.value;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

/** The files of a draft itself; what is optional lies in a folder of that name. */
function requiredFiles(draft: string): string[] {
  const folder = join(suite, 'tests', draft);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

const remotes = join(suite, 'remotes');
const resources = new Map(
  filesUnder(remotes).map((file) => [`http://localhost:1234/${relative(remotes, file).replaceAll('\\', '/')}`, read(file)]),
);

const settings: WalkSettings = {
  isClosedObjects: false,
  formats: 'annotate',
  checkFormat: () => 'unchecked',
  matchPattern: (pattern, text) => new RegExp(pattern, 'u').test(text),
  maximumSteps: 1_000_000,
};

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

describe('JSON Schema Test Suite, required tests', () => {
  for (const [folder, name, expected] of drafts) {
    it(`${name}: every verdict is the suite's`, () => {
      const wrong: string[] = [];
      let count = 0;
      for (const file of requiredFiles(folder)) {
        for (const group of listOf(read(file))) {
          const document = openSchema(memberOf(group, 'schema') ?? null, { dialect: { name, because: 'suite' } }, resources);
          for (const test of listOf(memberOf(group, 'tests'))) {
            count++;
            const wanted = memberOf(test, 'valid') === true ? 'valid' : 'invalid';
            const result = walk(document, memberOf(test, 'data') ?? null, settings);
            const why = result.kind === 'undecided' ? `: ${result.detail}` : '';
            const title = `${relative(suite, file)} ${stringMember(group, 'description')}: ${stringMember(test, 'description')}`;
            if (result.kind !== wanted) wrong.push(`${title} is ${result.kind}${why}`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(count).toBe(expected);
    });
  }
});
