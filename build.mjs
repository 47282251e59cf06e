// Builds dist/: code by rolldown, declarations by tsc. Bundled, because loading some five hundred small modules one by one
// costs more than the work of a short command, and in few files: what every start needs, what one audit needs, and what
// only some commands need (bench/start.mjs). The small packages that every command loads are bundled too, with their
// licences; the large ones stay where npm puts them and are loaded late.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('.', import.meta.url));
// built beside the old one and put in its place at the end: a failed build leaves a working dist behind
const fresh = join(root, 'dist-new');
const source = (name) => join(root, 'src', name);

const input = {
  cwd: root,
  input: { main: 'src/main.ts', index: 'src/index.ts', 'io/node': 'src/io/node.ts' },
  platform: 'node',
  external: [/^ajv(\/|$)/, /^yaml$/, /^@hyperjump\//],
};

/** Which module imports which, statically. */
async function readGraph() {
  const graph = new Map();
  const capture = {
    name: 'capture',
    buildEnd() {
      for (const id of this.getModuleIds()) graph.set(id, this.getModuleInfo(id)?.importedIds ?? []);
    },
  };
  const bundle = await rolldown({ ...input, plugins: [capture], logLevel: 'silent' });
  await bundle.generate({ format: 'esm' });
  return graph;
}

function reachedFrom(graph, ids) {
  const reached = new Set();
  for (const waiting = [...ids]; waiting.length > 0; ) {
    const id = waiting.pop();
    if (reached.has(id) || !graph.has(id)) continue;
    reached.add(id);
    waiting.push(...graph.get(id));
  }
  return reached;
}

/** The folder of the package that a bundled file belongs to. */
const packageOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** The licence texts of what was bundled, in the order of their names. */
function notices(files) {
  const packages = [...new Set(files.map(packageOf).filter((name) => name !== undefined))].sort();
  return packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${relative(root, folder)} has no licence file and must not be bundled`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
}

const graph = await readGraph();
const entries = new Set([source('main.ts'), source('index.ts'), source('io/node.ts')]);
const start = reachedFrom(graph, [source('main.ts'), source('io/node.ts')]);
const audit = reachedFrom(
  graph,
  ['audit-flags', 'audit-command', 'subject', 'subject-flags'].map((name) => source(`commands/kit/${name}.ts`)),
);

rmSync(fresh, { recursive: true, force: true });
const bundle = await rolldown({ ...input, logLevel: 'silent' });
const { output } = await bundle.write({
  dir: fresh,
  format: 'esm',
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    groups: [
      { name: 'start', test: (id) => start.has(id) && !entries.has(id) },
      { name: 'audit', test: (id) => audit.has(id) && !start.has(id) },
    ],
  },
});
const bundled = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
writeFileSync(join(fresh, 'third-party-notices.txt'), notices(bundled).join(`\n${'-'.repeat(80)}\n\n`));
try {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said why
}
const dist = join(root, 'dist');
if (existsSync(dist)) rmSync(dist, { recursive: true });
renameSync(fresh, dist);
