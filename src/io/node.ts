import { open, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorCode, failureOf } from './failure.ts';
import type { Io } from './io.ts';
import { readMember } from './member.ts';
import { chunkBytes, unpack } from './unpack.ts';

/** A stream the program writes to: the part of Node's that is used here. */
export interface Sink {
  write(text: string, written: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The part of `process` the program may see. */
export interface Host {
  /** Read only when `-` is asked for: touching it opens it. */
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  kill?(id: number, signal: 'SIGTERM' | 'SIGKILL'): unknown;
}

/** Opens the door on a real file system and real streams. Relative paths start at the host's working directory. */
export function openIo(host: Host): Io {
  const cwd = host.cwd();
  const at = (path: string): string => resolve(cwd, path);
  const bytesOf = (path: string): AsyncIterable<Uint8Array> => (path === '-' ? standardInput(host) : fileChunks(at(path)));
  return {
    readFile: (path) => (path === '-' ? collect(standardInput(host)) : attempt(path, () => readFile(at(path)))),
    readMember: (folder, name, limit) => attempt(`${folder}/${name}`, () => readMember(at(folder), name, limit)),
    chunks: (path) => unpack(path === '-' ? 'standard input' : path, bytesOf(path)),
    look: (path) => look(path, at(path)),
    list: (path) => attempt(path, async () => (await readdir(at(path))).sort()),
    realPath: (path) => attempt(path, () => realpath(at(path))),
    writeFile: (path, text) => attempt(path, () => writeFile(at(path), text)),
    out: writer(host.stdout, 'standard output'),
    err: writer(host.stderr, 'standard error'),
    async spawn(command, milliseconds) {
      // Loaded late: nothing but a command of the user's own ever needs it.
      const { startChild } = await import('./child.ts');
      const kill = host.kill === undefined ? undefined : (id: number, signal: 'SIGTERM' | 'SIGKILL') => host.kill?.(id, signal);
      return startChild(command, milliseconds, { env: host.env, cwd, kill });
    },
    env: host.env,
    columns: host.stdout.isTTY === true ? host.stdout.columns : undefined,
    cwd,
  };
}

async function attempt<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw failureOf(path, error);
  }
}

async function look(name: string, path: string): ReturnType<Io['look']> {
  if (name === '-') return { kind: 'other', bytes: 0 };
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { kind: 'directory', bytes: 0 };
    return { kind: found.isFile() ? 'file' : 'other', bytes: found.size, identity: `${found.dev}:${found.ino}` };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return { kind: 'missing', bytes: 0 };
    throw failureOf(name, error);
  }
}

/**
 * A file through two buffers by turns: the next piece is read while this one is worked on, and a long file costs no more
 * memory, nor the making of it, than a short one.
 */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const buffers = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)] as const;
    let reading = handle.read(buffers[0], 0, chunkBytes, null);
    for (let turn = 1; ; turn++) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) return;
      reading = handle.read(buffers[turn % 2 === 0 ? 0 : 1], 0, chunkBytes, null);
      // whoever stops early leaves this promise behind: its failure is nobody's any more
      reading.catch(() => undefined);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function* standardInput(host: Host): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of host.stdin) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  } catch (error) {
    throw failureOf('-', error);
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const closedPipe: ReadonlySet<string> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ECONNRESET']);

/**
 * Waits for each text to be handed over, so that nothing is lost on a pipe. A reader that went away (`| head`) has seen enough:
 * what follows is dropped, and the exit code still tells the verdict.
 */
function writer(sink: Sink, name: string): (text: string) => Promise<void> {
  let isClosed = false;
  // The stream also emits what it reports to the callback; unheard, that would end the process with a stack trace.
  sink.on('error', () => {
    isClosed = true;
  });
  return (text) =>
    new Promise((done, refuse) => {
      if (isClosed || text === '') return done();
      sink.write(text, (error) => {
        if (!error) return done();
        if (closedPipe.has(errorCode(error) ?? '')) {
          isClosed = true;
          return done();
        }
        refuse(failureOf(name, error));
      });
    });
}
