import { describe, expect, it } from 'vitest';
import type { Resolve } from '../../src/declare/declared.ts';
import { readDeclarations } from '../../src/declare/read.ts';
import type { ToolDeclaration } from '../../src/model/declaration.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } } };

/** What the files declare, in a folder `d` when there are several. */
async function declared(files: Readonly<Record<string, unknown>>): Promise<readonly ToolDeclaration[]> {
  const names = Object.keys(files);
  const resolve: Resolve = async (path) => {
    if (path === 'd') return { kind: 'directory', names };
    return { kind: 'file', bytes: new TextEncoder().encode(JSON.stringify(files[path.replace('d/', '')])) };
  };
  const result = await readDeclarations(names.length === 1 ? names : ['d'], resolve);
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.workflow.sources.flatMap(({ tools }) => tools);
}

const short = (tools: readonly ToolDeclaration[]): readonly (readonly [string | undefined, string, string])[] =>
  tools.map(({ server, name, inputPointer }) => [server, name, inputPointer]);

describe('tools as frameworks hand them out', () => {
  it.each([
    ['LangChain, its own schema', { name: 't', description: 'd', args_schema: schema }, '/args_schema'],
    ['LangChain, a list', [{ name: 't', description: 'd', parameters: schema }], '/0/parameters'],
    [
      'LangChain, convert_to_openai_tool',
      [{ type: 'function', function: { name: 't', description: 'd', parameters: schema } }],
      '/0/function/parameters',
    ],
    [
      'AI SDK, a list',
      [{ type: 'function', name: 't', description: 'd', inputSchema: { jsonSchema: schema } }],
      '/0/inputSchema/jsonSchema',
    ],
    ['AI SDK, as sent to a provider', { tools: [{ type: 'function', name: 't', inputSchema: schema }] }, '/tools/0/inputSchema'],
    ['AI SDK, a map', { t: { description: 'd', inputSchema: schema } }, '/t/inputSchema'],
    ['AI SDK, a wrapped map', { tools: { t: { description: 'd', parameters: { jsonSchema: schema } } } }, '/tools/t/parameters/jsonSchema'],
    ['a map that repeats the name', { tools: { t: { name: 't', inputSchema: schema } } }, '/tools/t/inputSchema'],
  ])('%s', async (_, value, pointer) => {
    const tools = await declared({ 'x.json': value });
    expect(short(tools)).toEqual([[undefined, 't', pointer]]);
    expect(tools[0]?.inputSchema).toEqual(schema);
  });

  it('do not get the dialect of MCP where they only share its member names', async () => {
    const dialectOf = async (value: unknown) => (await declared({ 'x.json': value }))[0]?.dialect;
    expect(await dialectOf({ name: 't', inputSchema: schema })).toMatchObject({ name: '2020-12' });
    expect(await dialectOf({ name: 't', inputSchema: { jsonSchema: schema } })).toBeUndefined();
    expect(await dialectOf({ type: 'function', name: 't', inputSchema: schema })).toBeUndefined();
  });

  it('keep a schema that merely has a member jsonSchema', async () => {
    const odd = { type: 'object', jsonSchema: {} };
    expect((await declared({ 'x.json': { name: 't', inputSchema: odd } }))[0]?.inputSchema).toEqual(odd);
  });

  it('are no map where a member is no tool, is called otherwise, or the object is a schema', async () => {
    await expect(declared({ 'x.json': { t: { inputSchema: schema }, u: { description: 'd' } } })).rejects.toThrow('declares nothing');
    await expect(declared({ 'x.json': { t: { name: 'u', inputSchema: schema } } })).rejects.toThrow('declares nothing');
    const own = { definitions: { parameters: schema } };
    expect(await declared({ 'refund.json': own })).toMatchObject([{ name: 'refund', inputSchema: own }]);
  });

  it('are read by own members only', async () => {
    const text = '{"__proto__":{"inputSchema":{}},"constructor":{"inputSchema":{}}}';
    const bytes = new TextEncoder().encode(text);
    const result = await readDeclarations(['x.json'], async () => ({ kind: 'file', bytes }));
    expect(result.ok && result.workflow.sources[0]?.tools.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });
});

describe('the server of a list', () => {
  const tools = [{ name: 't', inputSchema: schema }];

  it.each([
    ['a manifest that says server', { server: 'billing', tools }, 'billing'],
    ['a bare name', { name: 'billing', tools }, 'billing'],
    ['a bundle manifest', { manifest_version: '0.3', name: 'billing', version: '1.0.0', server: { type: 'node' }, tools }, 'billing'],
    ['a saved answer to initialize', { serverInfo: { name: 'billing', version: '1' }, tools }, 'billing'],
    ['an assistant, which is no server', { name: 'helper', model: 'm', instructions: 'i', tools }, undefined],
    ['servers by name', { servers: { billing: { tools } } }, 'billing'],
    ['servers by name, bare lists', { servers: { billing: tools } }, 'billing'],
    ['a list of manifests', { servers: [{ name: 'billing', tools }] }, 'billing'],
  ])('%s', async (_, value, server) => {
    expect((await declared({ 'x.json': value })).map((tool) => [tool.server, tool.name])).toEqual([[server, 't']]);
  });

  it('is the name of its file in a folder, unless the file names one', async () => {
    const found = await declared({
      'billing.tools.json': { tools },
      'crm.tools.json': { server: 'sales', tools },
      'other.json': { tools: [{ name: 'u', inputSchema: schema }] },
    });
    expect(found.map(({ server, name }) => [server, name])).toEqual([
      ['billing', 't'],
      ['sales', 't'],
      [undefined, 'u'],
    ]);
  });

  it('is kept apart for every server, and what lists no tools is said', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ servers: { a: { tools }, b: { tools }, c: { command: 'npx' } } }));
    const result = await readDeclarations(['x.json'], async () => ({ kind: 'file', bytes }));
    if (!result.ok) throw new Error(result.refusal.detail);
    expect(short(result.workflow.sources[0]?.tools ?? [])).toEqual([
      ['a', 't', '/servers/a/tools/0/inputSchema'],
      ['b', 't', '/servers/b/tools/0/inputSchema'],
    ]);
    expect(result.workflow.sources[0]?.remarks).toEqual([{ kind: 'unread-entry', pointer: '/servers/c' }]);
  });

  it('nested without end, is no list', async () => {
    let value: unknown = tools;
    for (let depth = 0; depth < 100; depth++) value = { servers: { s: { tools: value } } };
    await expect(declared({ 'x.json': value })).rejects.toThrow('declares nothing');
  });
});
