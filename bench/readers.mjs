// Every transcript format against a native ledger: processor time of `replay` per byte, start-up taken off, as a ratio (target ≤ 2).
// Processor time and medians: what else the machine does hardly matters then. FORMATS=a,b measures some, MEGABYTES and ROUNDS say how much.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLedger } from './ledger.mjs';
import { processorTimes } from './measure.mjs';
import { formats, writeRecording } from './recordings.mjs';

const bin = process.env.TWOGATES ?? fileURLToPath(new URL('../bin/twogates.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'twogates-bench-'));
const rounds = Number(process.env.ROUNDS ?? 5);
const size = Number(process.env.MEGABYTES ?? 20) * 1e6;
const chosen = process.env.FORMATS?.split(',') ?? formats;
try {
  const file = (name) => join(folder, `${name}.jsonl`);
  const native = writeLedger(file('native'), { calls: Math.round(size / 790) });
  const smallest = file('smallest');
  writeLedger(smallest, { calls: 1 });
  const measured = [
    { name: 'native', path: file('native'), bytes: native },
    ...chosen.map((name) => ({ name, path: file(name), bytes: writeRecording(name, file(name), size) })),
  ];
  const replay = (path) => [bin, 'replay', path, '--format', 'json', '--output', join(folder, 'report.json'), '--no-strict'];
  const runs = await processorTimes([replay(smallest), ...measured.map(({ path }) => replay(path))], rounds);
  const [start, ...times] = runs;
  const perByte = times.map(({ milliseconds }, index) => (milliseconds - start.milliseconds) / measured[index].bytes);
  console.log('format              MB   CPU ms   MB/s   × native   peak MB');
  for (const [index, { name, bytes }] of measured.entries()) {
    const { milliseconds, megabytes } = times[index];
    const columns = [
      (bytes / 1e6).toFixed(1).padStart(6),
      milliseconds.toFixed(0).padStart(8),
      (1 / perByte[index] / 1e3).toFixed(1).padStart(6),
      (perByte[index] / perByte[0]).toFixed(2).padStart(10),
      megabytes.toFixed(0).padStart(9),
    ];
    console.log(`${name.padEnd(16)}${columns.join(' ')}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
