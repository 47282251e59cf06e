import type { Level } from '../finding.ts';
import type { ExactNumber } from '../json.ts';

export interface GateCoverage {
  readonly checked: number;
  readonly unchecked: number;
  readonly no_contract: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** Null: no input records this stage; never the same as 0. */
export interface CallCounts {
  readonly proposed: number | null;
  /** Calls that only their execution shows: judged, and no proposal of them is recorded. Absent: none. */
  readonly unproposed?: number | undefined;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly unchecked: number | null;
  /** Recorded authorisations, whose signatures are not checked. Absent: none is recorded. */
  readonly authorized?: number | undefined;
  readonly executed: number | null;
  readonly returned: number | null;
  readonly committed: number | null;
  readonly unexplained: number | null;
}

export interface OutputCounts {
  readonly passed: number;
  readonly failed: number;
  readonly unchecked: number;
  readonly no_contract: number;
  /** Error results, exempt from the output gate. */
  readonly errors: number;
}

export interface LayerReport {
  readonly verdict: 'pass' | 'fail' | 'not-evidenced';
  readonly evidence: string;
}

export interface Summary {
  readonly broken: number;
  readonly failure: number;
  readonly note: number;
  /** Findings at the root of a cause chain, notes not counted. */
  readonly incidents: number;
  readonly deviations: {
    readonly total: number;
    /** Values (calls, results, answers) that hold them. */
    readonly values: number;
    readonly stopped: number;
    readonly went_through: number;
    readonly refused: number;
    readonly errored: number;
    readonly accepted: number;
    readonly unknown: number;
    readonly recovered: number;
  };
}

/** Answers with a declared contract, each counted at the highest promise it kept. */
export interface PromiseCounts {
  readonly json_looking: number;
  readonly json: number;
  readonly schema_valid: number;
}

/** Why answers stopped short of the highest promise: what the provider says of the end is asked first, then the gate. */
export interface StopCounts {
  readonly refused: number;
  readonly truncated: number;
  readonly malformed_call: number;
  readonly not_json: number;
  readonly not_as_declared: number;
  readonly unchecked: number;
}

/** What failed attempts at answers of steps cost, as far as it is recorded: null is not 0. Sums are exact. */
export interface FailedBranches {
  readonly attempts: number;
  readonly cost: {
    readonly input_tokens: number | ExactNumber | null;
    readonly output_tokens: number | ExactNumber | null;
    /** One for each currency, in decimal text; the currency is null where none is recorded. Null: no amount is recorded. */
    readonly amounts: readonly { readonly currency: string | null; readonly amount: string }[] | null;
  };
}

export interface LevelReport {
  readonly fails_on: Level;
  readonly decided_by: string;
}
