import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from '../../src/audit.ts';
import { parseJson } from '../../src/json/parse.ts';
import { writeJson } from '../../src/json/write.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue, memberOf, stringMember } from '../../src/model/json.ts';
import { inputOf, requestOf } from './audit.ts';

const suite = join(dirname(fileURLToPath(import.meta.url)), '../../fixtures/vectors/json-schema-test-suite');

/** The folder of each draft and the `$schema` that names it. */
export const suiteDrafts: readonly (readonly [folder: string, dialect: string])[] = [
  ['draft4', 'http://json-schema.org/draft-04/schema#'],
  ['draft6', 'http://json-schema.org/draft-06/schema#'],
  ['draft7', 'http://json-schema.org/draft-07/schema#'],
  ['draft2019-09', 'https://json-schema.org/draft/2019-09/schema'],
  ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema'],
];

export interface Score {
  readonly tests: number;
  readonly right: number;
  readonly unchecked: readonly string[];
  readonly wrong: readonly string[];
}

interface SuiteTest {
  readonly name: string;
  readonly schema: JsonValue;
  readonly data: JsonValue;
  readonly isValid: boolean;
}

function read(path: string): JsonValue {
  const parsed = parseJson(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${path} is not JSON`);
  return parsed.value;
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isJsonArray(value) ? value : []);

/** The words of the suite as it wrote them: `1.0` stays `1.0`. */
function textOf(value: JsonValue): string {
  const pieces: string[] = [];
  const number = (one: number | ExactNumber): string => (one instanceof ExactNumber ? one.text : JSON.stringify(one));
  writeJson(value, { number, isSorted: false }, (piece) => pieces.push(piece) > 0);
  return pieces.join('');
}

/** A schema that names no dialect gets the one of its folder, as the suite means it. */
function inDialect(schema: JsonValue, dialect: string): JsonValue {
  return isJsonObject(schema) && !Object.hasOwn(schema, '$schema') ? { $schema: dialect, ...schema } : schema;
}

function testsIn(folder: string, dialect: string): readonly SuiteTest[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((file) =>
    listOf(read(join(folder, file))).flatMap((group) =>
      listOf(memberOf(group, 'tests')).map((test) => ({
        name: `${file}: ${stringMember(group, 'description')}: ${stringMember(test, 'description')}`,
        schema: inDialect(memberOf(group, 'schema') ?? null, dialect),
        data: memberOf(test, 'data') ?? null,
        isValid: memberOf(test, 'valid') === true,
      })),
    ),
  );
}

/** One run; each test is a tool whose output schema is the test's, called once, with the test's data as its result. */
function ledgerOf(tests: readonly SuiteTest[]): string {
  const run = { v: 1, run: 'suite' };
  const events = tests.flatMap(({ schema, data }, index): JsonObject[] => {
    const name = `t${index}`;
    const tool = { name, inputSchema: { type: 'object' }, outputSchema: schema };
    return [
      { ...run, type: 'tool.declared', tool },
      { ...run, type: 'call.proposed', call: name, tool: name, arguments: {} },
      { ...run, type: 'call.returned', call: name, outcome: 'ok', structured_content: data },
    ];
  });
  const opened = {
    ...run,
    type: 'run.opened',
    workflow: { name: 'suite', version: '1' },
    global_config: { strict_mode: false, max_iterations: 0 },
  };
  return [opened, ...events].map((event) => `${textOf(event)}\n`).join('');
}

function readRemotes(): ReadonlyMap<string, JsonValue> {
  const folder = join(suite, 'remotes');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return new Map(files.map((file) => [`http://localhost:1234/${file.replaceAll('\\', '/')}`, read(join(folder, file))]));
}

/** Asks the audit itself about every test of a draft: the required ones, or those of `optional/format`. */
export async function scoreOf(folder: string, dialect: string, part: 'required' | 'format'): Promise<Score> {
  const tests = testsIn(join(suite, 'tests', folder, part === 'format' ? 'optional/format' : ''), dialect);
  const input = inputOf('suite.jsonl', new TextEncoder().encode(ledgerOf(tests)));
  const request = requestOf([input], { formats: part === 'format' ? 'assert' : 'annotate', failOn: 'breach' });
  const report = await audit({ ...request, resources: readRemotes() });
  const isOutput = ({ gate, severity, code }: (typeof report.findings)[number]): boolean =>
    gate === 'output' && severity !== 'note' && code.startsWith('structure/');
  const failed = new Set(report.findings.filter(isOutput).map(({ call }) => call));
  const open = new Set(report.unchecked.filter(({ gate }) => gate === 'output').map(({ call }) => call));
  const named = tests.map((test, index) => ({ ...test, id: `t${index}` }));
  const unchecked = named.filter(({ id }) => open.has(id));
  const wrong = named.filter(({ id, isValid }) => !open.has(id) && failed.has(id) === isValid);
  // every test was judged or is said not to be: a call the report knows nothing of would count as right
  const { checked } = report.coverage.output;
  if (checked + report.coverage.output.unchecked !== tests.length) throw new Error(`${folder}: ${checked} of ${tests.length} were judged`);
  return {
    tests: tests.length,
    right: tests.length - unchecked.length - wrong.length,
    unchecked: unchecked.map(({ name }) => name),
    wrong: wrong.map(({ name }) => name),
  };
}
