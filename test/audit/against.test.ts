import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit.ts';
import type { GivenWorkflow } from '../../src/declare/declared.ts';
import type { StepDeclaration, ToolDeclaration } from '../../src/model/declaration.ts';
import type { JsonValue } from '../../src/model/json.ts';
import type { AgainstReport } from '../../src/model/report/against.ts';
import type { Report } from '../../src/model/report.ts';
import { json } from '../../src/reports/json.ts';
import { catalogue } from '../../src/rules/index.ts';
import { inputOf, requestOf } from '../kit/audit.ts';

const run = { v: 1, run: 'r' };
const declared = (name: string, inputSchema: JsonValue, outputSchema?: JsonValue, server?: string): JsonValue => ({
  ...run,
  type: 'tool.declared',
  ...(server !== undefined && { server }),
  tool: { name, inputSchema, ...(outputSchema !== undefined && { outputSchema }) },
});
const proposed = (call: string, tool: string, args: JsonValue, more: Record<string, JsonValue> = {}): JsonValue => ({
  ...run,
  type: 'call.proposed',
  call,
  tool,
  arguments: args,
  ...more,
});
const returned = (call: string, content: JsonValue | undefined, outcome = 'ok'): JsonValue => ({
  ...run,
  type: 'call.returned',
  call,
  outcome,
  ...(content !== undefined && { structured_content: content }),
});

interface Candidate {
  readonly tools?: readonly Pick<ToolDeclaration, 'name' | 'server' | 'inputSchema' | 'outputSchema'>[];
  readonly steps?: readonly StepDeclaration[];
  readonly scope?: 'open' | 'closed';
}

function workflowOf({ tools = [], steps = [], scope = 'open' }: Candidate): GivenWorkflow {
  const placed = tools.map((tool) => ({ ...tool, inputPointer: '/inputSchema', outputPointer: '/outputSchema' }));
  return { sources: [{ source: 'new.json', sha256: '0'.repeat(64), tools: placed, steps, scope }], strip: [], stepsWithOwnStrictness: [] };
}

async function replay(events: readonly JsonValue[], candidate: Candidate, options: Parameters<typeof requestOf>[1] = {}): Promise<Report> {
  const input = inputOf('l.jsonl', Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')));
  return audit({ ...requestOf([input], options), against: workflowOf(candidate) });
}

/** `input pay: newly_rejected 1, same 2`. */
function words(against: AgainstReport | undefined): readonly string[] {
  return (against?.rows ?? []).map(({ gate, tool, step, counts }) => {
    const shown = Object.entries(counts).filter(([, count]) => count > 0);
    return `${gate} ${tool ?? `step ${step}`}: ${shown.map(([change, count]) => `${change} ${count}`).join(', ')}`;
  });
}

const number: JsonValue = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false };

describe('what a candidate would make of recorded calls', () => {
  test('values that both accept, and both reject, are the same', async () => {
    const report = await replay([declared('t', number), proposed('1', 't', { a: 1 }), proposed('2', 't', { a: '1' })], {
      tools: [{ name: 't', inputSchema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } } }],
    });
    expect(words(report.against)).toEqual(['input t: same 2']);
  });

  test('nothing is asked, and nothing reported, without a candidate', async () => {
    const report = await audit(requestOf([inputOf('l.jsonl', Buffer.from(`${JSON.stringify(declared('t', number))}\n`))]));
    expect(Object.hasOwn(report, 'against')).toBe(false);
  });

  test('an invented tool that the candidate declares is newly accepted; one that nothing in force declares may be newly rejected', async () => {
    const open = await replay([proposed('1', 't', { a: 'x' }), proposed('2', 't', { a: 1 })], {
      tools: [{ name: 't', inputSchema: number }],
    });
    expect(words(open.against)).toEqual(['input t: newly_rejected 1, same 1']);
    const list = { ...run, type: 'tool.declared', tool: { name: 'other', inputSchema: number } };
    const closed = await replay([list, proposed('1', 'other', { a: 1 }), proposed('2', 't', { a: 1 })], {
      tools: [{ name: 't', inputSchema: number }],
    });
    expect(words(closed.against)).toEqual(['input other: not_in_candidate 1', 'input t: newly_accepted 1']);
    expect(closed.against?.rows[1]?.examples[0]?.deltas.map(({ kind }) => kind)).toEqual(['invented-tool']);
  });

  test('a candidate that declares everything rejects what it leaves out', async () => {
    const report = await replay([declared('t', number), proposed('1', 't', { a: 1 })], {
      tools: [{ name: 'u', inputSchema: number }],
      scope: 'closed',
    });
    expect(words(report.against)).toEqual(['input t: newly_rejected 1']);
  });

  test('tools offered by a step of the candidate', async () => {
    const events = [declared('t', number), proposed('1', 't', { a: 1 }, { step: 's' })];
    const tools = [{ name: 't', inputSchema: number }];
    const offered = await replay(events, { tools, steps: [{ step: 's', tools: ['t'], outputPointer: '' }] });
    expect(words(offered.against)).toEqual(['input t: same 1']);
    const withheld = await replay(events, { tools, steps: [{ step: 's', tools: ['u'], outputPointer: '' }] });
    expect(words(withheld.against)).toEqual(['input t: newly_rejected 1']);
    expect(withheld.against?.rows[0]?.examples[0]?.deltas[0]?.kind).toBe('tool-not-offered');
  });

  test('what cannot be judged is unchecked, with its reason', async () => {
    const report = await replay([declared('t', number), proposed('1', 't', { a: 1 })], {
      tools: [{ name: 't', inputSchema: { $ref: 'https://example.com/nowhere.json' } }],
    });
    expect(words(report.against)).toEqual(['input t: unchecked 1']);
    expect(report.against?.rows[0]?.reasons).toEqual({ 'unresolved-ref': 1 });
  });

  test('of two servers in the candidate none is guessed', async () => {
    const report = await replay([declared('t', number), proposed('1', 't', { a: 1 })], {
      tools: ['x', 'y'].map((server) => ({ server, name: 't', inputSchema: number })),
    });
    expect(words(report.against)).toEqual(['input t: unchecked 1']);
  });

  test('a copied proposal is counted once, and three examples are kept of many', async () => {
    const calls = ['9', '8', '7', '6', '5'].map((call) => proposed(call, 't', { a: Number(call) }));
    const report = await replay([declared('t', number), ...calls, ...calls], {
      tools: [{ name: 't', inputSchema: { properties: { a: { maximum: 1 } } } }],
    });
    expect(words(report.against)).toEqual(['input t: newly_rejected 5']);
    expect(report.against?.rows[0]?.examples.map(({ call, at }) => `${call} ${at.line}`)).toEqual(['9 2', '8 3', '7 4']);
  });
});

describe('what a candidate would make of results and answers', () => {
  const input: JsonValue = { type: 'object' };

  test('a structured result, and one that would be missing', async () => {
    const events = [
      declared('t', input),
      proposed('1', 't', {}),
      returned('1', { id: 1 }),
      proposed('2', 't', {}),
      returned('2', undefined),
      proposed('3', 't', {}),
      returned('3', undefined, 'tool_error'),
    ];
    const outputSchema: JsonValue = { type: 'object', properties: { id: { type: 'string' } } };
    const report = await replay(events, { tools: [{ name: 't', inputSchema: input, outputSchema }] });
    expect(words(report.against)).toEqual(['input t: same 3', 'output t: newly_rejected 2']);
    expect(report.against?.rows[1]?.examples.map(({ deltas }) => deltas[0]?.kind)).toEqual(['wrong-type', 'missing-output']);
  });

  test('a candidate without an output schema accepts what the one in force rejects', async () => {
    const report = await replay([declared('t', input, { required: ['id'] }), proposed('1', 't', {}), returned('1', {})], {
      tools: [{ name: 't', inputSchema: input }],
    });
    expect(words(report.against)).toEqual(['input t: same 1', 'output t: newly_accepted 1']);
  });

  test("a step's answer", async () => {
    const step = { ...run, type: 'step.declared', step: 's', output_schema: { type: 'object' } };
    const answer = { ...run, type: 'answer.received', step: 's', attempt: 1, text: '{"a": 1}' };
    const report = await replay([step, answer], { steps: [{ step: 's', outputSchema: { required: ['b'] }, outputPointer: '' }] });
    expect(words(report.against)).toEqual(['output step s: newly_rejected 1']);
    const other = await replay([step, answer], { steps: [{ step: 'z', outputSchema: {}, outputPointer: '' }] });
    expect(words(other.against)).toEqual(['output step s: not_in_candidate 1']);
  });
});

test('the exit: the audit and the candidate, and of the two 1 before 3 before 0', async () => {
  const events = [declared('t', number), proposed('1', 't', { a: 9 })];
  const strict = { tools: [{ name: 't', inputSchema: { properties: { a: { maximum: 1 } } } }] };
  expect((await replay(events, strict)).exit).toBe(0);
  expect((await replay(events, strict, { failOn: 'deviation' })).exit).toBe(1);
  expect((await replay(events, strict, { failOn: 'drift' })).exit).toBe(0);
  // nothing in force can judge: inconclusive alone, and a failure where the candidate rejects
  const bare = [proposed('1', 't', { a: 9 })];
  expect((await replay(bare, strict)).exit).toBe(3);
  expect((await replay(bare, strict, { failOn: 'deviation' })).exit).toBe(1);
});

test('a report with a candidate is a report v1', async () => {
  const report = await replay([declared('t', number), proposed('1', 't', { a: 9, b: 1 })], {
    tools: [{ name: 't', inputSchema: { required: ['z'] } }],
  });
  const schema = JSON.parse(readFileSync('schemas/report-v1.schema.json', 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  const read = JSON.parse(await json.render(report, catalogue, { color: false, width: undefined, values: 'show' }));
  expect(read.against.total).toEqual({ newly_rejected: 0, newly_accepted: 0, same: 1, unchecked: 0, not_in_candidate: 0 });
  validate(read);
  expect(validate.errors ?? []).toEqual([]);
  read.against.rows[0].counts.same = -1;
  expect(validate(read)).toBe(false);
});
