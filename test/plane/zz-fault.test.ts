import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { seeded } from '../properties/differential/random.ts';
import { linesOf, renumber } from './event.ts';
import { faults } from './faults/index.ts';
import { auditText } from './judge.ts';
import { makeLedger, type PlaneLedger } from './plane.ts';
import { judge } from './verdict.ts';

const each = Number(process.env.N ?? 5);
const only = process.env.ONLY;
test('faults', { timeout: 600000 }, async () => {
  const cache = new Map<number, PlaneLedger>();
  const get = (s: number) => { let l = cache.get(s); if (!l) { l = makeLedger(s); cache.set(s, l); } return l; };
  mkdirSync('/tmp/gen/f', { recursive: true });
  const out: string[] = [];
  for (const fault of faults) {
    const key = `${fault.code} ${fault.name}`;
    if (only && !key.includes(only)) continue;
    let made = 0, found = 0, tried = 0, clean = 0; const notes: string[] = [];
    for (let seed = 0; made < each && seed < 3000; seed++) {
      const ledger = get(seed); tried++;
      const random = seeded(seed * 7 + 1);
      const planted = fault.plant(ledger, random);
      if (!planted) continue;
      made++;
      const isCounted = ledger.events.some((e) => e.seq !== undefined);
      const events = planted.keepsCount || !isCounted ? planted.events : renumber(planted.events);
      const lines = linesOf(events);
      const damage = planted.damage?.(lines);
      const bytes = damage?.bytes ?? new TextEncoder().encode(`${lines.join('\n')}\n`);
      const at = damage?.at ?? planted.at.map((i) => i + 1);
      const given = planted.given ?? ledger.given;
      let report; try { report = await auditText(bytes, given); } catch (e) { notes.push(`seed ${seed} THROWS ${e}`); continue; }
      const v = judge(fault, planted, at, report.findings);
      if (v.isFound) found++;
      if (v.strangers.length === 0) clean++;
      if (!v.isFound || v.strangers.length) {
        const name = `${fault.code.replace('/', '-')}-${fault.name.replace(/[^a-z]+/gi, '-')}-${seed}`;
        writeFileSync(`/tmp/gen/f/${name}.jsonl`, bytes);
        for (const [n, x] of given ?? []) writeFileSync(`/tmp/gen/f/${n}`, JSON.stringify(x));
        if (notes.length < 3) notes.push(`seed ${seed} at ${at} ${v.isFound ? 'found' : 'MISSED'}; strangers: ${v.strangers.map((f) => `${f.code}@${f.at.line}${f.repair ? `(${f.repair} ${f.path})` : ''}[${f.severity}${f.cause ? ` cause ${f.cause.code}@${f.cause.line}` : ''}] ${f.message.slice(0,90)}`).slice(0, 4).join(' | ')}${v.isFound ? '' : ` ALL: ${report.findings.filter((f) => f.code === fault.code).map((f) => `${f.code}@${f.at.line} ${f.severity} ${f.repair}`)}`}`);
      }
    }
    out.push(`${found === made && clean === made && made > 0 ? 'ok ' : '## '} ${key}: made ${made}/${tried}, found ${found}, clean ${clean}${notes.map((n) => `\n      ${n}`).join('')}`);
  }
  writeFileSync('/tmp/gen/faults.txt', `${out.join('\n')}\n`);
});
