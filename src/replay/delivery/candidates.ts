import type { Candidate } from '../../model/event/providers.ts';
import type { CandidatePart } from '../../model/observation/delivery.ts';

/** From the widest to the narrowest: the first that differs says most. */
export const candidateParts: readonly CandidatePart[] = ['provider', 'model', 'account', 'region'];

/** The first part by which two are not the same. An account or region that one of them does not say is not known to be another. */
export function differingPart(a: Candidate | undefined, b: Candidate | undefined): CandidatePart | undefined {
  if (a === undefined || b === undefined) return undefined;
  return candidateParts.find((part) => a[part] !== undefined && b[part] !== undefined && a[part] !== b[part]);
}
