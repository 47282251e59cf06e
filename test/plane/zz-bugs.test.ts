import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { auditText } from './judge.ts';
test('bugs', async () => {
  const d = '/tmp/gen/bugs';
  const given = new Map(['workflow.json', 's.tools.json'].map((n) => [n, JSON.parse(readFileSync(`${d}/${n}`, 'utf8'))]));
  const out: string[] = [];
  for (const f of readdirSync(d).sort()) if (f.endsWith('.jsonl') && f.includes(process.env.ONLY ?? '')) {
    const r = await auditText(readFileSync(`${d}/${f}`), given);
    out.push(`${f}\n${r.findings.map((x) => `   ${x.at.line} ${x.code} ${x.severity} ${x.disposition ?? ''} ${x.repair ?? ''} ${x.cause ? `<- ${x.cause.code}@${x.cause.line}` : ''} | ${x.message}`).join('\n')}`);
  }
  console.log(out.join('\n'));
});
