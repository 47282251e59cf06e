import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { GivenWorkflow, Resolve } from '../../src/declare/declared.ts';
import { readDeclarations, readSchema } from '../../src/declare/read.ts';

function files(tree: Readonly<Record<string, string>>): Resolve {
  return async (path) => {
    const text = tree[path];
    if (text !== undefined) return { kind: 'file', bytes: new TextEncoder().encode(text) };
    const folder = `${path.replace(/\/$/, '')}/`;
    const names = Object.keys(tree).filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes('/'));
    if (names.length === 0) return { kind: 'missing', reason: 'no such file' };
    return { kind: 'directory', names: names.map((name) => name.slice(folder.length)) };
  };
}

async function read(tree: Readonly<Record<string, string>>, ...sources: readonly string[]): Promise<GivenWorkflow> {
  const result = await readDeclarations(sources.length > 0 ? sources : Object.keys(tree).slice(0, 1), files(tree));
  if (!result.ok) throw new Error(`${result.refusal.source}:${result.refusal.place}: ${result.refusal.detail}`);
  return result.workflow;
}

async function refusal(
  tree: Readonly<Record<string, string>>,
): Promise<{ readonly place?: string | undefined; readonly detail: string; readonly source: string }> {
  const result = await readDeclarations(Object.keys(tree).slice(0, 1), files(tree));
  if (result.ok) throw new Error('was not refused');
  return result.refusal;
}

const schema = '{"type":"object","properties":{"a":{"type":"string"}}}';
const workflowText = `workflow: refund-desk
version: "3"
global_config: { strict_mode: true, max_iterations: 2 }
tools:
  - server: billing
    from: ./billing.tools.json
    effects: { process_refund: { compensate_with: cancel_refund } }
steps:
  - id: classify
    output: ./schemas/classification.schema.json
    delivery: { mode: validated-document }
  - id: refund
    tools: [process_refund, cancel_refund]
  - id: note
    output: { type: string }
    strict_mode: true
names: { strip: ["mcp__{server}__{tool}"] }
policy: ./policy
scope: closed
`;
const desk = {
  'desk/workflow.yaml': workflowText,
  'desk/billing.tools.json': `{"tools":[{"name":"process_refund","inputSchema":${schema},"outputSchema":true},{"name":"cancel_refund","inputSchema":{"type":12}}]}`,
  'desk/schemas/classification.schema.json': schema,
};

describe('a workflow file', () => {
  it('brings its settings, tools and steps, seen from its own folder', async () => {
    const given = await read(desk);
    expect(given).toMatchObject({ strip: ['mcp__{server}__{tool}'], isStrict: true, maxIterations: 2, stepsWithOwnStrictness: ['note'] });
    expect(
      given.sources.map(({ source, tools, steps, scope }) => [
        source,
        tools.map(({ server, name }) => `${server}/${name}`),
        steps.map(({ step }) => step),
        scope,
      ]),
    ).toEqual([
      ['desk/workflow.yaml', [], ['refund', 'note'], 'closed'],
      ['desk/billing.tools.json', ['billing/process_refund', 'billing/cancel_refund'], [], 'closed'],
      ['desk/schemas/classification.schema.json', [], ['classify'], 'closed'],
    ]);
    expect(given.sources[0]?.steps).toEqual([
      { step: 'refund', outputSchema: undefined, outputPointer: '/steps/1/output', tools: ['process_refund', 'cancel_refund'] },
      { step: 'note', outputSchema: { type: 'string' }, outputPointer: '/steps/2/output', tools: undefined },
    ]);
    const classify = { step: 'classify', outputSchema: JSON.parse(schema), outputPointer: '', delivery: 'validated-document' };
    expect(given.sources[2]?.steps).toEqual([classify]);
  });

  it('carries the SHA-256 of the bytes', async () => {
    const given = await read({ 'x.schema.json': '{"type":"string"}\n' });
    // printf '{"type":"string"}\n' | sha256sum
    expect(given.sources[0]?.sha256).toBe('85803e087e684bdab3e5d6c2dd1af627da83382db625be9a42aea3d4d06539be');
  });

  it.each([
    [
      'workflow: x\nglobal_config: { strict-mode: true }\n',
      '2:18',
      'unknown key "strict-mode" in global_config; did you mean "strict_mode"?',
    ],
    ['workflow: x\nstep: []\n', '2:1', 'unknown key "step" in the workflow file; did you mean "steps"?'],
    [
      'workflow: x\nzzz: 1\n',
      '2:1',
      'unknown key "zzz" in the workflow file; known keys: workflow, version, description, global_config, tools, steps, names, policy, trust, scope',
    ],
    ['{"workflow":"x",\n "steps":[{"id":"a","outputs":{}}]}', '2:21', 'unknown key "outputs" in a step; did you mean "output"?'],
    ['workflow: x\nglobal_config: { max_iterations: -1 }\n', '2:34', 'max_iterations must be a whole number from 0; found a number'],
    ['workflow: x\nglobal_config: { strict_mode: "yes" }\n', '2:31', 'strict_mode must be true or false; found text'],
    [
      'workflow: x\ntools:\n  - from: https://example.test/tools.json\n',
      '3:11',
      '"https://example.test/tools.json" is an address; nothing is fetched: save the file and give its path',
    ],
    ['workflow: x\nsteps:\n  - id: a\n  - id: a\n', '4:5', 'two steps have the id "a"'],
    [
      'workflow: x\nnames: { strip: ["mcp__"] }\n',
      '2:18',
      '"mcp__" is no prefix rule; expected {tool} once, {server} at most once and text between them, as in "mcp__{server}__{tool}"',
    ],
    ['workflow: x\nscope: shut\n', '2:8', 'scope must be "closed" or "open"'],
  ])('refuses %j', async (text, place, detail) => {
    expect(await refusal({ [text.startsWith('{') ? 'w.json' : 'w.yaml']: text })).toEqual({
      source: text.startsWith('{') ? 'w.json' : 'w.yaml',
      place,
      detail,
    });
  });

  it('refuses YAML that means more than it says', async () => {
    expect((await refusal({ 'w.yaml': 'workflow: a\nworkflow: b\n' })).place).toBe('2:1');
    expect((await refusal({ 'w.yaml': 'workflow: !!js/function "x"\n' })).detail).toMatch(/^not YAML: /);
    expect((await refusal({ 'w.yaml': 'a: &a { x: 1 }\nworkflow: { <<: *a }\n' })).detail).toBe(
      'merge keys (<<) are not read: write the members out',
    );
    const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join('\n');
    expect((await refusal({ 'w.yaml': bomb })).detail).toBe('too large: more than 100000 values once every alias is written out');
    expect((await refusal({ 'w.yaml': '[a, &x [*x]]' })).detail).toBe('nested deeper than 512 levels');
    expect((await refusal({ 'w.yaml': 'workflow: *y\n' })).detail).toMatch(/^not YAML: |no anchor/);
    expect((await refusal({ 'w.yaml': `${'['.repeat(20_000)}` })).detail).toBe('cannot be read as YAML: nested too deeply');
  });

  it('names the file that is missing', async () => {
    const { 'desk/billing.tools.json': _, ...rest } = desk;
    expect(await refusal(rest)).toEqual({ source: 'desk/billing.tools.json', place: undefined, detail: 'cannot be read: no such file' });
  });

  it('refuses two workflow files that contradict each other', async () => {
    const tree = {
      'a.yaml': 'workflow: a\nglobal_config: {strict_mode: true}\n',
      'b.yaml': 'workflow: b\nglobal_config: {strict_mode: false}\n',
    };
    const result = await readDeclarations(['a.yaml', 'b.yaml'], files(tree));
    expect(result).toMatchObject({ ok: false, refusal: { source: 'b.yaml' } });
  });
});

describe('tool lists', () => {
  it.each([
    ['a tools/list result', `{"tools":[{"name":"t","inputSchema":${schema}}]}`, '/tools/0/inputSchema'],
    [
      'a JSON-RPC response',
      `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":${schema}}]}}`,
      '/result/tools/0/inputSchema',
    ],
    ['pages', `[{"tools":[{"name":"t","inputSchema":${schema}}],"nextCursor":"x"},{"tools":[]}]`, '/0/tools/0/inputSchema'],
    ['OpenAI Chat', `[{"type":"function","function":{"name":"t","parameters":${schema}}}]`, '/0/function/parameters'],
    ['OpenAI Responses', `[{"type":"function","name":"t","parameters":${schema},"strict":true}]`, '/0/parameters'],
    ['Anthropic', `[{"name":"t","input_schema":${schema}}]`, '/0/input_schema'],
    [
      'Gemini',
      `{"tools":[{"functionDeclarations":[{"name":"t","parametersJsonSchema":${schema}}]}]}`,
      '/tools/0/functionDeclarations/0/parametersJsonSchema',
    ],
    [
      'Bedrock',
      `{"toolConfig":{"tools":[{"toolSpec":{"name":"t","inputSchema":{"json":${schema}}}}]}}`,
      '/toolConfig/tools/0/toolSpec/inputSchema/json',
    ],
    ['one tool', `{"name":"t","inputSchema":${schema}}`, '/inputSchema'],
  ])('reads %s', async (_, text, inputPointer) => {
    const [source] = (await read({ 'x.json': text })).sources;
    expect(source?.tools).toMatchObject([
      { name: 't', inputPointer, inputSchema: JSON.parse(schema), notation: 'json-schema', server: undefined },
    ]);
    expect(source?.scope).toBe('open');
  });

  it('tells the OpenAPI subset by its capitals, and namespaces by their servers', async () => {
    const gemini = await read({ 'x.json': '{"functionDeclarations":[{"name":"t","parameters":{"type":"OBJECT"}}]}' });
    expect(gemini.sources[0]?.tools[0]?.notation).toBe('openapi-subset');
    const responses = await read({
      'x.json': '{"tools":[{"type":"namespace","name":"crm","tools":[{"type":"function","name":"t","parameters":{}}]}]}',
    });
    expect(responses.sources[0]?.tools).toMatchObject([{ server: 'crm', name: 't', inputPointer: '/tools/0/tools/0/parameters' }]);
  });

  it('keeps what is no tool of the user and second tools of one name as remarks', async () => {
    const text =
      '[{"type":"mcp","server_label":"x"},{"name":"t","input_schema":{}},{"name":"t","input_schema":{"type":"object"}},{"type":"web_search_20250305","name":"web_search"}]';
    const [source] = (await read({ 'x.json': text })).sources;
    expect(source?.tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
      ['t', {}],
      ['t', { type: 'object' }],
      ['web_search', undefined],
    ]);
    expect(source?.remarks).toEqual([
      { kind: 'name-collision', pointer: '/2', name: 't', server: undefined },
      { kind: 'unread-entry', pointer: '/0' },
    ]);
  });
});

describe('schemas by name', () => {
  it('declare the arguments of a tool and the answer of a step', async () => {
    const [source] = (await read({ 'dir/refund.schema.json': schema })).sources;
    expect(source?.tools).toMatchObject([{ name: 'refund', inputSchema: JSON.parse(schema) }]);
    expect(source?.steps).toMatchObject([{ step: 'refund', outputSchema: JSON.parse(schema) }]);
  });

  it('of a folder are joined by tool', async () => {
    const given = await read(
      {
        's/pay.input.json': schema,
        's/pay.output.json': '{"type":"string"}',
        's/readme.md': 'x',
        's/more.json': '[{"name":"t","input_schema":{}}]',
      },
      's',
    );
    expect(given.sources.map(({ source }) => source)).toEqual(['s/more.json', 's/pay.input.json', 's/pay.output.json']);
    expect(
      given.sources.flatMap(({ tools }) => tools.map(({ name, inputSchema, outputSchema }) => ({ name, inputSchema, outputSchema }))),
    ).toEqual([
      { name: 't', inputSchema: {}, outputSchema: undefined },
      { name: 'pay', inputSchema: JSON.parse(schema), outputSchema: { type: 'string' } },
    ]);
  });
});

describe('refusals', () => {
  it.each([
    ['{"a":1,}', 'x.json', /^not JSON/],
    ['{"type":"object","type":"string"}', 'x.json', /^the key "type" stands twice in one object$/],
    ['', 'x.json', /^the file is empty/],
    [
      '{"model":"m","messages":[]}',
      'x.json',
      /^declares nothing that is known here: found an object with "model", "messages"; expected a workflow file, /,
    ],
    ['{"v":1}\n{"v":1}\n', 'ledger.jsonl', /^is a file of JSON lines, as recordings are/],
    ['[1,2]', 'x.json', /found a list of 2/],
    ['just text', 'x.yaml', /found text/],
  ])('%j', async (text, name, detail) => {
    expect((await refusal({ [name]: text })).detail).toMatch(detail);
  });

  it('does not take tool declarations for a schema', async () => {
    const resolve = files({
      'a.json': '[1]',
      't.json': `{"name":"t","inputSchema":{}}`,
      's.yaml': 'type: object\nmaximum: 9007199254740993\n',
    });
    expect(await readSchema('a.json', resolve)).toMatchObject({ ok: false });
    expect(await readSchema('t.json', resolve)).toMatchObject({ ok: false, refusal: { detail: expect.stringContaining('--declare') } });
    expect(await readSchema('s.yaml', resolve)).toMatchObject({
      ok: true,
      schema: { schema: { type: 'object', maximum: { text: '9007199254740993' } } },
    });
  });
});

describe('the published schema of the workflow file', () => {
  const published = JSON.parse(readFileSync(new URL('../../schemas/workflow-v1.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(published);

  it('accepts what is read and refuses what is refused', () => {
    expect(validate(parse(workflowText))).toBe(true);
    for (const text of [
      'step: []',
      'workflow: 1',
      'tools: [{server: x}]',
      'steps: [{output: {}}]',
      'tools: [{from: "https://x.test/a"}]',
      'scope: closed',
    ]) {
      expect([text, validate(parse(text))]).toEqual([text, false]);
    }
  });
});
