import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { lockText } from '../../src/commands/kit/lock-text.ts';
import type { Resolve } from '../../src/declare/declared.ts';
import { lockGiven } from '../../src/declare/lock.ts';
import { readDeclarations, readSchema } from '../../src/declare/read.ts';

const fileOf =
  (text: string): Resolve =>
  async () => ({ kind: 'file', bytes: new TextEncoder().encode(text) });

async function lockOf(text: string): Promise<string> {
  const resolve = fileOf(text);
  const read = await readDeclarations(['x.json'], resolve);
  if (!read.ok) throw new Error(`${read.refusal.place}: ${read.refusal.detail}`);
  return lockText((await lockGiven(read.workflow, resolve)).map(({ source: _, ...tool }) => tool));
}

async function refusalOf(text: string): Promise<string> {
  const read = await readDeclarations(['x.json'], fileOf(text));
  return read.ok ? 'none' : `${read.refusal.place} ${read.refusal.detail}`;
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a lock', () => {
  it('keeps the tool object as it was declared, with the digest of its canonical form', async () => {
    const text = await lockOf('{"name":"t","inputSchema":{"type":"object"},"annotations":{"b":1,"a":5.0}}');
    // RFC 8785: members sorted, 5.0 written 5
    const canonical = '{"annotations":{"a":5,"b":1},"inputSchema":{"type":"object"},"name":"t"}';
    expect(JSON.parse(text)).toEqual({
      lock: 1,
      tools: [{ name: 't', sha256: sha(canonical), tool: { name: 't', inputSchema: { type: 'object' }, annotations: { b: 1, a: 5 } } }],
    });
    expect(text).toContain('"a": 5.0\n');
  });

  it('says in the words of MCP what a notation wraps', async () => {
    const text = await lockOf('{"toolConfig":{"tools":[{"toolSpec":{"name":"t","inputSchema":{"json":{"type":"object"}}}}]}}');
    const canonical = '{"inputSchema":{"type":"object"},"name":"t"}';
    expect(JSON.parse(text).tools).toEqual([{ name: 't', sha256: sha(canonical), tool: { name: 't', inputSchema: { type: 'object' } } }]);
  });

  it('shows a reviewer what an eye does not see', async () => {
    expect(await lockOf('{"name":"t","description":"pay \u202eyap","inputSchema":{}}')).toContain('"description": "pay \\u202eyap"');
  });

  it('is read back as the same declarations, and locked again as the same bytes', async () => {
    const text = await lockOf('{"server":"billing","tools":[{"name":"t","inputSchema":{"maximum":9007199254740993}},{"name":"u"}]}');
    expect(await lockOf(text)).toBe(text);
    const read = await readDeclarations(['x.json'], fileOf(text));
    expect(read.ok && read.workflow.sources[0]?.tools).toMatchObject([
      { server: 'billing', name: 't', inputSchema: { maximum: { text: '9007199254740993' } }, inputPointer: '/tools/0/tool/inputSchema' },
      { server: 'billing', name: 'u', inputSchema: undefined },
    ]);
  });

  const good = { name: 't', inputSchema: {} };
  const digest = sha('{"inputSchema":{},"name":"t"}');
  it.each([
    [{ lock: 1, tools: [{ name: 't', sha256: digest, tool: good }] }, 'none'],
    [
      { lock: 1, tools: [{ name: 't', sha256: digest, tool: { ...good, description: 'x' } }] },
      `1:20 the digest of "t" does not fit its tool: ${sha('{"description":"x","inputSchema":{},"name":"t"}')} (one of them was changed: lock it again)`,
    ],
    [{ lock: 1, tools: [{ name: 'u', sha256: digest, tool: good }] }, '1:20 the tool is called "t", not "u"'],
    [{ lock: 2, tools: [] }, '1:9 a lock file of a version that is not known here (known: 1)'],
    [{ lock: 1, tools: [{ name: 't', tool: good }] }, '1:20 a locked tool needs a name, its sha256 and the tool, which is an object'],
    [{ lock: 1, tools: [{ name: 't', sha25: digest, tool: good }] }, '1:32 unknown key "sha25" in a locked tool; did you mean "sha256"?'],
  ])('%j', async (lock, refusal) => expect(await refusalOf(JSON.stringify(lock))).toBe(refusal));

  it('satisfies the published schema', async () => {
    const published = JSON.parse(readFileSync(new URL('../../schemas/lock-v1.schema.json', import.meta.url), 'utf8'));
    const isPublished = new Ajv2020({ strict: true }).compile(published);
    expect(isPublished(JSON.parse(await lockOf('{"server":"s","tools":[{"name":"t","inputSchema":{}},{"name":"u"}]}')))).toBe(true);
    expect(isPublished({ lock: 1, tools: [{ name: 't', sha256: 'x', tool: {} }] })).toBe(false);
  });

  it('is no schema', async () => {
    expect(await readSchema('x.json', fileOf('{"lock":1,"tools":[]}'))).toMatchObject({ ok: false });
  });
});
