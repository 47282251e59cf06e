import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { linesOf } from './event.ts';
import { auditText } from './judge.ts';
import { deviationsIn, refusedIn } from './verdict.ts';
import { makeLedger } from './plane.ts';

const N = Number(process.env.N ?? 300),
  S = Number(process.env.S ?? 0);
test('valid', { timeout: 600000 }, async () => {
  const kinds = new Map<string, { n: number; seeds: number[]; ex: string }>();
  const t0 = performance.now();
  let events = 0,
    gen = 0;
  const codes = new Map<string, number>();
  for (let seed = S; seed < S + N; seed++) {
    const g0 = performance.now();
    const ledger = makeLedger(seed);
    const text = `${linesOf(ledger.events, ledger.spelling).join('\n')}\n`;
    gen += performance.now() - g0;
    events += ledger.events.length;
    let report;
    try {
      report = await auditText(text, ledger.given);
    } catch (error) {
      console.log(seed, error);
      throw error;
    }
    const want = [...refusedIn(ledger.events)].sort(), got = [...deviationsIn(ledger.events, report.findings)].sort();
    for (const [name, list] of [['not found', want.filter((x) => !got.includes(x))], ['unexpected', got.filter((x) => !want.includes(x))]] as const) for (const x of list) {
      const key = `deviation ${name} ${x.split(' ')[1]}`; const k = kinds.get(key) ?? { n: 0, seeds: [], ex: x }; k.n++; if (k.seeds.length < 4) { k.seeds.push(seed); writeFileSync(`/tmp/gen/v/${seed}.jsonl`, text); } kinds.set(key, k);
    }
    for (const f of report.findings) {
      if (f.code.startsWith('structure/'))
        codes.set(`${f.code} ${f.severity} ${f.disposition}`, (codes.get(`${f.code} ${f.severity} ${f.disposition}`) ?? 0) + 1);
      const isFine = f.code.startsWith('structure/') && (f.severity === 'note' || f.disposition === 'refused');
      if (isFine) continue;
      const key = `${f.code} ${f.severity} ${f.disposition ?? ''}`;
      const k = kinds.get(key) ?? { n: 0, seeds: [], ex: `${f.at.line}: ${f.message}` };
      k.n++;
      if (k.seeds.length < 4 && !k.seeds.includes(seed)) {
        k.seeds.push(seed);
        mkdirSync('/tmp/gen/v', { recursive: true });
        writeFileSync(`/tmp/gen/v/${seed}.jsonl`, text);
        for (const [n, v] of ledger.given ?? []) writeFileSync(`/tmp/gen/v/${seed}.${n}`, JSON.stringify(v));
      }
      kinds.set(key, k);
    }
  }
  console.log(`${N} ledgers, ${events} events, gen ${gen.toFixed(0)} ms, all ${(performance.now() - t0).toFixed(0)} ms`);
  console.log([...codes].map(([a, b]) => `${b} ${a}`).join('\n'));
  console.log(
    [...kinds]
      .sort((a, b) => b[1].n - a[1].n)
      .map(([k, v]) => `${v.n}\t${k}\tseeds ${v.seeds}\t${v.ex}`)
      .join('\n'),
  );
});
