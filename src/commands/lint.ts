import type { Command } from './command.ts';
import type { LintFlags } from './kit/lint-flags.ts';

const examples = `
Examples:
  $ twogates lint billing.tools.json
  $ twogates lint workflow.yaml --format json
  $ twogates lint schemas/ --schemas https://example.com/schemas/=./shared

What keeps a schema from being applied fails; everything else is a remark.`;

/** Looks at declarations alone: what cannot be applied, and what promises less than its reader thinks. */
export const lint: Command = {
  name: 'lint',
  summary: 'look at declarations alone: what cannot be applied, and what promises less than it seems to',
  async attach(command, io, finish) {
    const { addLintOptions } = await import('./kit/lint-flags.ts');
    const { watchPosture } = await import('./kit/audit-flags.ts');
    const postureOf = watchPosture(command);
    command.argument('<declarations...>', 'workflow files, tool lists of any provider, schemas, or folders of them');
    addLintOptions(command, examples).action(async (paths: readonly string[]) => {
      const flags = command.opts<LintFlags>();
      const posture = postureOf(flags);
      const { runLint } = await import('./kit/lint-command.ts');
      finish(await runLint({ paths, flags, posture }, io));
    });
  },
};
