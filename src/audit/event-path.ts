import { indexEffects } from '../declare/effects.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Reader } from '../readers/reader.ts';
import type { UncheckedNote } from '../replay/context.ts';
import { type Machine, openMachine } from '../replay/machine.ts';
import { openReorder } from '../replay/reorder.ts';
import { lateEvent } from '../replay/sequence.ts';
import { emptyTally, increase, type Tally } from '../replay/tally.ts';
import { meetOpening } from './copied-runs.ts';
import { type CopyFilter, openCopyFilter } from './copies.ts';
import { followElsewhere, isSafeForAll } from './elsewhere.ts';
import { recordDefects, rewrittenCall } from './event-remarks.ts';
import { postureMismatch } from './given-posture.ts';
import type { Known, ScanSettings } from './input.ts';
import type { InputJudge } from './judge.ts';
import { openLeaks } from './leaks.ts';
import { openLineCount } from './line-count.ts';
import type { Outcome } from './outcome.ts';
import type { OwnRuns } from './own-runs.ts';
import type { PartInput } from './part.ts';
import { openPayloads } from './payloads.ts';
import { lineInPiece, type Piece } from './pieces.ts';
import { openUnwrap } from './unwrap.ts';

/** What the events of one input meet on their way. */
export interface EventPathSettings {
  readonly settings: ScanSettings;
  readonly known: Known;
  readonly file: string;
  readonly input: number;
  readonly pieces: readonly Piece[];
  readonly runs: OwnRuns;
  readonly judge: InputJudge;
  readonly outcome: Outcome;
}

/** The way of an input's events from its reader to the replay machine. */
export interface EventPath {
  /** The reader is chosen: told before the first event. */
  start(reader: Reader): void;
  push(event: LedgerEvent): void;
  /** Looks up the payloads that events wait for. */
  flush(): Promise<void>;
  /** Nothing more follows: what is open stays open. */
  end(): void;
  summary(): Pick<PartInput, 'tally' | 'payloads' | 'unsearchedTexts'>;
}

/** In order: payloads are looked up, copies left out, events put into the order that they count, wrappers opened; then they are replayed. */
export function openEventPath(path: EventPathSettings): EventPath {
  const { settings, known, file, input, runs, outcome } = path;
  let machine: Machine | undefined;
  let copies: CopyFilter | undefined;
  let isNative = false;
  const lineCount = openLineCount();
  const leaks = openLeaks(outcome.observe);
  const payloads = openPayloads({
    store: settings.payloads,
    ownsRun: runs.isOwn,
    emit: (event) => order(event),
    observe: outcome.observe,
    unchecked(note) {
      outcome.unchecked(note);
      if (machine !== undefined) countUnprovenDigest(machine.tally, { note, isStrict: runs.factsOf(note.subject.run).isStrict });
    },
  });
  const reorder = openReorder({
    emit: (event) => follow(event),
    countsFile: lineCount.isPossible,
    late(event, after) {
      if (runs.isOwn(event.run)) outcome.observe(lateEvent(event, after));
    },
  });
  const order = (event: LedgerEvent): void => {
    lineCount.see(event);
    if (copies === undefined || copies.admits(event)) reorder.push(event);
  };
  const follow = (event: LedgerEvent): void => {
    meet(path, event);
    if (runs.isOwn(event.run)) judge(event);
    else if (isSafeForAll(event)) machine?.push(event);
    else followElsewhere(path.judge, event);
  };
  const unwrap = openUnwrap(settings.given?.wrappers ?? [], (event) => machine?.push(event));
  const judge = (event: LedgerEvent): void => {
    if (event.kind === 'proposed' && event.rewrites !== undefined) {
      outcome.observe(rewrittenCall(event, event.rewrites.line));
      return;
    }
    if (isNative) {
      if (event.record.defects.length > 0) for (const defect of recordDefects(event)) outcome.observe(defect);
      leaks.see(event);
    }
    const mismatch = event.kind === 'run-opened' ? postureMismatch(event, settings.given) : undefined;
    if (mismatch !== undefined) outcome.observe(mismatch);
    unwrap(event);
  };

  return {
    start(reader) {
      isNative = reader.id === 'native';
      if (reader.hasGlobalIds === true && known.calls !== undefined) copies = openCopyFilter(known.calls, { file, input });
      machine = machineFor(reader, path, lineCount.isPossible);
    },
    push: payloads.push,
    flush: payloads.flush,
    end() {
      reorder.end();
      leaks.end();
      const copied = runs.ownsFile ? copies?.end() : undefined;
      if (copied !== undefined) outcome.observe(copied);
      machine?.end();
    },
    summary: () => ({ tally: machine?.tally ?? emptyTally(), payloads: payloads.counts, unsearchedTexts: leaks.unsearched() }),
  };
}

/** What is noted of every event before it is judged. */
function meet({ known, file, pieces, runs, outcome }: EventPathSettings, event: LedgerEvent): void {
  runs.see(event);
  if (event.kind !== 'run-opened') return;
  runs.open(event);
  const copied = meetOpening(known.openings, event, { file, ...lineInPiece(pieces, event.record.line) });
  if (copied !== undefined && runs.isOwn(event.run)) outcome.observe(copied);
}

function machineFor(reader: Reader, { settings, runs, judge, outcome }: EventPathSettings, countsFile: () => boolean): Machine {
  const { given } = settings;
  return openMachine({
    judge,
    carries: reader.carries,
    given: {
      isStrict: given?.isStrict ?? false,
      isClosedObjects: given?.isClosedObjects ?? false,
      maxIterations: given?.maxIterations,
      effects: indexEffects(given),
    },
    heldInFull: settings.heldInFull,
    observe: outcome.observe,
    unchecked: outcome.unchecked,
    chain: outcome.chain,
    countsFile,
    recordsEnds: reader.id === 'native',
    posture: (run) => runs.forget(run.id),
  });
}

/** A digest that nothing proves and nothing disproves is counted beside the values, as stages that could not be compared are. */
function countUnprovenDigest(tally: Tally, { note, isStrict }: { readonly note: UncheckedNote; readonly isStrict: boolean }): void {
  increase(tally.reasons, `digest ${note.reason}`);
  if (isStrict) increase(tally.strictReasons, note.reason);
}
