import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const slow = 180_000;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, whatever its exit code. */
function run(program: string, argv: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((done) => {
    execFile(program, argv, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      done({ code, stdout, stderr });
    });
  });
}

/** Ends a run that waits for its input as Ctrl-C does: a shell then reports 130. */
function interrupt(program: string, cwd: string): Promise<{ readonly signal: string | null; readonly stderr: string }> {
  return new Promise((done) => {
    const child = spawn(program, ['replay', '-'], { cwd });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.on('close', (_code, signal) => done({ signal, stderr }));
    setTimeout(() => child.kill('SIGINT'), 1_000);
  });
}

const work = mkdtempSync(join(tmpdir(), 'twogates-package-'));
const copy = join(work, 'copy');
const user = join(work, 'user');
let files: readonly string[] = [];
let tarball = '';

/** Builds and packs a copy of the working tree, so that a build that other tests use is never half written. */
beforeAll(async () => {
  const shipped = ['bin', 'src', 'schemas', 'fixtures/demo', 'docs'];
  const named = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'build.mjs', 'LICENSE', 'README.md', 'CHANGELOG.md'];
  for (const path of [...shipped, ...named])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const built = await run(process.execPath, ['build.mjs'], copy);
  expect([built.code, built.stdout, built.stderr]).toEqual([0, '', '']);
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts'], copy);
  expect(packed.code, packed.stderr).toBe(0);
  const [first]: readonly { readonly filename: string; readonly files: readonly { readonly path: string }[] }[] = JSON.parse(packed.stdout);
  tarball = join(copy, first?.filename ?? '');
  files = (first?.files ?? []).map(({ path }) => path);
}, slow);
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe('the package', () => {
  test('holds what a user needs and nothing else', () => {
    for (const path of [
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'bin/twogates.js',
      'dist/main.js',
      'dist/index.js',
      'dist/index.d.ts',
    ]) {
      expect(files).toContain(path);
    }
    for (const path of ['docs/cli.md', 'fixtures/demo/refund-desk.jsonl', 'fixtures/demo/workflow.yaml']) expect(files).toContain(path);
    const known = /^(bin|dist|schemas|docs|fixtures\/demo)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
    expect(files.filter((path) => !known.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  });

  test('the bin file has its execute bit', () => expect(statSync(join(root, 'bin/twogates.js')).mode & 0o111).toBe(0o111));

  test('pleases publint', async () => {
    const bytes = readFileSync(tarball);
    const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, level: 'suggestion', strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  test('has right types', { timeout: slow }, async () => {
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const checked = await run(
      process.execPath,
      [attw, tarball, '--profile', 'esm-only', '--exclude-entrypoints', './package.json', './schemas'],
      copy,
    );
    expect(checked.code, checked.stdout + checked.stderr).toBe(0);
  });

  test('installs and runs somewhere else', { timeout: slow }, async () => {
    cpSync(join(root, 'fixtures/demo'), user, { recursive: true });
    writeFileSync(join(user, 'package.json'), '{"name":"user","private":true,"type":"module"}\n');
    const installed = await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], user);
    expect(installed.code, installed.stderr).toBe(0);
    const version = await run('npx', ['--no-install', 'twogates', '--version'], user);
    expect(version.stdout).toBe(`${readVersion()}\n`);
    const audited = await run('npx', ['--no-install', 'twogates', 'replay', 'refund-desk.jsonl', '--declare', 'workflow.yaml'], user);
    expect(audited.stderr).toBe('');
    expect(audited.code).toBe(1);
    expect(audited.stdout.trimEnd().split('\n').at(-1)).toContain('→ exit 1');
    const used = await run(process.execPath, ['-e', "import('twogates').then((m) => console.log(Object.keys(m).length > 0))"], user);
    expect(used.stdout, used.stderr).toBe('true\n');

    const twogates = join(user, 'node_modules/.bin/twogates');
    const piped = await run('bash', ['-c', `"${twogates}" explain | head -n 1; echo "\${PIPESTATUS[0]}"`], user);
    expect(piped.stderr).toBe('');
    expect(piped.stdout.split('\n')[1], 'a closed pipe is no failure').toBe('0');
    const full = await run('bash', ['-c', `"${twogates}" explain > /dev/full`], user);
    expect(full).toEqual({ code: 2, stdout: '', stderr: 'twogates: standard output: no space left on the device\n' });
    expect(await interrupt(twogates, user)).toEqual({ signal: 'SIGINT', stderr: '' });
  });
});

function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return version;
}
