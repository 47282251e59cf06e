import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { test } from 'vitest';
import { linesOf } from './event.ts';
import { auditText } from './judge.ts';
import { makeLedger } from './plane.ts';
test('parts', { timeout: 600000 }, async () => {
  let bad = 0;
  const from = Number(process.env.FROM ?? 0), n = Number(process.env.N ?? 100);
  for (let seed = from; seed < from + n && bad < 4; seed++) {
    const l = makeLedger(seed); const text = `${linesOf(l.events, l.spelling).join('\n')}\n`;
    const a = await auditText(text, l.given), b = await auditText(text, l.given, 3);
    if (isDeepStrictEqual(a, b)) continue;
    bad++;
    writeFileSync(`/tmp/gen/o/parts-${seed}.jsonl`, text); for (const [k, v] of l.given ?? []) writeFileSync(`/tmp/gen/o/${k}`, JSON.stringify(v));
    const walk = (x: unknown, y: unknown, p: string): void => {
      if (isDeepStrictEqual(x, y)) return;
      if (typeof x === 'object' && typeof y === 'object' && x && y) { for (const k of new Set([...Object.keys(x), ...Object.keys(y)])) walk(Reflect.get(x, k), Reflect.get(y, k), `${p}/${k}`); }
      else console.log(seed, p, JSON.stringify(x)?.slice(0, 200), '|', JSON.stringify(y)?.slice(0, 200));
    };
    walk(a, b, '');
    console.log(seed, 'json same', JSON.stringify(a) === JSON.stringify(b));
  }
});
