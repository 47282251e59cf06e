import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { json } from '../../src/reports/json.ts';
import { terminal } from '../../src/reports/terminal.ts';
import { catalogue } from '../../src/rules/index.ts';
import { auditInParts, fileInput, inputOf, requestOf } from '../kit/audit.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'], additionalProperties: false };
const north = { provider: 'north', model: 'm-1' };
type Fields = Readonly<Record<string, unknown>>;

const opened = (run: string): Fields => ({
  type: 'run.opened',
  run,
  workflow: { name: 'w', version: '1' },
  global_config: { max_iterations: 9 },
});
const declared = (run: string): Fields => ({ type: 'step.declared', run, step: 's', output_schema: schema });
const answer = (run: string, attempt: number, more: Fields): Fields => ({ type: 'answer.received', run, step: 's', attempt, ...more });
const called = (run: string, attempt: number, cost: Fields | undefined): Fields => ({
  type: 'provider.called',
  run,
  step: 's',
  attempt,
  candidate: north,
  purpose: 'request',
  cost,
});

const ledgerOf = (events: readonly Fields[]) =>
  inputOf('ledger.jsonl', Buffer.from(events.map((event) => `${JSON.stringify({ v: 1, ...event })}\n`).join('')));
const reportOf = (events: readonly Fields[], parts = 1) => auditInParts(requestOf([ledgerOf(events)]), parts);

describe('three promises', () => {
  const events = [
    opened('r1'),
    declared('r1'),
    answer('r1', 1, { text: 'I had rather not', stop_reason: 'refusal' }),
    answer('r1', 2, { text: '{"total":', stop_reason: 'max_tokens' }),
    answer('r1', 3, { text: '', stop_reason: 'malformed_function_call' }),
    answer('r1', 4, { text: 'four', stop_reason: 'end_turn' }),
    answer('r1', 5, { text: '{"total":"4"}', stop_reason: 'end_turn' }),
    // cut at the limit just behind the last brace: what was kept is kept
    answer('r1', 6, { text: '{"total":4}', stop_reason: 'length' }),
    answer('r1', 7, { text_sha256: '1'.repeat(64), stop_reason: 'end_turn' }),
  ];

  test('the highest one kept, and why the others stopped there: the stop reason first', async () => {
    const { promises, answers_stopped } = await reportOf(events);
    expect(promises).toEqual({ json_looking: 1, json: 1, schema_valid: 1 });
    expect(answers_stopped).toEqual({ refused: 1, truncated: 1, malformed_call: 1, not_json: 1, not_as_declared: 1, unchecked: 1 });
  });

  test('the gate says it too', async () => {
    const details = (await reportOf(events)).findings.filter(({ code }) => code === 'structure/not-json').map(({ detail }) => detail);
    expect(details[0]).toMatch(/^the answer was cut short \(max_tokens\)/);
    expect(details[1]).toMatch(/^the provider could not read the model's call \(malformed_function_call\)/);
  });

  test('nothing is said of answers without a contract, or where all kept what they promised', async () => {
    const free = await reportOf([opened('r1'), answer('r1', 1, { text: 'four', stop_reason: 'max_tokens' })]);
    expect(free.answers_stopped).toBeUndefined();
    const kept = await reportOf([opened('r1'), declared('r1'), answer('r1', 1, { text: '{"total":4}' })]);
    expect(kept.answers_stopped).toBeUndefined();
    expect(kept.failed_branches).toBeUndefined();
  });
});

describe('failed branches', () => {
  const failing = (run: string, attempt: number, cost?: Fields): Fields => answer(run, attempt, { text: '{"total":"4"}', cost });

  test('attempts and exact costs, each told once: the answer knows better than its request', async () => {
    const { failed_branches } = await reportOf([
      opened('r1'),
      declared('r1'),
      called('r1', 1, { amount: '0.10', currency: 'EUR', input_tokens: 100 }),
      failing('r1', 1, { amount: '0.12', currency: 'EUR', output_tokens: 7 }),
      called('r1', 2, { amount: 0.2, currency: 'EUR', input_tokens: 50 }),
      failing('r1', 2),
      // nobody answered the first request of this attempt
      called('r1', 3, { amount: '5', currency: 'JPY' }),
      called('r1', 3, { amount: '6', currency: 'JPY' }),
      failing('r1', 3, { amount: '0.01' }),
      called('r1', 4, { amount: '99', currency: 'EUR' }),
      answer('r1', 4, { text: '{"total":4}', cost: { amount: '99', currency: 'EUR' } }),
    ]);
    expect(failed_branches).toEqual({
      attempts: 3,
      cost: {
        input_tokens: 150,
        output_tokens: 7,
        amounts: [
          { currency: null, amount: '0.01' },
          { currency: 'EUR', amount: '0.32' },
          { currency: 'JPY', amount: '5' },
        ],
      },
    });
  });

  test('what is not recorded is null', async () => {
    const { failed_branches } = await reportOf([opened('r1'), declared('r1'), failing('r1', 1)]);
    expect(failed_branches).toEqual({ attempts: 1, cost: { input_tokens: null, output_tokens: null, amounts: null } });
  });

  test('a gate and a failure event that speak of the same answer count it once', async () => {
    const gate = { type: 'gate.checked', run: 'r1', step: 's', attempt: 1, gate: 'output', verdict: 'fail' };
    const failed = { type: 'attempt.failed', run: 'r1', step: 's', attempt: 1, class: 'model_behavior', gate: 'output' };
    const told = await reportOf([opened('r1'), declared('r1'), called('r1', 1, undefined), failing('r1', 1), gate, failed]);
    expect(told.failed_branches?.attempts).toBe(1);
    // and one of which only they are recorded counts as well
    const silent = await reportOf([opened('r1'), declared('r1'), called('r1', 1, { input_tokens: 3 }), gate, failed]);
    expect(silent.failed_branches).toEqual({ attempts: 1, cost: { input_tokens: 3, output_tokens: null, amounts: null } });
  });

  test('a request that nobody answered fails where the record says so', async () => {
    const timeout = { type: 'attempt.failed', run: 'r1', step: 's', attempt: 1, class: 'timeout' };
    const told = await reportOf([opened('r1'), declared('r1'), called('r1', 1, { output_tokens: 0 }), timeout, called('r1', 2, undefined)]);
    expect(told.failed_branches).toEqual({ attempts: 1, cost: { input_tokens: null, output_tokens: 0, amounts: null } });
  });

  test('a price that is no number is an unread part of the record', async () => {
    const report = await reportOf([opened('r1'), declared('r1'), failing('r1', 1, { amount: '1e1000000000', currency: 'EUR' })]);
    expect(report.failed_branches?.cost.amounts).toBeNull();
    expect(report.inputs[0]?.unread).toEqual({ 'answer.received with cost.amount that is no decimal number': 1 });
  });

  test('any number of parts gives the same report, beyond what a double holds', async () => {
    const events = [1, 2, 3, 4, 5, 6].flatMap((run) => [
      opened(`r${run}`),
      declared(`r${run}`),
      failing(`r${run}`, 1, { amount: '0.1', currency: run % 2 === 0 ? '__proto__' : 'EUR', input_tokens: Number.MAX_SAFE_INTEGER }),
    ]);
    const look = { color: false, width: undefined, values: 'show' } as const;
    const whole = await json.render(await reportOf(events), catalogue, look);
    // 6 × (2^53 − 1)
    expect(whole).toContain('"input_tokens":{"number":"54043195528445946"}');
    expect(whole).toContain('{"currency":"__proto__","amount":"0.3"}');
    for (const parts of [2, 3, 5]) expect(await json.render(await reportOf(events, parts), catalogue, look)).toBe(whole);
    const shown = await terminal.render(await reportOf(events), catalogue, look);
    expect(shown).toContain('6 failed attempts at answers cost: 0.3 EUR · 0.3 __proto__ · 54043195528445946 input tokens');
  });
});

describe('what cannot be judged is said', () => {
  const file = (name: string) => fileInput(`fixtures/rules/${name}/ledger.jsonl`);
  test.each([
    [
      'drift-recovery-beyond-limit/quiet-cost-in-another-currency',
      'the limit of the recovery is in EUR, and the cost of this attempt in JPY: nothing is converted',
    ],
    ['drift-exposure-widened/quiet-region-that-is-not-said', 'the recovery limits who may see the data, and the region is not recorded'],
  ])('%s', async (name, detail) => {
    const { unchecked } = await auditInParts(requestOf([file(name)]), 1);
    expect(unchecked.map((note) => [note.reason, note.detail])).toEqual([['opaque', detail]]);
  });

  test('evidence of no run reaches the runs of every part', async () => {
    const ledger = readFileSync('fixtures/rules/drift-released-early/quiet-evidence-of-no-run/ledger.jsonl', 'utf8');
    const ofRun = (run: string): string => ledger.replaceAll('"run":"r1"', `"run":"${run}"`);
    const unsafe = ofRun('e')
      .split('\n')
      .filter((line) => !line.includes('evidence.persisted'));
    const many = [...['a', 'b', 'c', 'd'].map(ofRun), ...unsafe.map((line) => `${line}\n`)].join('');
    for (const parts of [1, 2, 3, 4]) {
      const { findings } = await auditInParts(requestOf([inputOf('l.jsonl', Buffer.from(many))]), parts);
      const early = findings.filter(({ code }) => code === 'drift/released-early').map(({ run, kind }) => [run, kind]);
      // what was safe before it was committed does not cover it
      expect(early).toEqual([['e', 'evidence']]);
    }
  });
});
