// Builds dist/: code by esbuild, declarations by tsc. Bundled, because loading some four hundred small modules one by one
// costs more than the work of a short command; in chunks, so that what a command does not need is not loaded (bench/start.mjs).
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
// built beside the old one and put in its place at the end: a failed build leaves a working dist behind
const fresh = `${root}dist-new`;
rmSync(fresh, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts', index: 'src/index.ts', 'io/node': 'src/io/node.ts' },
  outdir: fresh,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
});
try {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.build.json`, '--outDir', fresh], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said why
}
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(fresh, `${root}dist`);
