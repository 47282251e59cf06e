import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { auditText } from './judge.ts';
test('p', async () => { const t = readFileSync('/tmp/gen/bugs/12-merge-law-open-object.jsonl'); for (const n of [1, 2, 3, 5, 8]) console.log(n, (await auditText(t, undefined, n)).findings.map((f) => `${f.code} ${f.run}`)); });
