import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { errorCode } from './failure.ts';
import { type Child, IoFailure } from './io.ts';

/** What starting a program needs of the process around it. */
export interface ChildHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Signals a process, or with a negative id its whole group. */
  readonly kill?: ((id: number, signal: 'SIGTERM' | 'SIGKILL') => unknown) | undefined;
}

/** How long a program that was asked to end may take, in milliseconds. */
const grace = 1_000;

const phrases: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such program (check the command)'],
  ['EACCES', 'cannot be run: permission denied'],
  ['E2BIG', 'cannot be run: too many arguments'],
]);

/** Starts a program without a shell: its words are taken as they are. It ends when its time is up, whatever it does. */
export async function startChild(command: readonly string[], milliseconds: number, host: ChildHost): Promise<Child> {
  const [program = '', ...words] = command;
  // a group of its own: a launcher such as npx would else leave the program it launched behind
  const hasGroup = host.kill !== undefined;
  const child = spawn(program, words, {
    cwd: host.cwd,
    env: { ...host.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: hasGroup,
    windowsHide: true,
  });
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new IoFailure(program, phrases.get(errorCode(error) ?? '') ?? `cannot be run (${errorCode(error) ?? 'unknown error'})`);
  }
  for (const emitter of [child, child.stdin]) emitter.on('error', () => undefined);
  let isOutOfTime = false;
  const timer = setTimeout(() => {
    isOutOfTime = true;
    destroy(child, host);
  }, milliseconds);
  return {
    output: bytesOf(child.stdout),
    errors: bytesOf(child.stderr),
    write: (text) => write(child.stdin, text),
    isOutOfTime: () => isOutOfTime,
    async stop() {
      child.stdin.destroy();
      const patience = setTimeout(() => destroy(child, host), grace);
      child.stdout.resume();
      await closed;
      clearTimeout(patience);
      clearTimeout(timer);
    },
  };
}

function destroy(child: ChildProcess, host: ChildHost): void {
  try {
    if (host.kill !== undefined && child.pid !== undefined) host.kill(-child.pid, 'SIGKILL');
  } catch {
    // the group is gone already, or the system has none: the program itself is all there is to end
  }
  child.kill('SIGKILL');
  // what it started may hold its streams open after it is gone
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** A stream that ends, or breaks off, has ended: whoever reads sees what is missing. */
async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch {
    return;
  }
}

/** Writing to a program that has gone is no failure: its output has ended too. */
function write(stream: Writable, text: string): Promise<void> {
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}
