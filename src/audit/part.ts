import type { Carry } from '../model/carry.ts';
import type { GateName } from '../model/delta.ts';
import type { Finding } from '../model/finding.ts';
import type { Recovery } from '../model/observation/base.ts';
import type { Spot } from '../model/record.ts';
import type { AgainstCounts, AgainstExample } from '../model/report/against.ts';
import type { UncheckedReport } from '../model/report/inputs.ts';
import type { Accommodation, AttemptChain } from '../model/report/stories.ts';
import type { Tally } from '../replay/tally.ts';
import type { SummaryRow } from './judge.ts';
import type { PayloadCounts } from './payloads.ts';
import type { Piece } from './pieces.ts';
import type { CountedKind } from './tally-findings.ts';

/** A finding on its way to the report, with what only the merge can decide. */
export interface PartFinding {
  readonly finding: Finding;
  /** What became of the attempts its value was one of: filled in while the part is scanned. */
  readonly recovery: Readonly<Recovery> | undefined;
  /** Position of the input; −1 for a finding in a given file. */
  readonly input: number;
  /** The rule is asked only where the source carries all of these… */
  readonly needs: readonly Carry[];
  /** …and not this. */
  readonly unless: Carry | undefined;
  /** What the run itself says it records; undefined: what the input turns out to carry decides. */
  readonly records: readonly Carry[] | undefined;
  /** Findings with the same key are one: the first in order stays. */
  readonly once: string | undefined;
  /** The level at which the finding's own run fails. */
  readonly isStrictRun: boolean;
}

export interface PartUnchecked {
  readonly input: number;
  readonly note: UncheckedReport;
}

export interface PartChain {
  readonly input: number;
  readonly row: AttemptChain;
}

/** One input as one part of an audit saw it. */
export interface PartInput {
  readonly file: string;
  /** The inputs that go on with its runs: places in them are places in the whole until the merge. */
  readonly pieces: readonly Piece[];
  readonly sha256: string;
  readonly bytes: number;
  readonly format: string | null;
  readonly title: string | null;
  /** "looks like FORMAT, but …", when no reader knows the input. */
  readonly nearest: string | undefined;
  readonly carries: readonly Carry[];
  /** Of the words of `carries`, those that depend on what was seen. */
  readonly seen: readonly Carry[];
  /** Names of the workflows that its runs declare: files of one workflow are of one plane. */
  readonly workflows: readonly string[];
  readonly records: number;
  readonly read: number;
  readonly unrelated: number;
  readonly unread: ReadonlyMap<string, number>;
  readonly unreadFirst: ReadonlyMap<string, Spot>;
  /** Where the input ends in a record that is cut short, if it does. */
  readonly torn: Spot | undefined;
  /** It is a ledger of lines that ends in an interrupted append: the writer goes on. */
  readonly isGrowing: boolean;
  readonly declarations: readonly SummaryRow[];
  /** Its requests declare a tool in several ways, and nothing tells whether they belong to one conversation. */
  readonly isUntold: boolean;
  readonly tally: Tally;
  /** Payloads asked for by their digests; all zero where no store is given. */
  readonly payloads: PayloadCounts;
  /** Free texts of content-free runs that were not searched for contents. */
  readonly unsearchedTexts: number;
  /** Where the first run with strict_mode opens, if any: offset and id. */
  readonly firstStrict: { readonly offset: number; readonly run: string } | undefined;
  readonly firstRun: { readonly offset: number; readonly run: string } | undefined;
}

/** Accommodations by server, tool, path and repair, with the order of their first and last places. */
export interface PartAccommodation {
  readonly row: Accommodation;
  readonly first: readonly [input: number, offset: number];
  readonly last: readonly [input: number, offset: number];
}

export interface PartExample {
  readonly input: number;
  readonly offset: number;
  readonly pointer: string;
  readonly example: AgainstExample;
}

/** What a candidate makes of the values of one tool at one gate, or of one step's answers. */
export interface PartAgainst {
  readonly gate: GateName;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly step?: string | undefined;
  readonly counts: AgainstCounts;
  readonly reasons: ReadonlyMap<string, number>;
  readonly examples: readonly PartExample[];
}

/** The audit of a part: a value that merges with the others to the same report, however many there are. */
export interface Part {
  readonly inputs: readonly PartInput[];
  /** The first of each kind. */
  readonly findings: readonly PartFinding[];
  /** How many there are of each kind, but for those that are told once: they are all in `findings`. */
  readonly counts: readonly CountedKind[];
  /** Runs with findings that are counted and not listed, as hashes. */
  readonly cutRuns: readonly number[];
  readonly unchecked: readonly PartUnchecked[];
  readonly accommodations: readonly PartAccommodation[];
  readonly chains: readonly PartChain[];
  /** Absent: no candidate was given. */
  readonly against?: readonly PartAgainst[] | undefined;
}
