import { expect, test } from 'vitest';
import { readDeclarations } from '../src/declare/read.ts';
import { lint } from '../src/lint.ts';
import type { Report } from '../src/model/report.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Lints files held in memory, named as a command line would name them. */
async function lintFiles(texts: Readonly<Record<string, string | Uint8Array>>, sources: readonly string[]): Promise<Report> {
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: typeof text === 'string' ? encode(text) : text }));
  const read = await readDeclarations(sources, async (path) => {
    const file = files.find((one) => one.path === path);
    return file === undefined ? { kind: 'missing', reason: 'no such file' } : { kind: 'file', bytes: file.bytes };
  });
  if (!read.ok) throw new Error(read.refusal.detail);
  return lint({ given: read.workflow, files, resources: new Map(), version: '0.0.0' });
}

const told = ({ findings }: Report): readonly string[] =>
  findings.map(({ code, at }) => `${code} ${at.file}:${at.line}:${at.column}@${at.offset} ${at.pointer}`);

const closed = '"type":"object","additionalProperties":false';

test('a place counts lines from 1, columns in code points and offsets in bytes, a byte order mark included', async () => {
  // é takes two bytes, 😀 four (and two UTF-16 units): the value after them stands at code point 23 and byte 30
  const text = `\ufeff{"name":"a",\n"description":"é😀","inputSchema":{"type":"strin"}}`;
  // line 2: `"description":` 14, `"é😀",` 5, `"inputSchema":` 14, `{"type":` 8 → the value starts in column 42
  // bytes: 3 (mark) + 13 (line 1) + 41 code points of which é has 1 and 😀 has 3 more → 3 + 13 + 45 = 61
  expect(told(await lintFiles({ 't.json': text }, ['t.json']))).toEqual(['declaration/invalid-schema t.json:2:42@61 /inputSchema/type']);
});

test('names that every JavaScript object inherits are names like any other', async () => {
  const tool = (name: string): string => `{"name":${JSON.stringify(name)},"inputSchema":{${closed},"properties":{"__proto__":{}}}}`;
  const report = await lintFiles({ 't.json': `[${['__proto__', 'constructor', 'toString', '__proto__'].map(tool).join()}]` }, ['t.json']);
  expect(report.findings.filter(({ code }) => code === 'declaration/name-collision').map(({ at }) => at.pointer)).toEqual(['/3/name']);
  expect(report.findings.filter(({ code }) => code === 'declaration/untyped-field').length).toBe(4);
  expect(report.conclusion).toBe('3 tools, 4 schemas: 1 other failure, 4 remarks → exit 1');
});

test('a schema that one file gives to a tool and a step is one schema', async () => {
  const report = await lintFiles({ 'answer.schema.json': '{"type":"object","properties":{"a":{"type":"string"}}}' }, [
    'answer.schema.json',
  ]);
  expect(told(report)).toEqual(['declaration/open-object answer.schema.json:1:1@0 ']);
  expect(report.conclusion).toBe('1 step, 1 schema: 1 remark → exit 0');
});

test('a schema that accepts or refuses everything is one', async () => {
  const report = await lintFiles({ 't.json': '[{"name":"a","inputSchema":true,"outputSchema":false}]' }, ['t.json']);
  expect(report.exit).toBe(0);
  expect(report.conclusion).toMatch(/^1 tool, 2 schemas: /);
});

test('names are alike across servers, and one name on two servers is none of it', async () => {
  const tools = (name: string): string => JSON.stringify([{ name, inputSchema: { type: 'object', additionalProperties: false } }]);
  const workflow = (second: string): string =>
    JSON.stringify({
      workflow: 'w',
      tools: [
        { server: 'a', from: './a.json' },
        { server: 'b', from: second },
      ],
    });
  const texts = { 'a.json': tools('list_all'), 'b.json': tools('1istAll'), 'c.json': tools('list_all') };
  const alike = await lintFiles({ ...texts, 'w.json': workflow('./b.json') }, ['w.json']);
  expect(told(alike)).toEqual([]);
  const shaped = await lintFiles({ ...texts, 'b.json': tools('1istaII'), 'w.json': workflow('./b.json') }, ['w.json']);
  expect(told(shaped)).toEqual(['declaration/confusable-name b.json:1:10@9 /0/name']);
  expect(told(await lintFiles({ ...texts, 'w.json': workflow('./c.json') }, ['w.json']))).toEqual([]);
});

test('the same files in another order are the same report', async () => {
  const texts = { 'a.json': `{"name":"a_b","inputSchema":{"type":"strin"}}`, 'b.json': `{"name":"ab","inputSchema":{"type":"nul"}}` };
  const one = await lintFiles(texts, ['a.json', 'b.json']);
  const two = await lintFiles(texts, ['b.json', 'a.json']);
  const schemas = ({ findings }: Report) => findings.filter(({ code }) => code === 'declaration/invalid-schema');
  expect(schemas(two)).toEqual(schemas(one));
  expect(one.findings.length).toBe(3);
});

test('twenty thousand faults are all told', async () => {
  const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, { $ref: `#/$defs/no${index}` }]));
  const text = JSON.stringify([{ name: 'a', inputSchema: { type: 'object', additionalProperties: false, properties } }]);
  const report = await lintFiles({ 't.json': text }, ['t.json']);
  expect(report.findings.length).toBe(20_000);
  expect(report.conclusion).toBe('1 tool, 1 schema: 1 cannot be applied → exit 1');
});
