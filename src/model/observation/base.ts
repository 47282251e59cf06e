import type { Carry } from '../carry.ts';
import type { StageName } from '../finding.ts';
import type { JsonValue } from '../json.ts';
import type { Observation } from '../observation.ts';
import type { SourceRecord } from '../record.ts';

/** Where an observation points: a value, or the key that leads to it, inside a record. */
export interface Site {
  readonly record: SourceRecord;
  /** JSON Pointer into the record; the empty pointer is the whole event (column of its first character). */
  readonly pointer: string;
  readonly part: 'value' | 'key';
  /** UTF-16 index inside the text that stands at `pointer`, when the checked value is written in a string. */
  readonly textIndex?: number | undefined;
  /** True when `textIndex` is wanted but `path` must first be found inside the text: the pointer into that text. */
  readonly textPath?: string | undefined;
}

/** Whose life it is: the facts a finding repeats. */
export interface Subject {
  readonly run: string;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  readonly call?: string | undefined;
  readonly agent?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

/** One stage of a story as an observation shows it. */
export interface StageView {
  readonly stage: StageName;
  readonly record: SourceRecord;
  readonly value?: JsonValue | undefined;
}

export interface ObservationBase {
  readonly site: Site;
  readonly subject: Subject;
  /** The observation this one follows from: one incident, shown once with its consequences under it. */
  readonly cause?: Observation | undefined;
  /** Dropped where the source turns out to carry this: the absence then means something else. */
  readonly unless?: Carry | undefined;
  /** Dropped where the source turns out not to carry this, besides what the rule itself needs. */
  readonly onlyWith?: Carry | undefined;
}

/** What became of an attempt that was stopped: filled in when those after it are over. */
export interface Recovery {
  /** The line of the attempt that passed. */
  recoveredAt: number | undefined;
}
