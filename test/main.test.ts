import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Io } from '../src/io/io.ts';
import { type Host, openIo, type Sink } from '../src/io/node.ts';
import { main } from '../src/main.ts';

function collecting(): { text: string; readonly sink: Sink } {
  const kept = {
    text: '',
    sink: {
      write(text: string, written: (error?: Error | null) => void): boolean {
        kept.text += text;
        written();
        return true;
      },
      on: () => undefined,
    },
  };
  return kept;
}

function open(changes: Partial<Io>): { readonly io: Io; readonly err: { readonly text: string }; readonly out: { readonly text: string } } {
  const out = collecting();
  const err = collecting();
  const host: Host = { stdin: Readable.from([]), stdout: out.sink, stderr: err.sink, env: {}, cwd: () => '.' };
  return { io: { ...openIo(host), ...changes }, out, err };
}

test('a bug is one line and a code of its own, without a stack trace', async () => {
  const { io, err } = open({ look: () => Promise.reject(new TypeError('x is not\na function')) });
  expect(await main(['replay', 'a.jsonl'], io)).toBe(70);
  expect(err.text).toMatch(
    /^twogates: internal error: x is not.*a function \(a bug in twogates: please report it with the command line\)\n$/,
  );
});

test('a standard error that cannot be written leaves the exit code', async () => {
  const { io } = open({ err: () => Promise.reject(new Error('gone')) });
  expect(await main(['replay', 'no-such-file.jsonl'], io)).toBe(2);
});

test('control characters of an argument do not reach the terminal', async () => {
  const { io, err } = open({});
  expect(await main(['replay', 'a\u001b[2J.jsonl'], io)).toBe(2);
  expect(await main(['replay', 'a.jsonl', '--\u001b[2J'], io)).toBe(2);
  expect(err.text).not.toContain('\u001b');
});
