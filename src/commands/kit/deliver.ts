import type { Io } from '../../io/io.ts';
import type { Look } from '../../model/look.ts';
import { UsageError } from './usage.ts';

/** How the output should look: an explicit flag first, then FORCE_COLOR, NO_COLOR (no-color.org), then whether a terminal is there. */
export function lookOf(flags: { readonly color: boolean; readonly values: Look['values']; readonly output?: string }, io: Io): Look {
  const width = flags.output === undefined ? io.columns : undefined;
  return { color: flags.color && wantsColor(io, width !== undefined), width, values: flags.values };
}

function wantsColor(io: Io, isTerminal: boolean): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: term } = io.env;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (refused !== undefined && refused !== '') return false;
  return isTerminal && term !== 'dumb';
}

/** A report must never overwrite the evidence it is about: no input by any of its names, and nothing in a folder that is read. */
export async function protectInputs(output: string | undefined, inputs: readonly string[], io: Io): Promise<void> {
  if (output === undefined) return;
  const target = await io.look(output);
  if (target.kind === 'missing') return;
  const path = await io.realPath(output);
  for (const input of inputs) {
    if (input === '-') continue;
    const { kind, identity } = await io.look(input);
    if (kind === 'missing') continue;
    const real = await io.realPath(input);
    if (real === path || (kind === 'file' && identity !== undefined && identity === target.identity))
      throw new UsageError(`${output}: is an input (choose another file for --output)`);
    if (kind === 'directory' && path.startsWith(`${real}/`))
      throw new UsageError(`${output}: stands in ${input}, which is read (choose another file for --output)`);
  }
}

/** Writes the report to the file if one is named, and then only its closing line to standard output. */
export async function deliver(text: string, conclusion: string, output: string | undefined, io: Io): Promise<void> {
  if (output === undefined) return io.out(text);
  await io.writeFile(output, text);
  await io.out(`${conclusion}\n`);
}
