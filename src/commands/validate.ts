import type { Command } from './command.ts';
import type { AuditFlags } from './kit/audit-flags.ts';
import type { SubjectFlags } from './kit/subject-flags.ts';

const examples = `
Examples:
  $ twogates validate ledger.jsonl
  $ twogates validate call.json --tool process_refund --declare billing.tools.json
  $ twogates validate answer.json --schema expense.schema.json --format json`;

/** Asks both gates about every recorded value, or about one value given alone. */
export const validate: Command = {
  name: 'validate',
  summary: 'ask both gates about recorded calls and answers, or about one value given alone',
  async attach(command, io, finish) {
    const { addAuditOptions, watchPosture } = await import('./kit/audit-flags.ts');
    const { addSubjectOptions } = await import('./kit/subject-flags.ts');
    const postureOf = watchPosture(command);
    command.argument(
      '<files...>',
      'recordings, also gzip-compressed, folders and patterns of them, or one JSON value; - is standard input',
    );
    addAuditOptions(addSubjectOptions(command), examples).action(async (files: readonly string[]) => {
      const flags = command.opts<AuditFlags & SubjectFlags>();
      const posture = postureOf(flags);
      const { requireOneValue, subjectOf } = await import('./kit/subject.ts');
      requireOneValue(flags, files);
      const { runAudit } = await import('./kit/audit-command.ts');
      const isOneValue = (flags.tool ?? flags.schema) !== undefined;
      const order = { command: 'validate', files, flags, posture, isOneValue } as const;
      finish(await runAudit({ ...order, subjectOf: (given) => subjectOf(flags, given, io) }, io));
    });
  },
};
