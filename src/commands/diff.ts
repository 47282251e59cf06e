import type { Command } from './command.ts';
import type { DiffFlags } from './kit/diff-flags.ts';

const examples = `
Examples:
  $ twogates diff call.json --tool process_refund --declare billing.tools.json
  $ twogates diff answer.json --schema expense.schema.json
  $ twogates diff proposed.json executed.json --strict
  $ twogates diff old.tools.json new.tools.json --strict
  $ twogates diff tools.lock.json tools.json --strict --accept 0123456789abcdef

Differences exit 0, and 1 under --strict; a value that cannot be judged exits 3.`;

/** Shows the smallest set of differences between a value and its declaration, two values, or two sets of declarations. */
export const diff: Command = {
  name: 'diff',
  summary: 'show the smallest set of differences: a value and its declaration, two values, or two declarations',
  async attach(command, io, finish) {
    const { addDiffOptions } = await import('./kit/diff-flags.ts');
    command.argument('<file>', 'a JSON value or a declaration; - is standard input').argument('[after]', 'a second one to compare it with');
    addDiffOptions(command, examples).action(async (before: string, after: string | undefined) => {
      const { runDiff } = await import('./kit/diff-command.ts');
      finish(await runDiff({ before, after, flags: command.opts<DiffFlags>() }, io));
    });
  },
};
