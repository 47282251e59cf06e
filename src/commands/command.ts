import type { Command as Commander } from 'commander';
import type { Io } from '../io/io.ts';

/** A subcommand: one file here, one line in index.ts, fixtures in fixtures/commands/<name>-*.txt. */
export interface Command {
  readonly name: string;
  /** One line for the list in `twogates --help`. */
  readonly summary: string;
  /**
   * Adds arguments, options, examples and the action, which hands its exit code to `finish`.
   * `argv` are the words of the whole command line, for what the parser does not tell: where `--` stood.
   * Asked only when the command is named, so that what it loads costs nobody else anything.
   */
  attach(command: Commander, io: Io, finish: (exit: number) => void, argv: readonly string[]): Promise<void>;
}
