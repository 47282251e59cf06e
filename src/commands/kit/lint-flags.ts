import { type Command as Commander, Option } from 'commander';
import { type AuditFlags, addLookOptions, addSchemasOption, levels } from './audit-flags.ts';
import { exitCodeHelp } from './exit-codes.ts';

/** The options of `lint`, as the parser leaves them. */
export type LintFlags = Pick<AuditFlags, 'schemas' | 'strict' | 'failOn' | 'format' | 'output' | 'values' | 'color'>;

export function addLintOptions(command: Commander, examples: string): Commander {
  addSchemasOption(command)
    .option('--strict', 'fail on every schema that cannot be applied: --fail-on deviation, the default here')
    .option('--no-strict', 'fail on nothing that a declaration alone can show: --fail-on breach')
    .addOption(new Option('--fail-on <level>', 'the least severe level that fails').choices(levels));
  return addLookOptions(command).addHelpText('after', `${examples}\n${exitCodeHelp}`);
}
