import type { Command } from './command.ts';

const examples = `
Examples:
  $ twogates explain
  $ twogates explain structure/wrong-type`;

/** Says what a finding's code means, why it matters and what to do. */
export const explain: Command = {
  name: 'explain',
  summary: 'say what a finding means, why it matters and what to do; alone, list all of them',
  async attach(command, io, finish) {
    command
      .argument('[code]', 'the code of a finding, for example drift/silent-repair')
      .addHelpText('after', examples)
      .action(async (code: string | undefined) => {
        const { explainCode, listCodes } = await import('./kit/explain-code.ts');
        await io.out(code === undefined ? listCodes() : explainCode(code));
        finish(0);
      });
  },
};
