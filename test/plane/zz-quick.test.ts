import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { judgeMutation, judgeValid, mutations } from './campaign.ts';
import { faults } from './faults/index.ts';
import { Matrix } from './matrix.ts';
test('quick', { timeout: 3_600_000 }, async () => {
  const seed = Number(process.env.SEED ?? 1), V = Number(process.env.V ?? 0), W = Number(process.env.W ?? 5);
  const out: string[] = []; const n = new Map<string, number>();
  const t0 = performance.now();
  for (let s = seed; s < seed + V; s++) { try { for (const w of (await judgeValid(s)).map((c) => `seed ${s}, ${c.where} ${c.kind}`)) { const k = w.replace(/.*line \d+: /, '').replace(/seed.*?,/, '').slice(0, 60); n.set(k, (n.get(k) ?? 0) + 1); if ((n.get(k) ?? 0) < 5) out.push(w); } } catch (e) { out.push(`seed ${s} THROWS ${e}`); } }
  const t1 = performance.now();
  const only = faults.filter((f) => `${f.code} ${f.name}`.includes(process.env.ONLY ?? ''));
  const m = new Matrix(only); const per = new Map<string, [number, number]>();
  for (const mu of mutations(only, { seed, wanted: W, ledgers: 500 * W })) {
    const key = `${mu.fault.code} (${mu.fault.name})`; const p = per.get(key) ?? [0, 0]; per.set(key, p); p[0]++;
    let v; try { v = await judgeMutation(mu); } catch (e) { out.push(`${key} seed ${mu.seed} THROWS ${e}`); continue; }
    // KNOWN

    m.add(mu.fault, v);
    if (v.isFound && v.strangers.length === 0) { p[1]++; continue; }
    if (p[0] - p[1] < 4) out.push(`${key} seed ${mu.seed} line ${mu.lines.join('/')}: ${v.isFound ? '' : 'NOT FOUND '} besides ${v.strangers.slice(0, 3).map((f) => `${f.code}@${f.at.line}${f.repair ? `(${f.repair} ${f.path})` : ''}[${f.severity}] ${f.message.slice(0, 100)}`).join(' | ')}`);
  }
  writeFileSync('/tmp/gen/quick.txt', `${out.join('\n')}\n${[...per].filter(([, [a, b]]) => a !== b || a < W).map(([k, [a, b]]) => `${b}/${a} ${k}`).join('\n')}\n${only.filter((f) => !per.has(`${f.code} (${f.name})`)).map((f) => `never planted: ${f.code} ${f.name}`).join('\n')}\nvalid ${V} in ${(t1 - t0).toFixed(0)} ms; ${m.total} mutations in ${(performance.now() - t1).toFixed(0)} ms\n${m}\n`);
});
