import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GivenWorkflow } from '../../src/declare/declared.ts';
import { type InForce, openInForce } from '../../src/declare/in-force.ts';
import { declarationDifferences, stepDifferences } from '../../src/delta/declarations.ts';
import type { ToolDeclaration } from '../../src/model/declaration.ts';
import type { Declared } from '../../src/model/event/declarations.ts';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { SourceRecord } from '../../src/model/record.ts';

const record: SourceRecord = { input: 0, line: 1, column: 1, offset: 0, text: '{}', value: {}, defects: [], isDeep: false };

const tool = (name: string, type = 'object'): ToolDeclaration => ({
  name,
  inputSchema: { type },
  inputPointer: '/tool/inputSchema',
  outputPointer: '/tool/outputSchema',
});
const listed = (run: string, tools: readonly ToolDeclaration[], more: Partial<Declared> = {}): Declared => ({
  kind: 'declared',
  record,
  run,
  tools,
  mode: 'replace',
  isWhole: true,
  ...more,
});
const open = (given?: GivenWorkflow): InForce => openInForce(given, declarationDifferences, stepDifferences);
const kindOf = (inForce: InForce, run: string, name: string): string => inForce.lookUp(run, { tool: name }).kind;

describe('runs that begin with the same list', () => {
  it('know its tools each', () => {
    const inForce = open();
    for (const run of ['r1', 'r2']) expect(inForce.apply(listed(run, [tool('a'), tool('b')]))).toEqual([]);
    for (const run of ['r1', 'r2']) {
      expect(kindOf(inForce, run, 'b')).toBe('declared');
      expect(kindOf(inForce, run, 'c')).toBe('undeclared');
    }
    inForce.closeRun('r1');
    expect(kindOf(inForce, 'r1', 'a')).toBe('open');
    expect(kindOf(inForce, 'r2', 'a')).toBe('declared');
  });

  it('part when one of them says more', () => {
    const inForce = open();
    for (const run of ['r1', 'r2', 'r3', 'r4']) inForce.apply(listed(run, [tool('a'), tool('b')]));
    inForce.apply({ kind: 'withdrawn', record, run: 'r1', tool: 'a' });
    inForce.apply(listed('r2', [tool('c')], { mode: 'add' }));
    inForce.apply({ kind: 'declarations-changed', record, run: 'r3' });
    const kinds = (name: string): readonly string[] => ['r1', 'r2', 'r3', 'r4', 'r5'].map((run) => kindOf(inForce, run, name));
    inForce.apply(listed('r5', [tool('a'), tool('b')]));
    expect(kinds('a')).toEqual(['undeclared', 'declared', 'declared', 'declared', 'declared']);
    expect(kinds('c')).toEqual(['undeclared', 'declared', 'open', 'undeclared', 'undeclared']);
  });

  it('are told what the list changes in them, and only there', () => {
    const inForce = open();
    inForce.apply(listed('r1', [tool('a'), tool('b')]));
    inForce.apply(listed('r2', [tool('a'), tool('b')]));
    expect(inForce.apply(listed('r2', [tool('a', 'string')]))).toMatchObject([
      { kind: 'changed', tool: { name: 'a' } },
      { kind: 'removed', tool: { name: 'b' } },
    ]);
    expect(inForce.lookUp('r1', { tool: 'a' })).toMatchObject({ tool: { inputSchema: { type: 'object' } } });
  });

  it('are each told that the user gave another declaration', () => {
    const given: GivenWorkflow = {
      sources: [{ source: 'w.yaml', sha256: 'x', tools: [tool('a', 'string')], steps: [], scope: 'open' }],
      strip: [],
      stepsWithOwnStrictness: [],
    };
    const inForce = open(given);
    for (const run of ['r1', 'r2']) expect(inForce.apply(listed(run, [tool('a')]))).toMatchObject([{ kind: 'mismatch' }]);
  });

  it('do not share what a list of one server, or one that is not whole, leaves open', () => {
    const inForce = open();
    inForce.apply(listed('r1', [tool('a')]));
    inForce.apply(listed('r2', [tool('a')], { isWhole: false }));
    inForce.apply(listed('r3', [tool('a')], { server: 's' }));
    expect(['r1', 'r2', 'r3'].map((run) => kindOf(inForce, run, 'b'))).toEqual(['undeclared', 'open', 'undeclared']);
    expect(inForce.lookUp('r3', { tool: 'a' })).toMatchObject({ tool: { server: 's' } });
  });
});

const runs = ['r1', 'r2', 'r3'] as const;
const names = ['a', 'b', '__proto__'] as const;
const step: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc
    .record({
      run: fc.constantFrom(...runs),
      tools: fc.array(fc.record({ name: fc.constantFrom(...names), type: fc.constantFrom('object', 'string') }), { maxLength: 3 }),
      mode: fc.constantFrom('replace' as const, 'replace' as const, 'add' as const, 'extend' as const),
      isWhole: fc.boolean(),
    })
    .map(
      ({ run, tools, mode, isWhole }): Declared =>
        listed(
          run,
          tools.map(({ name, type }) => tool(name, type)),
          { mode, isWhole },
        ),
    ),
  fc
    .record({ run: fc.constantFrom(...runs), name: fc.constantFrom(...names) })
    .map(({ run, name }): LedgerEvent => ({ kind: 'withdrawn', record, run, tool: name })),
  fc.constantFrom(...runs).map((run): LedgerEvent => ({ kind: 'declarations-changed', record, run })),
);

describe('what runs share', () => {
  it('is never seen: each run is as it would be alone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (events) => {
        const together = open();
        const alone = new Map<string, InForce>(runs.map((run) => [run, open()]));
        for (const event of events) {
          if (event.kind !== 'declared' && event.kind !== 'withdrawn' && event.kind !== 'declarations-changed') continue;
          expect(together.apply(event)).toEqual(alone.get(event.run)?.apply(event));
        }
        for (const [run, one] of alone)
          for (const name of [...names, 'c']) expect(together.lookUp(run, { tool: name })).toEqual(one.lookUp(run, { tool: name }));
      }),
    );
  });
});
