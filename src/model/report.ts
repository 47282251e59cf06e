import type { Finding } from './finding.ts';
import type { JsonValue } from './json.ts';
import type { AgainstReport } from './report/against.ts';
import type {
  CallCounts,
  FailedBranches,
  GateCoverage,
  LayerReport,
  LevelReport,
  OutputCounts,
  PromiseCounts,
  StopCounts,
  Summary,
} from './report/counts.ts';
import type { DeclarationReport, InputReport, PayloadReport, UncheckedReport } from './report/inputs.ts';
import type { Accommodation, ChainsReport, LeadingAccommodation } from './report/stories.ts';

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
