import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Resolve } from '../../src/declare/declared.ts';
import { readDeclarations } from '../../src/declare/read.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

const published = JSON.parse(readFileSync(new URL('../../schemas/workflow-v1.schema.json', import.meta.url), 'utf8'));
const isPublished = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(published);

const filesOf =
  (files: Readonly<Record<string, string>>): Resolve =>
  async (path) => ({ kind: 'file', bytes: new TextEncoder().encode(files[path] ?? '') });

const workflowOf = (rules: string): string => `workflow: w\nnames:\n  wrappers: ${rules}\n`;

describe('names.wrappers', () => {
  it('is read as it is written, and the published schema agrees', async () => {
    const text = workflowOf('[{tool: a, each: "", name: /n, arguments: /p~1q}, {tool: b, server: /s, name: /n, strip: f., arguments: /p}]');
    const read = await readDeclarations(['w.yaml'], filesOf({ 'w.yaml': text }));
    expect(read.ok && read.workflow.wrappers).toEqual([
      { tool: 'a', each: '', server: undefined, name: '/n', strip: undefined, arguments: '/p~1q' },
      { tool: 'b', each: undefined, server: '/s', name: '/n', strip: 'f.', arguments: '/p' },
    ]);
    expect(isPublished(parse(text))).toBe(true);
  });

  it.each([
    [
      '[{tool: a, name: /n}]',
      'a wrapper rule needs "tool", and "name" and "arguments": where the call that is meant stands in its arguments',
    ],
    ['[{tool: a, name: n, arguments: /p}]', '"n" is no JSON Pointer; expected one such as "/params" (RFC 6901)'],
    ['[{tool: a, name: /n, arguments: "/p~2"}]', '"/p~2" is no JSON Pointer; expected one such as "/params" (RFC 6901)'],
    ['[{tool: a, name: /n, arguments: ""}]', 'arguments must be text; found text'],
    ['[{tool: a, nam: /n, arguments: /p}]', 'unknown key "nam" in a wrapper rule; did you mean "name"?'],
    ['{a: /p}', 'names.wrappers must be a list; found an object'],
  ])('refuses %s', async (rules, detail) => {
    const text = workflowOf(rules);
    expect(await readDeclarations(['w.yaml'], filesOf({ 'w.yaml': text }))).toMatchObject({ ok: false, refusal: { detail } });
    expect(isPublished(parse(text))).toBe(false);
  });

  it('refuses two rules for one wrapper, in one file or in two', async () => {
    const rule = '{tool: a, name: /n, arguments: /p}';
    const twice = await readDeclarations(['w.yaml'], filesOf({ 'w.yaml': workflowOf(`[${rule}, ${rule}]`) }));
    expect(twice).toMatchObject({ ok: false, refusal: { detail: 'two rules for the wrapper "a"' } });
    const both = await readDeclarations(
      ['v.yaml', 'w.yaml'],
      filesOf({ 'v.yaml': workflowOf(`[${rule}]`), 'w.yaml': workflowOf(`[${rule}]`) }),
    );
    expect(both).toMatchObject({ ok: false, refusal: { source: 'w.yaml', detail: expect.stringContaining('give one of them') } });
  });
});

describe('a tool that a wrapper reaches', () => {
  const tools = JSON.stringify([{ name: 'refund', inputSchema: { type: 'object', required: ['amount'] } }]);
  const ledger = (wrapper: string, name: string, isDeclared: boolean): string =>
    [
      { type: 'run.opened' },
      { type: 'tool.declared', tool: { name: isDeclared ? wrapper : 'other', inputSchema: {} } },
      { type: 'call.proposed', call: 'c', tool: wrapper, arguments: { n: name, p: { amount: 1 } } },
      { type: 'call.returned', call: 'c', outcome: 'ok' },
    ]
      .map((event) => `${JSON.stringify({ v: 1, run: 'r', ...event })}\n`)
      .join('');

  async function verdictOf(name: string, more: { readonly scope?: string; readonly isDeclared?: boolean } = {}): Promise<string> {
    const text = `${workflowOf('[{tool: hub, name: /n, arguments: /p}]')}tools: [{from: t.json}]\n${more.scope ?? ''}`;
    const read = await readDeclarations(['w.yaml'], filesOf({ 'w.yaml': text, 't.json': tools }));
    if (!read.ok) throw new Error(read.refusal.detail);
    const input = inputOf('x.jsonl', Buffer.from(ledger('hub', name, more.isDeclared ?? true)));
    const report = await auditInParts(requestOf([input], { given: read.workflow }), 1);
    const codes = report.findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
    const first = codes[0] ?? report.unchecked.find(({ gate }) => gate === 'input')?.reason;
    return first ?? (report.calls.passed === 1 ? 'pass' : 'nothing');
  }

  it('is found among what the user gave, though the record lists the wrapper only', async () =>
    expect(await verdictOf('refund')).toBe('pass'));

  it('that nobody declares is not judged, unless the user declares everything', async () => {
    expect(await verdictOf('refunds')).toBe('no-declaration');
    expect(await verdictOf('refunds', { scope: 'scope: closed\n' })).toBe('structure/invented-tool');
  });

  it('by a wrapper that is not listed itself is one of the list', async () =>
    expect(await verdictOf('refund', { isDeclared: false })).toBe('structure/invented-tool'));
});
