import type { GivenWorkflow } from '../declare/declared.ts';
import type { Gates } from '../gates/gates.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { Choice } from '../readers/index.ts';
import type { Reader } from '../readers/reader.ts';
import type { Rule } from '../rules/rule.ts';
import type { LineCopies } from './copied-lines.ts';
import type { Openings } from './copied-runs.ts';
import type { Copies } from './copies.ts';
import type { GoingOn } from './going-on.ts';
import type { Part } from './part.ts';
import type { PayloadStore } from './payloads-store.ts';
import type { Piece } from './pieces.ts';
import type { ValueSubject } from './subject.ts';

export interface AuditInput {
  /** As the user wrote it. */
  readonly name: string;
  /** The (unpacked) bytes in order; a chunk holds its bytes only until the next is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** The first bytes, for what may be read twice: of several files of one ledger, the older one is read first. */
  head?(): Promise<Uint8Array>;
}

/** What every part of an audit needs besides the inputs. */
export interface ScanSettings {
  readonly given: GivenWorkflow | undefined;
  /** A declaration that is not shipped yet: what if it were in force? */
  readonly candidate: GivenWorkflow | undefined;
  readonly gates: { readonly open: Gates; readonly closed: Gates };
  readonly rules: readonly Rule[];
  /** Findings of one kind that are listed; all are counted. */
  readonly listed: number;
  /** A reader forced by its id, instead of the one that recognises the first records. */
  readonly forced: Reader | undefined;
  /** Finds the reader of an input by its first records. */
  choose(first: readonly JsonValue[], head: string): Choice;
  readonly subject: ValueSubject | undefined;
  /** Answered calls of open runs held in full, where another number than the machine's own is wanted. */
  readonly heldInFull?: number | undefined;
  /** What is kept outside of the ledger, where a store is given. */
  readonly payloads: PayloadStore | undefined;
}

/** What the inputs before have told. */
export interface Known {
  readonly calls: Copies | undefined;
  readonly openings: Openings;
  /** Digests of the last lines of chained ledgers. */
  readonly chainEnds: Set<string>;
  /** Files by the digest of their bytes. */
  readonly files: Map<string, string>;
  /** Records of runs that a later input may tell again; undefined where there is one input only. */
  readonly copied: LineCopies | undefined;
  /** Runs that a later input may go on with; undefined where there is one input only. */
  readonly goingOn: GoingOn | undefined;
  /** Inputs with such runs, by their positions. */
  readonly open: Map<number, ScannedInput>;
  /** What the inputs read before this one hold. */
  readonly before: { lines: number; bytes: number };
}

/** An input that was read to its end: its runs may go on in later ones. */
export interface ScannedInput {
  /** An event of one of its runs that another input records. */
  goOn(event: LedgerEvent, piece: Piece): void;
  /** Looks up the payloads that such events wait for. */
  flush(): Promise<void>;
  /** Nothing more follows: what is open stays open. */
  finish(): Part;
}
