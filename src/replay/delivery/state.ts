import type { Authorization } from './authorizations.ts';
import type { Branch } from './branch.ts';
import type { ContractChain } from './contract.ts';
import { nothingSafe, openDocuments, type RunDocuments, type Safe } from './early.ts';
import { openPlans, type RunPlans } from './plans.ts';
import type { Sent } from './size.ts';

/** Plans, attempts and promises of an open run's steps: digests, names and numbers, never a record; all of it goes with the run. */
export interface RunDelivery {
  readonly plans: RunPlans;
  readonly chains: Map<string, ContractChain>;
  /** By step and instance, as the chains are. */
  readonly branches: Map<string, Branch>;
  readonly authorizations: Map<string, Authorization>;
  readonly documents: RunDocuments;
  /** What left in parts, by step and instance; only where a delivery has a limit. */
  readonly sent: Map<string, Sent>;
  readonly safe: Safe;
}

export const openDelivery = (): RunDelivery => ({
  plans: openPlans(),
  chains: new Map(),
  branches: new Map(),
  authorizations: new Map(),
  documents: openDocuments(),
  sent: new Map(),
  safe: nothingSafe(),
});
