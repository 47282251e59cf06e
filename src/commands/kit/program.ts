import { Command as Commander } from 'commander';
import type { Io } from '../../io/io.ts';
import { escapeControl } from '../../text/escape.ts';
import type { Command } from '../command.ts';
import { exitCodeHelp } from './exit-codes.ts';
import { version } from './version.ts';

const description =
  'Checks recorded AI tool calls and structured outputs against what was declared, and shows where recorded behaviour drifted from the declaration.';

const examples = `
Examples:
  $ twogates replay ledger.jsonl                             judge a recording by what it declares itself
  $ twogates replay ledger.jsonl --declare workflow.yaml     and compare that with what you declared
  $ twogates validate ledger.jsonl --strict --format json    every deviation fails; a report for machines
  $ twogates diff call.json --tool refund --declare tools.json
  $ twogates declare ledger.jsonl --output tools.lock.json   pin what was declared, to compare with later
  $ twogates explain drift/silent-repair`;

/** What the parser prints, kept until it can be written: commander writes synchronously, the door does not. */
export interface Said {
  out: string;
  err: string;
}

/** Control characters in an argument must not reach the terminal; the parser's own line ends may. */
function safe(text: string): string {
  return text.split('\n').map(escapeControl).join('\n');
}

/** Helps are the same everywhere but for the width of the terminal. */
function settle(command: Commander, io: Io, said: Said): Commander {
  return command
    .exitOverride()
    .showHelpAfterError(`(twogates ${command.name() === 'twogates' ? '' : `${command.name()} `}--help lists what there is)`)
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => {
        said.out += text;
      },
      writeErr: (text) => {
        said.err += safe(text);
      },
      outputError: (text, write) => write(text.replace(/^error: /, 'twogates: ')),
      getOutHelpWidth: () => Math.min(io.columns ?? 100, 120),
      getErrHelpWidth: () => Math.min(io.columns ?? 100, 120),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
}

/**
 * The whole command line. Only the commands that `argv` names are attached in full: the others would load
 * what this invocation does not need.
 */
export async function createProgram(
  commands: readonly Command[],
  argv: readonly string[],
  io: Io,
): Promise<{ readonly program: Commander; readonly said: Said; readonly exit: () => number }> {
  const said: Said = { out: '', err: '' };
  let exit = 0;
  const finish = (code: number): void => {
    exit = code;
  };
  const program = settle(new Commander('twogates'), io, said)
    .description(description)
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', `${examples}\n${exitCodeHelp}`);
  for (const command of commands) {
    const attached = settle(new Commander(command.name), io, said).summary(command.summary).helpOption('-h, --help', 'print this help');
    attached.description(command.summary);
    if (argv.includes(command.name)) await command.attach(attached, io, finish, argv);
    program.addCommand(attached);
  }
  return { program, said, exit: () => exit };
}
