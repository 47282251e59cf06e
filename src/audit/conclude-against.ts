import type { Level } from '../model/finding.ts';
import type { AgainstReport } from '../model/report/against.ts';
import type { Conclusion } from './conclude.ts';

const namesShown = 3;

/** `against new.json: 2 values newly rejected, 1 newly accepted, 8 the same, 1 not in the candidate`. */
function againstWords({ candidates, total }: AgainstReport): string {
  const names = candidates.map(({ source }) => source);
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : '';
  const { newly_rejected, newly_accepted, same, unchecked, not_in_candidate } = total;
  const counts = [
    `${newly_rejected} ${newly_rejected === 1 ? 'value' : 'values'} newly rejected`,
    `${newly_accepted} newly accepted`,
    `${same} the same`,
    ...(unchecked === 0 ? [] : [`${unchecked} unchecked`]),
    ...(not_in_candidate === 0 ? [] : [`${not_in_candidate} not in the candidate`]),
  ];
  return `against ${names.slice(0, namesShown).join(', ')}${more}: ${counts.join(', ')}`;
}

/** A candidate that judged nothing, or, where everything is to be judged, not everything it declares, is not passed. */
function openWords({ total }: AgainstReport, failOn: Level): string | undefined {
  const { newly_rejected, newly_accepted, same, unchecked } = total;
  if (failOn !== 'deviation') return undefined;
  if (unchecked > 0) return `the candidate could not judge ${unchecked} of the recorded values`;
  return newly_rejected + newly_accepted + same === 0 ? 'the candidate declares nothing that is recorded here' : undefined;
}

/** What the audit itself comes to stays; values that would be newly rejected fail only where every deviation was asked to. */
export function concludeAgainst(own: Conclusion, against: AgainstReport, failOn: Level | undefined): Conclusion {
  const words = againstWords(against);
  const isRejecting = against.total.newly_rejected > 0;
  if (isRejecting && failOn === 'deviation') return { exit: 1, line: `${own.line}; ${words} → exit 1 (strict)` };
  const open = failOn === undefined || own.exit !== 0 ? undefined : openWords(against, failOn);
  if (open !== undefined) return { exit: 3, line: `${own.line}; ${words}; inconclusive: ${open} → exit 3` };
  const hint = isRejecting && own.exit === 0 ? ' (--strict to fail)' : '';
  return { exit: own.exit, line: `${own.line}; ${words} → exit ${own.exit}${hint}` };
}
