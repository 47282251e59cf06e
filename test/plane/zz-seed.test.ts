import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { linesOf } from './event.ts';
import { auditText } from './judge.ts';
import { makeLedger } from './plane.ts';
import { judgeValid } from './campaign.ts';
test('seed', async () => {
  for (const seed of (process.env.SEEDS ?? '').split(',').map(Number)) {
    const l = makeLedger(seed); const text = `${linesOf(l.events, l.spelling).join('\n')}\n`;
    writeFileSync(`/tmp/gen/o/${seed}.jsonl`, text);
    try { const r = await auditText(text, l.given); console.log(seed, JSON.stringify(r.calls), JSON.stringify(r.outputs), JSON.stringify(r.chains?.ends), await judgeValid(seed)); } catch (e) { console.log(seed, e); }
  }
});
