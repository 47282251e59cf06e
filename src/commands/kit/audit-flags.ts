import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import { type Allowable, allowables } from '../../model/delta.ts';
import type { Level } from '../../model/finding.ts';
import type { Look } from '../../model/look.ts';
import { reports } from '../../reports/index.ts';
import { exitCodeHelp } from './exit-codes.ts';

export { watchPosture } from './posture.ts';

/** The options of `validate` and `replay`, as the parser leaves them. */
export interface AuditFlags {
  readonly declare?: readonly string[];
  readonly schemas?: readonly string[];
  readonly strict?: boolean;
  readonly failOn?: Level;
  readonly allowUnchecked?: readonly Allowable[];
  readonly formats: 'assert' | 'annotate';
  readonly closed?: boolean;
  readonly from?: string;
  readonly payloads?: string;
  readonly format: string;
  readonly output?: string;
  readonly values: Look['values'];
  readonly color: boolean;
}

export const levels: readonly Level[] = ['evidence', 'breach', 'drift', 'deviation'];

/** A repeatable option. */
function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

function collectReason(value: string, earlier: readonly Allowable[] = []): readonly Allowable[] {
  const reason = allowables.find((known) => known === value);
  if (reason === undefined) throw new InvalidArgumentError(`Allowed reasons are ${allowables.join(', ')}.`);
  return [...earlier, reason];
}

/** Where declarations and schemas come from. */
export function addSourceOptions(command: Commander): Commander {
  return addSchemasOption(
    command.option(
      '--declare <path>',
      'a workflow file, a tool list of any provider, a lock file, or a folder of schemas (repeatable)',
      collect,
    ),
  );
}

export function addSchemasOption(command: Commander): Commander {
  return command.option(
    '--schemas <dir>',
    'schemas that a $ref may lead to, every *.json under DIR by its $id; BASE_URI=DIR names them by BASE_URI and relative path (repeatable; never a network)',
    collect,
  );
}

/** How a schema is applied. */
export function addJudgeOptions(command: Commander): Commander {
  return command
    .addOption(new Option('--formats <mode>', 'what "format" does to a value').choices(['assert', 'annotate']).default('assert'))
    .option('--closed', 'fields that an open object does not declare are failures, not notes');
}

/** How the report looks and where it goes. */
export function addLookOptions(command: Commander): Commander {
  return command
    .addOption(new Option('--format <id>', 'report format').choices(reports.map(({ id }) => id)).default('terminal'))
    .option('--output <file>', 'write the report to FILE; standard output gets the closing line only')
    .addOption(
      new Option('--values <mode>', 'how recorded values appear: as they are, by type only, or as short digests')
        .choices(['show', 'type', 'hash'])
        .default('show'),
    )
    .option('--no-color', 'no colours (NO_COLOR and FORCE_COLOR are heeded too)');
}

/** Adds the options that `validate` and `replay` share, and ends the help with examples and exit codes. */
export function addAuditOptions(command: Commander, examples: string): Commander {
  addSourceOptions(command)
    .option('--strict', 'fail on every deviation, stopped or not: --fail-on deviation')
    .option('--no-strict', 'fail only on breaches and broken evidence: --fail-on breach')
    .addOption(
      new Option('--fail-on <level>', 'the least severe level that fails; by default each run is judged by its own strict_mode').choices(
        levels,
      ),
    )
    .option(
      '--allow-unchecked <reason>',
      'what is unchecked for this reason does not make the audit inconclusive (repeatable)',
      collectReason,
    )
    .option(
      '--payloads <dir>',
      'what a content-free ledger withholds: files named by the SHA-256 of their bytes, read only where a record names their digest',
    )
    .option('--from <id>', 'read the input as this format (twogates formats lists them) instead of recognising it');
  return addLookOptions(addJudgeOptions(command)).addHelpText('after', `${examples}\n${exitCodeHelp}`);
}
