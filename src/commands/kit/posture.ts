import type { Command as Commander } from 'commander';
import type { Level } from '../../model/finding.ts';
import type { AuditFlags } from './audit-flags.ts';
import { UsageError } from './usage.ts';

/** The level this invocation fails on, and the flag that said so. */
export interface Posture {
  readonly failOn?: Level | undefined;
  readonly failOnBecause?: string | undefined;
}

/** Notes every posture flag as it is read: of `--strict --no-strict` the parser itself would quietly keep the last. */
export function watchPosture(command: Commander): (flags: Pick<AuditFlags, 'failOn'>) => Posture {
  const said = new Set<string>();
  for (const flag of ['strict', 'no-strict', 'fail-on']) command.on(`option:${flag}`, () => said.add(`--${flag}`));
  return (flags) => {
    const [first, second] = said;
    if (second !== undefined) throw new UsageError(`${first} and ${second} contradict each other (keep one of them)`);
    if (first === '--fail-on') return { failOn: flags.failOn, failOnBecause: `--fail-on ${flags.failOn}` };
    if (first === undefined) return {};
    return { failOn: first === '--strict' ? 'deviation' : 'breach', failOnBecause: first };
  };
}
