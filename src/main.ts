import { CommanderError } from 'commander';
import { commands } from './commands/index.ts';
import { calledWrongly, internalError } from './commands/kit/exit-codes.ts';
import { createProgram, type Said } from './commands/kit/program.ts';
import { UsageError } from './commands/kit/usage.ts';
import { type Io, IoFailure } from './io/io.ts';
import { escapeControl } from './text/escape.ts';

/** Runs one command line and resolves to the exit code. Never exits, never throws: every failure is one line on standard error. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await run(argv, io);
  } catch (error) {
    return await complain(error, io);
  }
}

async function run(argv: readonly string[], io: Io): Promise<number> {
  const { program, said, exit } = await createProgram(commands, argv, io);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    await say(said, io);
    // Help and version leave by the same door with code 0; every complaint of the parser is a wrong call.
    return error.exitCode === 0 ? 0 : calledWrongly;
  }
  return exit();
}

async function say(said: Said, io: Io): Promise<void> {
  await io.out(said.out);
  await io.err(said.err);
}

async function complain(error: unknown, io: Io): Promise<number> {
  const isWrongCall = error instanceof UsageError || error instanceof IoFailure;
  const reason = error instanceof Error ? error.message : String(error);
  const line = isWrongCall ? reason : `internal error: ${reason} (a bug in twogates: please report it with the command line)`;
  try {
    await io.err(`twogates: ${escapeControl(line)}\n`);
  } catch {
    // Standard error cannot be written either: the exit code is all that is left to say it with.
  }
  return isWrongCall ? calledWrongly : internalError;
}
