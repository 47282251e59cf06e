import { expect, test } from 'vitest';
import { readDeclarations } from '../../src/declare/read.ts';
import type { JsonValue } from '../../src/model/json.ts';

/** The input schema of the one tool that a given list declares; undefined: none is declared. */
async function inputOf(list: JsonValue): Promise<JsonValue | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(list));
  const read = await readDeclarations(['tools.json'], async () => ({ kind: 'file', bytes }));
  if (!read.ok) throw new Error(read.refusal.detail);
  const tools = read.workflow.sources.flatMap((source) => source.tools);
  expect(tools.map(({ name }) => name)).toEqual(['ping']);
  return tools[0]?.inputSchema;
}

const noParameters: JsonValue = { type: 'object', properties: {} };

test.each<[string, JsonValue]>([
  ['OpenAI Chat, null', [{ type: 'function', function: { name: 'ping', parameters: null } }]],
  ['OpenAI Chat, left out', [{ type: 'function', function: { name: 'ping' } }]],
  ['OpenAI Responses, null', [{ type: 'function', name: 'ping', parameters: null, strict: null }]],
  ['OpenAI Responses, left out', [{ type: 'function', name: 'ping' }]],
  ['OpenAI functions, null', { functions: [{ name: 'ping', parameters: null }] }],
  ['Gemini, null', { tools: [{ functionDeclarations: [{ name: 'ping', parameters: null }] }] }],
  ['Gemini, left out', { tools: [{ functionDeclarations: [{ name: 'ping' }] }] }],
])('a function that declares no parameters has none: %s', async (_, list) => {
  expect(await inputOf(list)).toEqual(noParameters);
});

test.each<[string, JsonValue]>([
  ['MCP', { tools: [{ name: 'ping', inputSchema: null }] }],
  ['Anthropic', [{ name: 'ping', input_schema: null }]],
  ['Bedrock', { tools: [{ toolSpec: { name: 'ping', inputSchema: { json: null } } }] }],
])('where a schema is required, null is left for the gate to refuse: %s', async (_, list) => {
  expect(await inputOf(list)).toBe(null);
});

test('LangChain: a tool without a schema of its arguments declares nothing for them', async () => {
  expect(await inputOf([{ name: 'ping', description: 'x', args_schema: null }])).toBeUndefined();
});

test('of two members that stand for one schema, the one that is not null counts', async () => {
  const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } } };
  expect(await inputOf([{ functionDeclarations: [{ name: 'ping', parametersJsonSchema: null, parameters: schema }] }])).toEqual(schema);
  expect(await inputOf([{ functionDeclarations: [{ name: 'ping', parametersJsonSchema: schema, parameters: null }] }])).toEqual(schema);
});
