import type { CapabilityEvidence } from '../../model/event/providers.ts';
import type { CapabilityUnproven } from '../../model/observation/delivery.ts';

export type Unproven = CapabilityUnproven['because'];

/** How much of what is required an entry speaks of. */
type Reach = 'none' | 'some' | 'all';

function reachOf({ combination, isLabel }: CapabilityEvidence, mandatory: ReadonlySet<string>): Reach {
  if (combination === undefined) return 'all';
  const named = new Set(combination.filter((name) => mandatory.has(name)));
  if (named.size === mandatory.size) return 'all';
  if (named.size === 0) return isLabel === true ? 'all' : 'none';
  return 'some';
}

/** Whether every capability is verified by itself: which says nothing of all of them at once. */
function isVerifiedEach(evidence: readonly CapabilityEvidence[], mandatory: ReadonlySet<string>): boolean {
  const verified = new Set(evidence.flatMap(({ state, combination }) => (state === 'verified' ? (combination ?? []) : [])));
  return [...mandatory].every((name) => verified.has(name));
}

/**
 * What stands against a candidate; undefined: one entry shows all that is mandatory, together. A capability that somebody found absent
 * is absent whatever else is said, and a state of any other word is as good as unknown.
 */
export function whyUnproven(mandatory: ReadonlySet<string>, evidence: readonly CapabilityEvidence[]): Unproven | undefined {
  if (mandatory.size === 0) return undefined;
  if (evidence.length === 0) return 'no-evidence';
  const told = evidence.map((entry) => ({ state: entry.state, reach: reachOf(entry, mandatory) })).filter(({ reach }) => reach !== 'none');
  if (told.some(({ state }) => state === 'absent')) return 'absent';
  if (told.some(({ state, reach }) => state === 'verified' && reach === 'all')) return undefined;
  if (told.some(({ state }) => state !== 'verified')) return 'unknown';
  return isVerifiedEach(evidence, mandatory) ? 'combination' : 'no-evidence';
}
