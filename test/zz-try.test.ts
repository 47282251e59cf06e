import { writeFileSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { runLine } from './kit/run-line.ts';
test('try', { timeout: 60000 }, async () => {
  const lines = readFileSync('/tmp/d/lines', 'utf8').trim().split('\n');
  let out = '';
  for (const line of lines) {
    const ran = await runLine(line, { cwd: '/tmp/d' });
    out += `$ ${line}\nexit ${ran.exit}\n${ran.stdout}${ran.stderr}\n`;
  }
  writeFileSync('/tmp/d/out', out);
});
