import type { Severity } from './finding.ts';

/** What a report needs to know of a rule. */
export interface RulePage {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

export type RuleCatalogue = ReadonlyMap<string, RulePage>;

/** How the output should look: everything a renderer may depend on besides the report. */
export interface Look {
  readonly color: boolean;
  /** Columns of the terminal; undefined when the output is no terminal. */
  readonly width: number | undefined;
  /** How recorded values appear: as they are, by type, or as a short digest. */
  readonly values: 'show' | 'type' | 'hash';
}
