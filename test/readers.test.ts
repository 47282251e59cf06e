import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../src/model/json.ts';
import type { SourceRecord } from '../src/model/record.ts';
import { chooseReader, readers } from '../src/readers/index.ts';
import { nativeTypes } from '../src/readers/native/types.ts';
import { plainEvents } from './kit/events.ts';
import { read, recordsOf } from './readers/read.ts';

const root = new URL('../fixtures/readers/', import.meta.url);

interface Case {
  readonly id: string;
  readonly name: string;
  readonly folder: URL;
}

function casesOf(id: string): readonly Case[] {
  const folder = new URL(`${id}/`, root);
  return existsSync(folder) ? readdirSync(folder).map((name) => ({ id, name, folder: new URL(`${name}/`, folder) })) : [];
}

const cases = readdirSync(root).flatMap(casesOf);

function readFixture({ folder }: Case): readonly SourceRecord[] {
  return recordsOf(readFileSync(new URL('input.jsonl', folder), 'utf8'));
}

/** A record made of a value alone: its places are of no interest here. */
function recordOf(value: JsonValue): SourceRecord {
  return { input: 0, line: 1, column: 1, offset: 0, text: '', value, defects: [], isDeep: false };
}

describe('reader fixtures', () => {
  it.each(readers.map((reader) => reader.id))('%s has at least four cases', (id) => {
    expect(casesOf(id).length).toBeGreaterThanOrEqual(4);
  });

  it.each(cases)('$id/$name is recognised by its own reader and by no other', (fixture) => {
    const first = readFixture(fixture).map((record) => record.value);
    const recognizing = readers.filter((reader) => reader.recognize(first).isRecognized);
    expect(recognizing.map((reader) => reader.id)).toEqual([fixture.id]);
  });

  it.each(cases)('$id/$name gives the events worked out for it', (fixture) => {
    const reader = readers.find(({ id }) => id === fixture.id);
    const events = reader === undefined ? [] : read(reader, readFixture(fixture));
    const golden: unknown = JSON.parse(readFileSync(new URL('events.json', fixture.folder), 'utf8'));
    expect(plainEvents(events)).toEqual(golden);
  });
});

describe('schemas/ledger-v1.schema.json', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  const schema: AnySchema = JSON.parse(readFileSync(new URL('../schemas/ledger-v1.schema.json', import.meta.url), 'utf8'));
  const validate = ajv.compile(schema);
  const invalidLines = (fixture: Case): readonly number[] =>
    readFixture(fixture)
      .filter(({ text }) => !validate(JSON.parse(text)))
      .map(({ line }) => line);

  it.each(casesOf('native').filter(({ name }) => name !== 'damaged-lines'))('accepts every line of $name', (fixture) => {
    expect(invalidLines(fixture)).toEqual([]);
  });

  it('refuses every damaged line, and accepts the own type between them', () => {
    const [damagedLines] = casesOf('native').filter(({ name }) => name === 'damaged-lines');
    const refused = damagedLines === undefined ? [] : invalidLines(damagedLines);
    expect(refused).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  });

  it('knows the types that the reader knows', () => {
    for (const type of nativeTypes) expect(schema).toHaveProperty(['$defs', type]);
  });
});

describe('choosing a reader', () => {
  it('knows nothing about an empty input or about foreign records', () => {
    expect(chooseReader([])).toEqual({ nearest: undefined });
    expect(chooseReader([{ hello: 'world' }, 1, null])).toEqual({ nearest: undefined });
  });

  it('names the nearest format and what is missing', () => {
    const choice = chooseReader([{ type: 'call.proposed', tool: 't' }]);
    expect(choice).toMatchObject({ nearest: { reader: { id: 'native' }, missing: 'its records do not say "v": 1' } });
  });

  const tool = { name: 'ring', inputSchema: { type: 'object' } };
  const said = { role: 'user', content: 'ring' };
  const declares = 'looks like declarations of tools: give it with --declare';

  it.each([
    ['one tool', [tool]],
    ['tools, one a line', [tool, { name: 'toll', input_schema: {} }]],
    ['a list of tools', [[tool, tool]]],
    ['the answer to tools/list', [{ tools: [tool], nextCursor: 'x' }]],
    ['functions of a request without its messages', [{ tools: [{ type: 'function', function: { name: 'ring', parameters: {} } }] }]],
  ])('knows %s for declarations', (_name, first) => {
    expect(chooseReader(first)).toEqual({ nearest: undefined, hint: declares });
  });

  it('takes neither an empty list nor a name beside other things for declarations', () => {
    for (const first of [[{ tools: [] }], [[]], [{ name: 'ring' }], [tool, { hello: 'world' }], [{ tools: [{ name: 'ring' }] }]])
      expect(chooseReader(first)).toEqual({ nearest: undefined });
  });

  it('says what messages lack that no reader can use', () => {
    const nearest = (missing: string) => ({ nearest: { reader: { id: 'openai-chat' }, missing } });
    const alone = nearest('its messages stand alone: one object with "messages" for each conversation is read');
    expect(chooseReader([said, { role: 'assistant', content: 'done' }])).toMatchObject(alone);
    expect(chooseReader([[said]])).toMatchObject(alone);
    expect(chooseReader([{ model: 'm', messages: [said] }])).toMatchObject(
      nearest('it declares no tools and none of its messages calls one'),
    );
    const called = { role: 'assistant', content: '', tool_calls: [{ name: 'ring', args: {} }] };
    expect(chooseReader([{ messages: [said, called] }])).not.toMatchObject(
      nearest('it declares no tools and none of its messages calls one'),
    );
  });

  it('gives likenesses from 0 to below 1', () => {
    for (const fixture of cases) {
      const first = readFixture(fixture).map((record) => record.value);
      for (const reader of readers) {
        const recognition = reader.recognize(first);
        if (recognition.isRecognized) continue;
        expect(recognition.likeness).toBeGreaterThanOrEqual(0);
        expect(recognition.likeness).toBeLessThan(1);
      }
    }
  });
});

/** Members of a fixture's record replaced by arbitrary JSON, at any depth: near misses reach further than noise. */
function damaged(value: JsonValue, noise: JsonValue, steps: readonly number[]): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return noise;
  if (Array.isArray(value) && value.length > 0) {
    const place = step % value.length;
    return value.map((item: JsonValue, index) => (index === place ? damaged(item, noise, rest) : item));
  }
  if (!isJsonObject(value)) return noise;
  const entries = Object.entries(value);
  const place = entries.length === 0 ? 0 : step % entries.length;
  return Object.fromEntries(entries.map(([key, item], index) => [key, index === place ? damaged(item, noise, rest) : item]));
}

const anyJson: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 4 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)));

const hostile: readonly JsonValue[] = [
  JSON.parse('{"__proto__":{"type":"run.opened"},"v":1,"type":"call.proposed","constructor":1,"toString":2}'),
  JSON.parse('{"v":1,"type":"__proto__"}'),
  JSON.parse('{"v":1,"type":"call.returned","outcome":"toString","content":[null,1,{"type":"text"}],"redacted":[1,null,"/"]}'),
  JSON.parse(
    '{"request":{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"__proto__"}}]}]},"response":{"choices":[null]}}',
  ),
  JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`),
  JSON.parse(`{"v":1,"type":"gate.checked","gate":"input","verdict":${'['.repeat(3000)}${']'.repeat(3000)}}`),
  JSON.parse(
    `{"request":{"messages":[{"role":"assistant","content":[{"type":"tool_use","name":"t","input":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}]}]}}`,
  ),
];

describe.each(readers.map((reader) => ({ id: reader.id, reader })))('$id and arbitrary records', ({ id, reader }) => {
  const samples = casesOf(id).flatMap((fixture) => readFixture(fixture).map((record) => record.value));

  function expectEvents(values: readonly JsonValue[]): void {
    reader.recognize(values);
    for (const value of values) {
      const record = recordOf(value);
      const events = read(reader, [record]);
      expect(events.length).toBeGreaterThanOrEqual(1);
      expect(events.every((event) => event.record === record)).toBe(true);
    }
  }

  it('reads any JSON without throwing, and says something about each record', () => {
    fc.assert(fc.property(fc.array(anyJson, { maxLength: 5 }), expectEvents));
  });

  it('reads damaged records of its own without throwing', () => {
    const damage = fc.tuple(fc.constantFrom(...samples), anyJson, fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }));
    fc.assert(
      fc.property(damage, ([sample, noise, steps]) => expectEvents([damaged(sample, noise, steps)])),
      { numRuns: 500 },
    );
  });

  it('reads hostile records without throwing', () => {
    expectEvents(hostile);
  });
});
