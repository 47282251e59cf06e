import type { Command } from './command.ts';
import type { AuditFlags } from './kit/audit-flags.ts';

const examples = `
Examples:
  $ twogates replay ledger.jsonl
  $ twogates replay ledger.jsonl --declare workflow.yaml --strict
  $ twogates replay recordings/ --strict
  $ twogates replay recordings/ --against new.tools.json --strict
  $ gunzip -c ledger.jsonl.gz | twogates replay - --format json --output report.json`;

/** Judges a recording: both gates once more, and every stage of a call against the next. */
export const replay: Command = {
  name: 'replay',
  summary: 'judge a recording: both gates once more, and every stage of a call against the next',
  async attach(command, io, finish) {
    const { addAuditOptions, watchPosture } = await import('./kit/audit-flags.ts');
    const postureOf = watchPosture(command);
    command
      .argument('<files...>', 'recordings, also gzip-compressed, folders and patterns of them; - is standard input')
      .option(
        '--against <path>',
        'a declaration that is not shipped yet: which recorded values would it newly reject or accept? (repeatable)',
        (value: string, earlier: readonly string[] = []) => [...earlier, value],
      );
    addAuditOptions(command, examples).action(async (files: readonly string[]) => {
      const flags = command.opts<AuditFlags & { readonly against?: readonly string[] }>();
      const posture = postureOf(flags);
      const { runAudit } = await import('./kit/audit-command.ts');
      finish(await runAudit({ command: 'replay', files, flags, posture, against: flags.against }, io));
    });
  },
};
