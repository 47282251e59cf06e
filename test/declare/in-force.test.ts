import { describe, expect, it } from 'vitest';
import type { GivenDeclarations, GivenWorkflow } from '../../src/declare/declared.ts';
import { type InForce, openInForce } from '../../src/declare/in-force.ts';
import { declarationDifferences, stepDifferences } from '../../src/delta/declarations.ts';
import type { StepDeclaration, ToolDeclaration } from '../../src/model/declaration.ts';
import type { Declared } from '../../src/model/event/declarations.ts';
import type { JsonValue } from '../../src/model/json.ts';
import type { SourceRecord } from '../../src/model/record.ts';

const record: SourceRecord = { input: 0, line: 1, column: 1, offset: 0, text: '{}', value: {}, defects: [], isDeep: false };

function tool(name: string, server?: string, inputSchema: JsonValue = { type: 'object' }): ToolDeclaration {
  return { server, name, inputSchema, inputPointer: '/tool/inputSchema', outputPointer: '/tool/outputSchema' };
}

function declared(run: string, tools: readonly ToolDeclaration[], more: Partial<Declared> = {}): Declared {
  return { kind: 'declared', record, run, tools, mode: 'add', isWhole: true, ...more };
}

function listed(run: string, tools: readonly ToolDeclaration[], more: Partial<Declared> = {}): Declared {
  return declared(run, tools, { mode: 'replace', ...more });
}

function workflow(tools: readonly ToolDeclaration[], more: Partial<GivenDeclarations & { strip: readonly string[] }> = {}): GivenWorkflow {
  const source: GivenDeclarations = { source: 'w.yaml', sha256: 'x', tools, steps: more.steps ?? [], scope: more.scope ?? 'open' };
  return { sources: [source], strip: more.strip ?? [], stepsWithOwnStrictness: [] };
}

function open(given?: GivenWorkflow): InForce {
  return openInForce(given, declarationDifferences, stepDifferences);
}

function found(inForce: InForce, run: string, name: string, server?: string): string {
  const lookup = inForce.lookUp(run, { server, tool: name });
  return lookup.kind === 'declared' ? `${lookup.source} ${lookup.tool.server ?? '-'}/${lookup.tool.name}` : lookup.kind;
}

describe('what the record declares', () => {
  it('is in force in its run, from there on, and nowhere else', () => {
    const inForce = open();
    expect(found(inForce, 'r1', 'a')).toBe('open');
    expect(inForce.apply(declared('r1', [tool('a', 's')]))).toEqual([]);
    expect(found(inForce, 'r1', 'a', 's')).toBe('record s/a');
    expect(found(inForce, 'r2', 'a', 's')).toBe('open');
    inForce.closeRun('r1');
    expect(found(inForce, 'r1', 'a')).toBe('open');
  });

  it('closes a native run, so that other names are invented', () => {
    const inForce = open();
    inForce.apply(declared('r1', [tool('b', 's')]));
    inForce.apply(declared('r1', [tool('a', 's')]));
    expect(inForce.lookUp('r1', { tool: 'toString', server: 's' })).toEqual({ kind: 'undeclared', known: ['a', 'b'] });
    expect(found(inForce, 'r1', 'a', 'elsewhere')).toBe('undeclared');
  });

  it('holds for all later runs when it was registered without a run', () => {
    const inForce = open();
    inForce.apply(declared('', [tool('a', 's')], { isForAllRuns: true }));
    expect(found(inForce, 'r9', 'a')).toBe('record s/a');
    expect(found(inForce, 'r9', 'b')).toBe('undeclared');
    expect(inForce.apply({ kind: 'withdrawn', record, run: 'r9', tool: 'a', server: 's' })).toMatchObject([
      { kind: 'removed', isAnnounced: true },
    ]);
    expect(found(inForce, 'r9', 'a')).toBe('undeclared');
    expect(found(inForce, 'r8', 'a')).toBe('record s/a');
  });

  it('says nothing about the same declaration again, and names what changed', () => {
    const inForce = open();
    inForce.apply(declared('r1', [tool('a', 's', { type: 'object', required: ['x', 'y'] })]));
    expect(inForce.apply(declared('r1', [tool('a', 's', { required: ['y', 'x'], type: 'object' })]))).toEqual([]);
    const observed = inForce.apply(declared('r1', [tool('a', 's', { type: 'object', required: ['x', 'y', 'z'] })]));
    expect(observed).toMatchObject([{ kind: 'changed', isAnnounced: false, differences: [{ effect: 'breaking-for-callers' }] }]);
  });
});

describe('lists', () => {
  it('are closed by their last page and opened by an announcement', () => {
    const inForce = open();
    inForce.apply(listed('r', [tool('a')], { isWhole: false }));
    expect(found(inForce, 'r', 'z')).toBe('open');
    inForce.apply(listed('r', [tool('b')], { mode: 'extend' }));
    expect(found(inForce, 'r', 'z')).toBe('undeclared');
    inForce.apply({ kind: 'declarations-changed', record, run: 'r' });
    expect(found(inForce, 'r', 'z')).toBe('open');
    expect(found(inForce, 'r', 'a')).toBe('record -/a');
    const observed = inForce.apply(listed('r', [tool('b', undefined, { type: 'string' }), tool('c')]));
    expect(
      observed.map((one) => ({
        kind: one.kind,
        name: 'tool' in one ? one.tool.name : undefined,
        isAnnounced: 'isAnnounced' in one && one.isAnnounced,
      })),
    ).toEqual([
      { kind: 'changed', name: 'b', isAnnounced: true },
      { kind: 'added', name: 'c', isAnnounced: true },
      { kind: 'removed', name: 'a', isAnnounced: true },
    ]);
    expect(found(inForce, 'r', 'a')).toBe('undeclared');
  });

  it('take neither of two tools under one name that are not alike, which is a collision and no change', () => {
    const inForce = open();
    expect(inForce.apply(listed('r', [tool('a'), tool('a', undefined, { type: 'string' })]))).toEqual([]);
    expect(inForce.lookUp('r', { tool: 'a' })).toEqual({ kind: 'twofold' });
    expect(inForce.apply(listed('r', [tool('a'), tool('a')]))).toEqual([]);
    expect(inForce.lookUp('r', { tool: 'a' })).toMatchObject({ kind: 'declared' });
  });

  it('lose a tool that is withdrawn, and take it back changed', () => {
    const inForce = open();
    inForce.apply(declared('r', [tool('a', 's'), tool('b', 's')]));
    expect(inForce.apply({ kind: 'withdrawn', record, run: 'r', tool: 'a' })).toMatchObject([{ kind: 'removed', tool: { name: 'a' } }]);
    expect(inForce.lookUp('r', { tool: 'a', server: 's' })).toEqual({ kind: 'undeclared', known: ['b'] });
    expect(inForce.apply(declared('r', [tool('a', 's', { type: 'string' })]))).toMatchObject([{ kind: 'changed', isAnnounced: true }]);
    expect(found(inForce, 'r', 'a', 's')).toBe('record s/a');
  });

  it('of one server say nothing about another', () => {
    const inForce = open(workflow([tool('find', 'search')]));
    inForce.apply(listed('r', [tool('pay')], { server: 'billing' }));
    expect(found(inForce, 'r', 'pay', 'billing')).toBe('record billing/pay');
    expect(found(inForce, 'r', 'refund', 'billing')).toBe('undeclared');
    expect(found(inForce, 'r', 'anything', 'mail')).toBe('open');
    expect(found(inForce, 'r', 'find', 'search')).toBe('given search/find');
  });
});

describe('identity', () => {
  it('is server and name', () => {
    const inForce = open();
    inForce.apply(declared('r', [tool('get', 'a'), tool('get', 'b'), tool('own')]));
    expect(found(inForce, 'r', 'get', 'b')).toBe('record b/get');
    expect(found(inForce, 'r', 'own', 'b')).toBe('record -/own');
    expect(inForce.lookUp('r', { tool: 'get' })).toEqual({ kind: 'ambiguous', servers: ['a', 'b'] });
    inForce.apply(declared('r', [tool('get')]));
    expect(found(inForce, 'r', 'get')).toBe('record -/get');
  });

  it('undoes a declared prefix rule for a declared server, letter by letter', () => {
    const inForce = open(workflow([tool('pay', 'billing'), tool('x', 'a'), tool('b__x', 'a')], { strip: ['mcp__{server}__{tool}'] }));
    expect(found(inForce, 'r', 'mcp__billing__pay')).toBe('given billing/pay');
    expect(found(inForce, 'r', 'mcp__Billing__pay')).toBe('open');
    expect(found(inForce, 'r', 'mcp__a__b__x')).toBe('given a/b__x');
    expect(found(inForce, 'r', 'mcp__billing__payy')).toBe('open');
    expect(found(inForce, 'r', 'billing__pay')).toBe('open');
  });
});

describe('a list that a request sends along', () => {
  it('holds no tools of servers but under their names', () => {
    const inForce = open(workflow([tool('a', 's')]));
    inForce.apply(listed('r1', [tool('a')]));
    inForce.apply(listed('r1', [tool('b')], { server: 't' }));
    expect(found(inForce, 'r1', 'a')).toBe('record -/a');
    expect(found(inForce, 'r1', 'a', 's')).toBe('given s/a');
    expect(found(inForce, 'r1', 'a', 'u')).toBe('open');
    expect(inForce.lookUp('r1', { tool: 'a', server: 't' })).toEqual({ kind: 'undeclared', known: ['b'] });
  });

  it('is closed by what arrives after it for itself alone', () => {
    const inForce = open();
    inForce.apply(listed('r1', [tool('a')]));
    inForce.apply(declared('r1', [tool('b')]));
    expect(found(inForce, 'r1', 'c')).toBe('undeclared');
    expect(found(inForce, 'r1', 'c', 's')).toBe('open');
  });

  it('leaves a call that names its server to the prefix rules of that server', () => {
    const inForce = open(workflow([tool('a', 's'), tool('a', 't')], { strip: ['mcp__{server}__{tool}', 'my_{tool}'] }));
    expect(found(inForce, 'r1', 'mcp__s__a', 's')).toBe('given s/a');
    expect(found(inForce, 'r1', 'my_a', 't')).toBe('given t/a');
    expect(found(inForce, 'r1', 'mcp__s__a', 't')).toBe('open');
    expect(found(inForce, 'r1', 'my_a', 'u')).toBe('open');
  });
});

describe('what the user gave', () => {
  it('fills gaps, never overrules, and is compared', () => {
    const inForce = open(workflow([tool('a', 's', { type: 'object', properties: { x: {} } }), tool('b', 's')]));
    expect(found(inForce, 'r', 'b', 's')).toBe('given s/b');
    const observed = inForce.apply(declared('r', [tool('a', 's', { type: 'object' })]));
    expect(observed).toMatchObject([{ kind: 'mismatch', given: { name: 'a' }, differences: [{ pointer: '/inputSchema/properties/x' }] }]);
    expect(found(inForce, 'r', 'a', 's')).toBe('record s/a');
    expect(found(inForce, 'r', 'b', 's')).toBe('undeclared');
  });

  it('compares nothing that was not given', () => {
    const inForce = open(workflow([tool('a', 's')]));
    const recorded = { ...tool('a', 's'), description: 'words', outputSchema: { type: 'object' } };
    expect(inForce.apply(declared('r', [recorded]))).toEqual([]);
  });

  it('leaves other names open unless it says that it is all there is', () => {
    expect(found(open(workflow([tool('a', 's')])), 'r', 'refund_customer', 's')).toBe('open');
    expect(open(workflow([tool('a', 's')], { scope: 'closed' })).lookUp('r', { tool: 'b' })).toEqual({ kind: 'undeclared', known: ['a'] });
    expect(found(open(workflow([], { scope: 'closed' })), 'r', 'b')).toBe('open');
  });

  it('closes the names for calls of a step that lists its tools', () => {
    const steps: readonly StepDeclaration[] = [{ step: 'refund', outputPointer: '', tools: ['process_refund', 'cancel_refund'] }];
    const inForce = open(workflow([tool('process_refund', 'billing'), tool('cancel_refund', 'billing')], { steps }));
    const ask = { server: 'billing', tool: 'refund_customer', step: 'refund' };
    expect(inForce.lookUp('T-5', ask)).toEqual({ kind: 'undeclared', known: ['cancel_refund', 'process_refund'] });
    expect(inForce.lookUp('T-5', { ...ask, step: 'other' })).toEqual({ kind: 'open', isListed: false });
    expect(inForce.lookUp('T-5', { ...ask, tool: 'process_refund' })).toMatchObject({ kind: 'declared', source: 'given' });
  });
});

describe('steps', () => {
  it('come from the run, then from registrations, then from what was given', () => {
    const step = (outputSchema: JsonValue): StepDeclaration => ({ step: 'classify', outputSchema, outputPointer: '' });
    const inForce = open(workflow([], { steps: [step({ title: 'given' })] }));
    expect(inForce.step('r', 'classify')?.outputSchema).toEqual({ title: 'given' });
    inForce.apply({ kind: 'step-declared', record, run: '', declaration: step({ title: 'all' }), isForAllRuns: true });
    inForce.apply({ kind: 'step-declared', record, run: 'r', declaration: step({ title: 'run' }) });
    expect(inForce.step('r', 'classify')?.outputSchema).toEqual({ title: 'run' });
    expect(inForce.step('q', 'classify')?.outputSchema).toEqual({ title: 'all' });
    expect(inForce.step('q', 'toString')).toBeUndefined();
  });
});

describe('many runs', () => {
  it('keep one object for one declaration, in fifty thousand runs, and leave nothing behind', () => {
    const inForce = open(workflow([tool('a', 's')]));
    const text = JSON.stringify(
      tool('a', 's', {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, { type: 'string' }])),
      }),
    );
    const tools = Array.from({ length: 50_000 }, (): ToolDeclaration => JSON.parse(text));
    const seen = new Set<ToolDeclaration>();
    for (const [index, one] of tools.entries()) {
      inForce.apply(declared(`r${index}`, [one]));
      const lookup = inForce.lookUp(`r${index}`, { tool: 'a', server: 's' });
      if (lookup.kind === 'declared') seen.add(lookup.tool);
      inForce.closeRun(`r${index}`);
    }
    expect(seen.size).toBe(1);
    expect(inForce.summaries().map(({ source, server, tools: count, scope }) => ({ source, server, count, scope }))).toEqual([
      { source: undefined, server: 's', count: 1, scope: 'closed' },
      { source: 'w.yaml', server: 's', count: 1, scope: 'open' },
    ]);
  });
});
