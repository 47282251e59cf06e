// Builds dist/: code by esbuild, declarations by tsc. Bundled, because loading some four hundred small modules one by one
// costs more than the work of a short command; in chunks, so that what a command does not need is not loaded (bench/start.mjs).
// The small packages that every command loads are bundled too, with their licences; the large ones stay where npm puts them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
// built beside the old one and put in its place at the end: a failed build leaves a working dist behind
const fresh = join(root, 'dist-new');

/** The folder of the package that a bundled file belongs to. */
const packageOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** The licence texts of what was bundled, in the order of their names. */
function notices(files) {
  const packages = [...new Set(files.map(packageOf).filter((name) => name !== undefined))].sort();
  return packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${folder} has no licence file and must not be bundled`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
  });
}

rmSync(fresh, { recursive: true, force: true });
const built = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts', index: 'src/index.ts', 'io/node': 'src/io/node.ts' },
  outdir: fresh,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: ['ajv', 'ajv/*', 'yaml', '@hyperjump/*'],
  // bundled CommonJS packages still ask for Node's own modules
  banner: { js: "import{createRequire as bundledRequire}from'node:module';const require=bundledRequire(import.meta.url);" },
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});
writeFileSync(join(fresh, 'third-party-notices.txt'), notices(Object.keys(built.metafile.inputs)).join(`\n${'-'.repeat(80)}\n\n`));
try {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said why
}
const dist = join(root, 'dist');
if (existsSync(dist)) rmSync(dist, { recursive: true });
renameSync(fresh, dist);
