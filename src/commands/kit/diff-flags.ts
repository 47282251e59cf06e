import { type Command as Commander, Option } from 'commander';
import { addJudgeOptions, addSourceOptions } from './audit-flags.ts';
import { addSubjectOptions, type SubjectFlags } from './subject-flags.ts';

export interface DiffFlags extends SubjectFlags {
  readonly declare?: readonly string[];
  readonly schemas?: readonly string[];
  readonly formats: 'assert' | 'annotate';
  readonly closed?: boolean;
  readonly strict?: boolean;
  readonly format: 'terminal' | 'json';
}

export function addDiffOptions(command: Commander, examples: string): Commander {
  return addJudgeOptions(addSourceOptions(addSubjectOptions(command)))
    .option('--strict', 'exit 1 when there are differences')
    .addOption(new Option('--format <id>', 'how the differences are written').choices(['terminal', 'json']).default('terminal'))
    .addHelpText('after', examples);
}
