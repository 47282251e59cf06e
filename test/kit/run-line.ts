import { Readable } from 'node:stream';
import { type Host, openIo, type Sink } from '../../src/io/node.ts';
import { main } from '../../src/main.ts';

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Words of a command line: single and double quotes group, a backslash stands for itself. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

interface Captured {
  text: string;
  readonly sink: Sink;
}

function capture(): Captured {
  const captured: Captured = {
    text: '',
    sink: {
      write(text, written) {
        captured.text += text;
        written();
        return true;
      },
      on: () => undefined,
    },
  };
  return captured;
}

/** Runs `[NAME=value …] [npx] twogates …` in this process, over the real file system and captured streams. */
export async function runLine(line: string, at: { readonly cwd: string; readonly stdin?: string }): Promise<Ran> {
  const words = [...wordsOf(line)];
  // a command that a script names is found where it is found outside
  const env: Record<string, string> = { PATH: process.env.PATH ?? '' };
  for (let match = /^([A-Z_]+)=(.*)$/.exec(words[0] ?? ''); match !== null; match = /^([A-Z_]+)=(.*)$/.exec(words[0] ?? '')) {
    env[match[1] ?? ''] = match[2] ?? '';
    words.shift();
  }
  if (words[0] === 'npx') words.shift();
  if (words.shift() !== 'twogates') throw new Error(`not a twogates command line: ${line}`);
  const out = capture();
  const err = capture();
  const host: Host = { stdin: Readable.from([Buffer.from(at.stdin ?? '')]), stdout: out.sink, stderr: err.sink, env, cwd: () => at.cwd };
  const exit = await main(words, openIo(host));
  return { exit, stdout: out.text, stderr: err.text };
}
