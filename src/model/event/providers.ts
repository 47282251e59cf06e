import type { EventBase } from './base.ts';

/** Who answers: a generation of a model, at an account, in a region. */
export interface Candidate {
  readonly provider: string;
  readonly model: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** What is known of a candidate and a combination of capabilities. */
export interface CapabilityEvidence {
  /** The capabilities together; undefined: all that are required. */
  readonly combination?: readonly string[] | undefined;
  /** Written as one text: if it names no capability at all it is a name for the whole. */
  readonly isLabel?: boolean | undefined;
  readonly state?: string | undefined;
}

/** A candidate was chosen for what a step requires, or none could be. */
export interface Planned extends EventBase {
  readonly kind: 'planned';
  readonly isRefused: boolean;
  readonly mandatory: readonly string[];
  readonly preferred: readonly string[];
  readonly candidate?: Candidate | undefined;
  readonly evidence: readonly CapabilityEvidence[];
  readonly contractSha256?: string | undefined;
}

export interface Cost {
  /** Decimal text of usual size, so that it can be added; undefined where only tokens are counted. */
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

export interface ProviderCalled extends EventBase {
  readonly kind: 'provider-called';
  readonly candidate?: Candidate | undefined;
  readonly isProbe: boolean;
  /** The capabilities that are recorded as in effect in the request as sent. Absent: nothing is recorded of it. */
  readonly inEffect?: readonly string[] | undefined;
  /** Those of which something is recorded that is neither yes nor no. `any`: what is recorded is no list and no object. */
  readonly unclearEffect?: readonly string[] | 'any' | undefined;
  readonly contractSha256?: string | undefined;
  readonly cost?: Cost | undefined;
}
