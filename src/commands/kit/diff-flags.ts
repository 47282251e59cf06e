import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import { addJudgeOptions, addSourceOptions } from './audit-flags.ts';
import { addSubjectOptions, type SubjectFlags } from './subject-flags.ts';

export interface DiffFlags extends SubjectFlags {
  readonly declare?: readonly string[];
  readonly schemas?: readonly string[];
  readonly formats: 'assert' | 'annotate';
  readonly closed?: boolean;
  readonly strict?: boolean;
  readonly accept?: readonly string[];
  readonly format: 'terminal' | 'json';
}

function collectId(value: string, earlier: readonly string[] = []): readonly string[] {
  if (!/^[0-9a-f]{16}$/.test(value)) throw new InvalidArgumentError('An id is 16 hex digits, as diff prints it.');
  return [...earlier, value];
}

export function addDiffOptions(command: Commander, examples: string): Commander {
  return addJudgeOptions(addSourceOptions(addSubjectOptions(command)))
    .option(
      '--strict',
      'exit 1 when there are differences; between declarations: when one that is not accepted is breaking, undecidable or a description',
    )
    .option('--accept <id>', 'between declarations: this change is known and fails nothing (repeatable)', collectId)
    .addOption(new Option('--format <id>', 'how the differences are written').choices(['terminal', 'json']).default('terminal'))
    .addHelpText('after', examples);
}
