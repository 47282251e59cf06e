import { Option } from 'commander';
import type { Command } from './command.ts';

const examples = `
Examples:
  $ twogates formats
  $ twogates formats --format json`;

/** Lists the recordings that can be read, and what each of them can and cannot carry. */
export const formats: Command = {
  name: 'formats',
  summary: 'list the recordings that can be read, and what each of them can carry at all',
  async attach(command, io, finish) {
    command
      .addOption(new Option('--format <id>', 'how the list is written').choices(['terminal', 'json']).default('terminal'))
      .addHelpText('after', examples)
      .action(async () => {
        const { formatsJson, formatsTable } = await import('./kit/format-list.ts');
        await io.out(command.opts<{ readonly format: string }>().format === 'json' ? formatsJson() : formatsTable(io.columns));
        finish(0);
      });
  },
};
