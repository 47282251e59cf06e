import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../src/model/finding.ts';
import { ExactNumber, type JsonValue } from '../src/model/json.ts';
import type { Look, RuleCatalogue } from '../src/model/look.ts';
import type { Report } from '../src/model/report.ts';
import { findReport, reports } from '../src/reports/index.ts';
import { valueText } from '../src/reports/kit/json-text.ts';
import { maskValues, typeWords } from '../src/reports/kit/mask.ts';
import { maskRepair } from '../src/reports/kit/mask-repair.ts';
import { renderDifferenceTree } from '../src/reports/tree.ts';
import { displayWidth } from '../src/text/width.ts';

const root = join(import.meta.dirname, '../fixtures/reports');
const cases = readdirSync(root);
const plain: Look = { color: false, width: undefined, values: 'show' };
const catalogue: RuleCatalogue = new Map([
  [
    'structure/missing-field',
    { code: 'structure/missing-field', severity: 'failure', title: 'a field is missing', why: 'why missing', fix: 'fix missing' },
  ],
  [
    'structure/out-of-range',
    { code: 'structure/out-of-range', severity: 'failure', title: 'out of range', why: 'why range', fix: 'fix range' },
  ],
]);
/** Stands for the digest of the canonical form, which this room is given by its caller. */
const hash = (): string => 'ab12cd34'.repeat(8);

/** A fixture writes a number that a double does not hold as `{"$exact": text}`. */
function readReport(name: string): Report {
  const text = readFileSync(join(root, name, 'report.json'), 'utf8');
  return JSON.parse(text, (_key, value) => (typeof value?.$exact === 'string' ? new ExactNumber(value.$exact) : value));
}

async function render(format: string, report: Report, look: Look): Promise<string> {
  const found = findReport(format);
  if (found === undefined) throw new Error(`no report format ${format}`);
  return found.render(maskValues(report, look.values, hash), catalogue, look);
}

/** `terminal-40.txt`, `json-type.json`: the name of a golden says the format and the look. */
function lookOf(golden: string): { format: string; look: Look } {
  const [format = '', variant = ''] = golden.replace(/\.\w+$/, '').split('-');
  const values = variant === 'type' || variant === 'hash' ? variant : 'show';
  return { format, look: { color: false, width: /^\d+$/.test(variant) ? Number(variant) : undefined, values } };
}

describe('goldens', () => {
  test('there are cases, each with a golden for every format', () => {
    expect(cases.length).toBeGreaterThan(3);
    for (const name of cases) {
      const formats = readdirSync(join(root, name)).map((file) => lookOf(file).format);
      for (const { id } of reports) expect(formats, name).toContain(id);
    }
  });

  const goldens = cases.flatMap((name) =>
    readdirSync(join(root, name))
      .filter((file) => file !== 'report.json')
      .map((file) => ({ name, file })),
  );
  test.each(goldens)('$name/$file', async ({ name, file }) => {
    const { format, look } = lookOf(file);
    expect(await render(format, readReport(name), look)).toBe(readFileSync(join(root, name, file), 'utf8'));
  });

  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../schemas/report-v1.schema.json'), 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  test.each(goldens.filter(({ file }) => file.endsWith('.json')))('$name/$file is a report v1', ({ name, file }) => {
    const isValid = validate(JSON.parse(readFileSync(join(root, name, file), 'utf8')));
    expect(validate.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  test('the schema refuses a report that is none', () => {
    expect(validate({ report: 1 })).toBe(false);
    const report = JSON.parse(readFileSync(join(root, 'refund-desk/json.json'), 'utf8'));
    expect(validate({ ...report, exit: 2 })).toBe(false);
    expect(validate({ ...report, findings: [{ ...report.findings[0], severity: 'warning' }] })).toBe(false);
    expect(validate({ ...report, calls: { ...report.calls, executed: undefined } })).toBe(false);
  });

  test('the schema describes every property', () => {
    const bare: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, child] of Object.entries(node)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(child))
            if (!Object.hasOwn(Object(property), 'description')) bare.push(`${path}/${name}`);
        }
        visit(child, `${path}/${key}`);
      }
    };
    visit(schema, '');
    expect(bare).toEqual([]);
  });
});

const template = readReport('refund-desk');
function finding(fields: Partial<Finding>): Finding {
  return {
    code: 'structure/wrong-type',
    severity: 'failure',
    message: 'a string stands where a number is declared',
    at: { file: 'a.jsonl', line: 1, column: 1, offset: 0, pointer: '' },
    run: 'r',
    call: 'c',
    tool: 't',
    gate: 'input',
    path: '/a',
    declared: 'number',
    recorded: 'x',
    fingerprint: '0123456789abcdef',
    ...fields,
  };
}
function reportOf(findings: readonly Finding[]): Report {
  return { ...template, findings, accommodations: [] };
}

describe('terminal', () => {
  test('the conclusion is the last line, and nothing is ever called correct', async () => {
    const text = await render('terminal', template, plain);
    expect(text.endsWith(`\n${template.conclusion}\n`)).toBe(true);
    expect(text).not.toMatch(/\bcorrect/);
  });

  test('the demo reads as a story: deviations, then what followed', async () => {
    const lines = (await render('terminal', template, plain)).split('\n');
    const at = (start: RegExp): number => lines.findIndex((line) => start.test(line));
    expect(lines[at(/^T-4 · call c4/)]).toMatch(/^T-4 · call c4 · process_refund · step refund · attempt 1 +went through$/);
    expect(lines.find((line) => line.startsWith('    ~ /amount'))).toMatch(/^ {4}~ \/amount +declared number +recorded "48\.00"$/);
    expect(lines.find((line) => line.startsWith('    + /priority'))).toMatch(/^ {4}\+ \/priority +not declared +recorded "high"$/);
    expect(lines.find((line) => line.startsWith('      ~ /amount'))).toMatch(/^ {6}~ \/amount +"48\.00" → 48 +coerced$/);
    expect(at(/^ {4}\+ \/priority/)).toBeLessThan(at(/^ {2}└ drift\/executed-despite-deviation/));
    expect(lines).toContain('proposed 5 · passed 3 · executed 5 · returned 5 · committed 1 · unexplained 3');
    expect(lines.find((line) => line.startsWith('structure '))).toMatch(/^structure +declared by the record +7 +4 +1 +1$/);
  });

  test('colour is only added, and only when asked for', async () => {
    const colored = await render('terminal', template, { ...plain, color: true });
    expect(colored).toContain('\u001b[31mstructure/wrong-type\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour is what is taken out
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(await render('terminal', template, plain));
  });

  test('ten thousand equal faults stay readable, and none is lost', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      finding({ call: `c${index}`, at: { file: 'a.jsonl', line: index + 1, column: 5, offset: index, pointer: '/a' } }),
    );
    const text = await render('terminal', reportOf(many), plain);
    expect(text.split('\n').length).toBeLessThan(40);
    expect(text).toContain('… 9997 more blocks in a.jsonl: structure/wrong-type 9997 (--format json shows all)');
    expect((await render('json', reportOf(many), plain)).match(/^ {4}\{"code":"structure/gm)).toHaveLength(10_000);
  });

  test('ten thousand different faults are cut with a count', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      finding({ call: `c${index}`, fingerprint: index.toString(16).padStart(16, '0') }),
    );
    const text = await render('terminal', reportOf(many), plain);
    expect(text).toContain('… 9900 more blocks');
    const inOne = many.map((one) => ({ ...one, call: 'c' }));
    expect(await render('terminal', reportOf(inOne), plain)).toContain('… structure/wrong-type 9950 more here');
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom(
        '\n',
        '\r',
        '\u001b[2J',
        '\u009b',
        '\u202e',
        '\u2066',
        '\u200b',
        '漢',
        '👩‍👩‍👧',
        'e\u0301',
        ' ',
        '\ud800',
        'a/~b',
      ),
      maxLength: 40,
    }),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
  test('whatever stands in a report, no line moves the cursor, turns direction or is too wide', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 18, maxLength: 18 }), fc.integer({ min: 40, max: 120 }), async (texts, width) => {
        const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = texts.map((one) => one);
        const hostile: Report = {
          ...template,
          level: { fails_on: 'drift', decided_by: a ?? '' },
          inputs: template.inputs.map((input) => ({ ...input, file: b ?? '', format: c ?? '', unread: { [d ?? '']: 2 } })),
          findings: [
            finding({
              message: e ?? '',
              run: f,
              call: g,
              tool: h,
              step: i,
              path: `/${j}`,
              recorded: k ?? '',
              hint: l,
              detail: m,
              repair: n,
            }),
            finding({
              code: 'drift/silent-repair',
              path: `/${o}`,
              kind: p,
              agent: q,
              cause: { code: r ?? '', line: 3 },
              stages: [{ stage: 'proposed', line: 1, value: { [a ?? '']: b ?? '' } }],
            }),
            finding({ severity: 'note', message: c ?? '', tool: d }),
          ],
          unchecked: template.unchecked.map((entry) => ({ ...entry, detail: f ?? '', tool: h })),
          not_asked: [{ code: 'policy/undecided', because: g ?? '' }],
          layers: { ...template.layers, structure: { verdict: 'fail', evidence: i ?? '' }, policy: { verdict: 'pass', evidence: j ?? '' } },
          accommodations: [{ server: k ?? '', tool: l ?? '', path: m ?? '', repair: n ?? '', count: 2, first: '', last: '' }],
          conclusion: o ?? '',
        };
        const tree = await renderDifferenceTree(
          {
            kind: 'values',
            changes: [
              { kind: p ?? '', path: `/${q}/${r}`, before: a ?? '', detail: b ?? '' },
              { kind: 'changed', path: `/${c}`, after: d ?? '' },
            ],
          },
          { ...plain, width },
        );
        for (const page of [await render('terminal', hostile, { ...plain, width }), tree]) {
          expect(page).not.toMatch(unsafe);
          for (const line of page.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('masks', () => {
  test('every value has its words', () => {
    const values: readonly JsonValue[] = [null, true, 4, new ExactNumber('1e400'), '12345', '👍', [1, 2], { a: 1 }, {}];
    expect(values.map(typeWords)).toEqual([
      'null',
      'boolean',
      'number',
      'number',
      'string(5)',
      'string(1)',
      'array(2)',
      'object(1 key)',
      'object(0 keys)',
    ]);
  });

  test.each([
    ['"48.00" → 48', 'string → number'],
    ['"a → b" → "c"', 'string → string'],
    ['drop the field', 'drop the field'],
    ['secret', 'change the value'],
    ['close what is open', 'close what is open'],
    ['accepted wrong-type', 'accepted wrong-type'],
    ['accepted secrets', 'change the value'],
    ['fill the default "x"', 'fill the default'],
    ['null → absent', 'null → absent'],
    ['{"pin":1} → [1]', 'object → array'],
  ])('a repair keeps no quoted value: %s', (repair, expected) => {
    expect(maskRepair(repair)).toBe(expected);
    expect(maskRepair(expected)).toBe(expected);
  });

  const secret = fc
    .string({ unit: fc.constantFrom('Q', 'Z', 'X', '"', '→', ' ', '\\'), minLength: 4, maxLength: 12 })
    .map((one) => `QZX${one}`);
  test('no recorded text survives in any format', async () => {
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom('type' as const, 'hash' as const), fc.boolean(), async (word, values, isMasked) => {
        const report = reportOf([
          finding({
            recorded: word,
            repair: `${JSON.stringify(word)} → 4`,
            message: `${JSON.stringify(word)} was recorded`,
            hint: JSON.stringify(word),
          }),
          finding({ recorded: { a: [word], [word]: 1 }, repair: word }),
          finding({ code: 'structure/not-json', recorded: word, detail: 'a colon is expected, and "QZX" stands there' }),
          finding({ code: 'ledger/unreadable-line', message: 'invalid escape \\uQZX1; the key "QZX" has no quotes' }),
          finding({
            code: 'drift/silent-repair',
            kind: 'coerced',
            stages: [
              { stage: 'proposed', line: 1, value: word },
              { stage: 'executed', line: 2 },
            ],
          }),
        ]);
        // Formats must fail closed: a report that nobody masked is masked by type.
        const given = isMasked ? maskValues(report, values, hash) : report;
        for (const format of reports) expect(await format.render(given, catalogue, { ...plain, values })).not.toContain('QZX');
        const tree = await renderDifferenceTree(
          { kind: 'declared', deltas: [{ kind: 'wrong-type', path: '/a', recorded: word, repair: `${JSON.stringify(word)} → 4` }] },
          { ...plain, values },
        );
        expect(tree).not.toContain('QZX');
      }),
    );
  });

  test('masking twice changes nothing', () => {
    const once = maskValues(template, 'hash', hash);
    expect(maskValues(once, 'type')).toEqual(once);
  });
});

describe('json', () => {
  test.each<[string, JsonValue, string]>([
    ['an exact number', new ExactNumber('9007199254740993'), '{"number":"9007199254740993"}'],
    ['an object that looks like one', { number: '1' }, '{"verbatim":{"number":"1"}}'],
    ['a lone surrogate', '\ud800', '"\\ud800"'],
    ['a direction override', '\u202e', '"\\u202e"'],
    ['tags, which say words that no eye sees', '\u{e0041}', '"\\udb40\\udc41"'],
    ['prototype names', JSON.parse('{"__proto__":[null,true],"constructor":-1.5}'), '{"__proto__":[null,true],"constructor":-1.5}'],
    ['a long string', 'x'.repeat(2001), `{"clipped":"${'x'.repeat(200)}","length":2001,"of":"string"}`],
    ['a string at the limit', 'x'.repeat(2000), `"${'x'.repeat(2000)}"`],
  ])('%s', (_name, value, expected) => {
    expect(valueText(value)).toBe(expected);
  });

  test('a value of any depth is written, clipped', () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(valueText(deep)).toBe(`{"clipped":"${'['.repeat(200)}","length":200001,"of":"json"}`);
  });

  test('a cut never splits a character', () => {
    expect(valueText(`${'x'.repeat(199)}${'👍'.repeat(1000)}`)).toBe(`{"clipped":"${'x'.repeat(199)}","length":2199,"of":"string"}`);
  });
});

describe('difference tree', () => {
  test('declared beside recorded, siblings without a difference left out', async () => {
    const text = await renderDifferenceTree(
      {
        kind: 'declared',
        deltas: [
          { kind: 'wrong-type', path: '/amount', declared: 'number', recorded: '48.00', repair: '"48.00" → 48' },
          { kind: 'extra-field', path: '/customer/prio', recorded: 'high', hint: 'looks like "priority"' },
          { kind: 'missing-field', path: '/customer/priority', declared: 'string' },
        ],
      },
      plain,
    );
    expect(text).toBe(
      [
        '├ ~ amount   declared number   recorded "48.00"',
        '│     wrong-type · a lenient system: "48.00" → 48',
        '└ customer',
        '  ├ + prio       not declared      recorded "high"',
        '  │     extra-field · looks like "priority"',
        '  └ - priority   declared string   not there',
        '        missing-field',
        '',
      ].join('\n'),
    );
  });

  test('two values: a chain of single children is one label', async () => {
    const changes = [
      { kind: 'coerced', path: '/items/0/price', before: '12', after: 12 },
      { kind: 'dropped', path: '/items/0/note', before: 'x' },
    ];
    expect(await renderDifferenceTree({ kind: 'values', changes }, plain)).toBe(
      ['└ items/0', '  ├ ~ price   "12" → 12   coerced', '  └ - note    "x"         dropped', ''].join('\n'),
    );
  });

  test('nothing differs: nothing is said; a path of any depth is drawn', async () => {
    expect(await renderDifferenceTree({ kind: 'values', changes: [] }, plain)).toBe('');
    const deep = '/a'.repeat(50_000);
    const changes = [
      { kind: 'changed', path: deep, before: 1, after: 2 },
      { kind: 'changed', path: '', before: 1, after: 2 },
    ];
    const text = await renderDifferenceTree({ kind: 'values', changes }, { ...plain, width: 40 });
    expect(text.split('\n').length).toBeLessThan(40);
    expect(text).toContain('├ ~ (whole value)   1 → 2   changed');
  });
});
