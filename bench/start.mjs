// How long a command takes to start, against a bare `node -e 0`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { medians } from './measure.mjs';

const bin = fileURLToPath(new URL('../bin/twogates.js', import.meta.url));
const demo = fileURLToPath(new URL('../fixtures/demo/billing.tools.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'twogates-bench-'));
try {
  const call = join(folder, 'call.json');
  writeFileSync(call, '{"customer_id":"C-1001","amount":48,"reason":"wrong size"}');
  const [bare, version, validate] = await medians(
    [
      ['-e', '0'],
      [bin, '--version'],
      [bin, 'validate', call, '--tool', 'process_refund', '--declare', demo],
    ],
    Number(process.env.ROUNDS ?? 21),
  );
  console.log(`twogates --version / node -e 0             ${(version.milliseconds / bare.milliseconds).toFixed(2)}   (target ≤ 1.50)`);
  console.log(
    `twogates validate one call / node -e 0     ${(validate.milliseconds / bare.milliseconds).toFixed(2)}   (target ≤ 2.50, later 1.80)`,
  );
  if (validate.status !== 0) throw new Error(`validate exited ${validate.status}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
