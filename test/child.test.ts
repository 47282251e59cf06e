import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import type { Io } from '../src/io/io.ts';
import { openIo, type Sink } from '../src/io/node.ts';

const work = mkdtempSync(join(tmpdir(), 'twogates-child-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const silent: Sink = { write: () => true, on: () => undefined };
const io: Io = openIo({
  stdin: Readable.from([]),
  stdout: silent,
  stderr: silent,
  env: { GIVEN: 'on' },
  cwd: () => work,
  kill: (id, signal) => process.kill(id, signal),
});
const node = process.execPath;

async function textOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of source) text += Buffer.from(chunk).toString();
  return text;
}

test('a program gets its words as they are, the environment, the folder and what is written to it', async () => {
  const script = 'process.stdin.on("data", (d) => console.log(process.argv[1], process.env.GIVEN, process.cwd(), String(d)))';
  const child = await io.spawn([node, '-e', script, '$HOME; *'], 20_000);
  await child.write('hello');
  const reading = textOf(child.output);
  await child.stop();
  expect(await reading).toBe(`$HOME; * on ${await io.realPath('.')} hello\n`);
  expect(child.isOutOfTime()).toBe(false);
});

test('a program whose time is up is killed, with what it started', async () => {
  // the inner program would hold the streams open, and go on writing
  const inner = 'setInterval(() => require("fs").appendFileSync("log", "."), 20)';
  const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}], {stdio: "inherit"}); setInterval(() => {}, 1000)`;
  const child = await io.spawn([node, '-e', script], 1_500);
  expect(await textOf(child.output)).toBe('');
  expect(child.isOutOfTime()).toBe(true);
  await child.stop();
  const written = (): number => readFileSync(join(work, 'log')).length;
  const before = written();
  await new Promise((done) => setTimeout(done, 300));
  expect(before).toBeGreaterThan(0);
  expect(written()).toBe(before);
});

test('a program that does not end with its input is ended', async () => {
  const child = await io.spawn([node, '-e', 'process.on("SIGTERM", () => {}); setInterval(() => console.log("on"), 100)'], 60_000);
  for await (const _ of child.output) break;
  await child.stop();
  expect(child.isOutOfTime()).toBe(false);
});

test('writing to a program that has gone does nothing, and one that cannot be started is a failure', async () => {
  const child = await io.spawn([node, '-e', ''], 20_000);
  expect(await textOf(child.output)).toBe('');
  await child.write('x'.repeat(1_000_000));
  await child.stop();
  await expect(io.spawn(['./no-such-program'], 1_000)).rejects.toThrow('./no-such-program: no such program (check the command)');
});
