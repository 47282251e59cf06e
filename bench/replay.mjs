// The whole pipeline against the bare loop, on a generated ledger of 200,000 calls and on one twice as long.
// Prints ratios: seconds depend on the machine, ratios of one run hardly do.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLedger } from './ledger.mjs';
import { medians } from './measure.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'twogates-bench-'));
const rounds = Number(process.env.ROUNDS ?? 5);
try {
  const path = join(folder, 'ledger.jsonl');
  const twice = join(folder, 'twice.jsonl');
  const bytes = writeLedger(path, { calls: 200_000 });
  writeLedger(twice, { calls: 400_000 });
  const replay = (file) => [here('../bin/twogates.js'), 'replay', file, '--output', join(folder, 'report.json'), '--format', 'json'];
  const [bare, product, double] = await medians([[here('bare.mjs'), path], replay(path), replay(twice)], rounds);
  console.log(`ledger                 200,000 calls, ${(bytes / 1e6).toFixed(0)} MB`);
  console.log(`replay / bare loop     ${(product.milliseconds / bare.milliseconds).toFixed(2)}   (target ≤ 1.80)`);
  console.log(`peak memory            ${product.megabytes.toFixed(0)} MB   (target ≤ 200 MB)`);
  console.log(
    `ledger twice as long   ${(double.milliseconds / product.milliseconds).toFixed(2)} × the time, ${(double.megabytes / product.megabytes).toFixed(2)} × the memory`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
