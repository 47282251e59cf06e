import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { mutations } from './campaign.ts';
import { faults } from './faults/index.ts';
import { auditText } from './judge.ts';
test('one', async () => {
  const only = faults.filter((f) => `${f.code} ${f.name}`.includes(process.env.ONLY ?? ''));
  mkdirSync('/tmp/gen/o', { recursive: true });
  for (const m of mutations(only, { seed: Number(process.env.SEED), wanted: 1, ledgers: 1 })) {
    const r = await auditText(m.bytes, m.given);
    writeFileSync('/tmp/gen/o/ledger.jsonl', m.bytes);
    for (const [n, v] of m.given ?? []) writeFileSync(`/tmp/gen/o/${n}`, JSON.stringify(v));
    console.log(m.fault.code, m.fault.name, m.lines, m.planted.repair);
    console.log(r.findings.filter((f) => !f.code.startsWith('declaration')).map((x) => `   ${x.at.line} ${x.code} ${x.severity} ${x.disposition ?? ''} ${x.repair ?? ''} ${x.kind ?? ''} ${x.path ?? ''} ${x.cause ? `<- ${x.cause.code}@${x.cause.line}` : ''} | ${x.message}`).join('\n'));
  }
});
