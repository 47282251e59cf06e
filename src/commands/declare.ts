import type { Command } from './command.ts';
import type { DeclareFlags } from './kit/declare-command.ts';

const examples = `
Examples:
  $ twogates declare recording.jsonl --output tools.lock.json
  $ twogates declare billing.tools.json crm.tools.json
  $ twogates declare --output tools.lock.json -- npx -y @example/mcp-server --read-only
  $ twogates replay recording.jsonl --declare tools.lock.json

What follows -- is RUN, as you give it and without a shell: it must be an MCP server that speaks over standard input
and output. Its tools are listed, none is called, and after 30 seconds it is killed. No other command runs anything.

Exit codes:
  0   the lock is written
  2   called wrongly, nothing is declared, or the declarations contradict each other`;

/** Pins declarations: one lock file with every tool and its digest, to compare recordings with. */
export const declare: Command = {
  name: 'declare',
  summary: 'write a lock file of the tools that recordings, declarations or a live MCP server declare',
  async attach(command, io, finish, argv) {
    command
      .argument('[inputs...]', 'recordings and declarations, also folders and patterns of them; or -- and the command of an MCP server')
      .option('--output <lock>', 'write the lock to LOCK instead of standard output')
      .option('--server <name>', 'the server whose tools these are, where the input names none; of a live server instead of its own name')
      .addHelpText('after', examples)
      .action(async (words: readonly string[]) => {
        const { runDeclare } = await import('./kit/declare-command.ts');
        const cut = argv.indexOf('--');
        const server = cut < 0 ? undefined : argv.slice(cut + 1);
        const inputs = words.slice(0, words.length - (server?.length ?? 0));
        finish(await runDeclare({ inputs, command: server, flags: command.opts<DeclareFlags>() }, io));
      });
  },
};
