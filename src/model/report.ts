import type { Delta, GateName, UncheckedReason } from './delta.ts';
import type { Carry } from './event.ts';
import type { Finding, Level, Severity } from './finding.ts';
import type { ExactNumber, JsonValue } from './json.ts';
import type { Place, Spot } from './record.ts';

export interface InputReport {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Reader id, or null when no reader knows the input. */
  readonly format: string | null;
  readonly records: number;
  readonly read: number;
  /** Records understood and not about tools. */
  readonly unrelated: number;
  /** Records or parts not understood, by kind. */
  readonly unread: Readonly<Record<string, number>>;
  /** Where the first of each kind stands. Absent: none was. */
  readonly unread_first?: Readonly<Record<string, Spot>> | undefined;
  /** Where the input ends in a record that is cut short: it was not read. Absent: it does not. */
  readonly torn?: Spot | undefined;
  /** Runs that begin in it. */
  readonly runs: number;
  /** Files whose runs it goes on with: these are judged and counted there. Absent: none. */
  readonly goes_on?: readonly string[] | undefined;
  readonly carries: readonly Carry[];
}
export interface DeclarationReport {
  /** A file given on the command line, or the input that declares it. */
  readonly source: string;
  readonly sha256: string;
  readonly server: string | null;
  readonly tools: number;
  readonly steps: number;
  readonly scope: 'closed' | 'open';
  /** Dialects of its schemas with the reason each was used. */
  readonly dialects: readonly string[];
}
export interface UncheckedReport {
  readonly at: Place;
  readonly run?: string | undefined;
  readonly call?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly step?: string | undefined;
  readonly gate: GateName;
  readonly reason: UncheckedReason;
  readonly detail: string;
}
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
export interface Accommodation {
  readonly server: string | null;
  readonly tool: string | null;
  readonly path: string;
  readonly repair: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
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
interface PromiseCounts {
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
/** Of all accommodations, the one change of a schema that would remove most. */
export interface LeadingAccommodation {
  readonly server: string | null;
  readonly tool: string | null;
  readonly path: string;
  readonly repair: string;
  readonly count: number;
  readonly of: number;
  readonly change: string;
}
/** One attempt at something: a call, a result or an answer that was put before a gate. */
export interface ChainAttempt {
  readonly line: number;
  /** Its file, where the chain begins in another one. */
  readonly file?: string | undefined;
  /** The number the record gives it. */
  readonly attempt?: number | undefined;
  readonly call?: string | undefined;
  readonly tool?: string | undefined;
  readonly verdict: 'pass' | 'fail' | 'unchecked' | 'no-contract';
  /** Who stopped it, where it was stopped. */
  readonly stopped_by?: 'gate' | 'host' | undefined;
  readonly deviations: number;
  /** The first difference, as kind and path. */
  readonly first?: { readonly kind: string; readonly path: string } | undefined;
}
/**
 * recovered: a later attempt passed · exhausted: stopped where nothing may follow · abandoned: no further attempt was made · accepted: one of
 * them went through all the same · open: the run has not ended · unknown: nothing says whether the last one was as declared.
 */
export const chainEnds = ['recovered', 'exhausted', 'abandoned', 'accepted', 'open', 'unknown'] as const;
export type ChainEnd = (typeof chainEnds)[number];
/** Attempts at one thing, from the first that was stopped to the last (ledger.md §1). */
export interface AttemptChain {
  readonly at: Place;
  readonly run: string;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly agent?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** Critiques that are allowed; null: no bound is declared, the length is all that is said. */
  readonly bound: number | null;
  readonly critiques: number;
  readonly end: ChainEnd;
  /** All attempts; `attempts` lists the first ones. */
  readonly length: number;
  readonly attempts: readonly ChainAttempt[];
}
export interface ChainsReport {
  readonly total: number;
  readonly ends: Readonly<Record<ChainEnd, number>>;
  /** Attempts of the longest. */
  readonly longest: number;
  /** The first 1,000. */
  readonly rows: readonly AttemptChain[];
}

export interface LevelReport {
  readonly fails_on: Level;
  readonly decided_by: string;
}

/** What a declaration that is not shipped yet would make of a recorded value, compared with the one in force. */
export type AgainstChange = 'newly_rejected' | 'newly_accepted' | 'same' | 'unchecked' | 'not_in_candidate';
export type AgainstCounts = Readonly<Record<AgainstChange, number>>;
export interface AgainstExample {
  readonly change: 'newly_rejected' | 'newly_accepted';
  readonly at: Place;
  readonly run?: string | undefined;
  readonly call?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  /** Newly rejected: the difference from the candidate. Newly accepted: the one from what is in force. */
  readonly deltas: readonly Delta[];
  /** Deltas beyond those listed. */
  readonly more: number;
}
export interface AgainstRow {
  readonly gate: GateName;
  readonly server: string | null;
  /** Null for answers, which belong to a step. */
  readonly tool: string | null;
  readonly step: string | null;
  readonly counts: AgainstCounts;
  /** Why values were unchecked. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The first three of each change. */
  readonly examples: readonly AgainstExample[];
}
/** What-if replay (`--against`). */
export interface AgainstReport {
  readonly candidates: readonly { readonly source: string; readonly sha256: string; readonly tools: number; readonly steps: number }[];
  readonly total: AgainstCounts;
  readonly rows: readonly AgainstRow[];
}

/** How often records named a payload by its digest, and what the payload store had for it. */
export interface PayloadReport {
  /** As the user wrote it. */
  readonly store: string;
  readonly named: number;
  readonly read: number;
  readonly missing: number;
  /** There, and not to be used: other bytes than the name says, too large, no regular file, or not UTF-8. */
  readonly unusable: number;
}

/** Report v1: the one result that every output format renders. Published as schemas/report-v1.schema.json. */
export interface Report {
  readonly report: 1;
  readonly tool: { readonly name: 'twogates'; readonly version: string };
  readonly command: 'validate' | 'replay' | 'lint';
  readonly level: LevelReport;
  readonly options: Readonly<Record<string, JsonValue>>;
  readonly inputs: readonly InputReport[];
  readonly declarations: readonly DeclarationReport[];
  /** The first 10,000 of each code. */
  readonly findings: readonly Finding[];
  /** Further findings, by code: counted everywhere, and not listed. Absent: none. */
  readonly omitted?: Readonly<Record<string, number>> | undefined;
  readonly calls: CallCounts;
  readonly outputs: OutputCounts;
  readonly coverage: { readonly input: GateCoverage; readonly output: GateCoverage };
  /** The first 10,000; the counts in coverage are exact. */
  readonly unchecked: readonly UncheckedReport[];
  readonly not_asked: readonly { readonly code: string; readonly because: string }[];
  readonly layers: { readonly structure: LayerReport; readonly policy: LayerReport; readonly attestation: LayerReport };
  readonly promises: PromiseCounts;
  /** Absent: every answer with a contract kept the highest promise. */
  readonly answers_stopped?: StopCounts | undefined;
  /** Attempts at answers that failed. Absent: none did, or no call was followed (`validate`). */
  readonly failed_branches?: FailedBranches | undefined;
  /** Payloads named by their digests, looked up in a store (--payloads). Absent: no store was given. */
  readonly payloads?: PayloadReport | undefined;
  /** What hosts themselves answered: calls refused as invalid (or of an unknown tool), and calls denied by a person, a hook or a policy. Absent: none. */
  readonly host_verdicts?:
    | {
        readonly refused_as_invalid: number;
        readonly denied: number;
        readonly denied_by: { readonly human: number; readonly hook: number; readonly host: number };
      }
    | undefined;
  readonly accommodations: readonly Accommodation[];
  /** Absent: there are fewer than two accommodations. */
  readonly leading_accommodation?: LeadingAccommodation | undefined;
  /** Absent: nothing was stopped. */
  readonly chains?: ChainsReport | undefined;
  readonly summary: Summary;
  /** Absent: no candidate was given. */
  readonly against?: AgainstReport | undefined;
  /** The last line a person reads: counts and the exit code in words. */
  readonly conclusion: string;
  readonly exit: 0 | 1 | 3;
}

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
