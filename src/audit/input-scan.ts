import { indexEffects } from '../declare/effects.ts';
import { openSha256 } from '../digest/stream.ts';
import type { LedgerEvent, RunOpened } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';
import type { LineFault } from '../model/record.ts';
import { openRecords } from '../records/records.ts';
import type { UncheckedNote } from '../replay/context.ts';
import { type Machine, openMachine } from '../replay/machine.ts';
import { openReorder } from '../replay/reorder.ts';
import { lateEvent } from '../replay/sequence.ts';
import { emptyTally, increase, type Tally } from '../replay/tally.ts';
import { openAgainst } from './against.ts';
import { withoutCopy } from './copied-inputs.ts';
import { meetOpening } from './copied-runs.ts';
import { type CopyFilter, openCopyFilter } from './copies.ts';
import { followElsewhere, isSafeForAll } from './elsewhere.ts';
import { recordDefects, rewrittenCall } from './event-remarks.ts';
import type { AuditInput, Known, ScannedInput, ScanSettings } from './input.ts';
import { openJudge } from './judge.ts';
import { openLeaks } from './leaks.ts';
import { openLineChain } from './line-chain.ts';
import { openLineCount } from './line-count.ts';
import { openOutcome } from './outcome.ts';
import { openOwnRuns, type Share } from './own-runs.ts';
import type { Part, PartInput } from './part.ts';
import { openPayloads } from './payloads.ts';
import { lineInPiece, openWholes, type Piece } from './pieces.ts';
import { openReading } from './reading.ts';
import { subjectReader } from './subject.ts';
import { openUnwrap } from './unwrap.ts';
import { openWhole } from './whole.ts';

/** One input among the others. */
export interface ScanSource {
  readonly input: AuditInput;
  readonly index: number;
  readonly known: Known;
  /** What is wrong with what was given, to be said with this input. */
  readonly faults: readonly Observation[];
}

/** One input into its part: bytes, records, reader, declarations, gates, replay, rules. */
export async function scanInput(settings: ScanSettings, share: Share, source: ScanSource): Promise<ScannedInput> {
  const file = source.input.name;
  const { known, index } = source;
  const pieces: Piece[] = [];
  const wholes = openWholes(index);
  const runs = openOwnRuns(settings.given?.isStrict ?? false, share, file);
  const outcome = openOutcome(settings, { file, index, pieces }, runs.factsOf);
  const { candidate, gates } = settings;
  const against = candidate === undefined ? undefined : openAgainst({ candidate, gates, file, input: index, pieces });
  const judge = openJudge({
    given: settings.given,
    gates,
    ownsRun: runs.isOwn,
    isListing: () => isListing,
    observe: outcome.observe,
    against,
  });
  for (const fault of source.faults) outcome.observe(fault);
  const given = {
    isStrict: settings.given?.isStrict ?? false,
    isClosedObjects: settings.given?.isClosedObjects ?? false,
    maxIterations: settings.given?.maxIterations,
    effects: indexEffects(settings.given),
  };
  let machine: Machine | undefined;
  let isNative = false;
  let isListing = false;
  let copies: CopyFilter | undefined;
  let torn: PartInput['torn'];
  let isAppend = false;
  let head = '';
  const unwrap = openUnwrap(settings.given?.wrappers ?? [], (event) => machine?.push(event));

  const leaks = openLeaks(outcome.observe);
  const payloads = openPayloads({
    store: settings.payloads,
    ownsRun: runs.isOwn,
    emit: (event) => take(event),
    observe: outcome.observe,
    unchecked(note) {
      outcome.unchecked(note);
      if (machine !== undefined) countUnprovenDigest(machine.tally, { note, isStrict: runs.factsOf(note.subject.run).isStrict });
    },
  });
  const lineCount = openLineCount();
  const reorder = openReorder({
    emit: (event) => follow(event),
    countsFile: lineCount.isPossible,
    late(event, after) {
      if (runs.isOwn(event.run)) outcome.observe(lateEvent(event, after));
    },
  });
  const take = (event: LedgerEvent): void => {
    lineCount.see(event);
    if (copies === undefined || copies.admits(event)) reorder.push(event);
  };
  const begin = { line: known.before.lines, offset: known.before.bytes };
  const piece = { file, input: index, ...begin };
  /** An event goes to the input that its run began in. */
  const hand = (event: LedgerEvent): void => {
    const owner = isNative && known.goingOn !== undefined ? known.goingOn.ownerOf(event, index) : index;
    if (owner === index) payloads.push(event);
    else known.open.get(owner)?.goOn(event, { ...piece, isOfRun: true });
    if (isNative && isSafeForAll(event)) for (const open of known.open.values()) open.goOn(event, { ...piece, isOfRun: false });
  };

  const open = (event: RunOpened): void => {
    runs.open(event);
    const { line } = event.record;
    const copied = meetOpening(known.openings, event, { file, ...lineInPiece(pieces, line) });
    if (copied !== undefined && runs.isOwn(event.run)) outcome.observe(copied);
  };
  const follow = (event: LedgerEvent): void => {
    runs.see(event);
    if (event.kind === 'run-opened') open(event);
    if (!runs.isOwn(event.run)) {
      if (isSafeForAll(event)) machine?.push(event);
      else followElsewhere(judge, event);
      return;
    }
    if (event.kind === 'proposed' && event.rewrites !== undefined) {
      outcome.observe(rewrittenCall(event, event.rewrites.line));
      return;
    }
    if (isNative && event.record.defects.length > 0) for (const defect of recordDefects(event)) outcome.observe(defect);
    if (isNative) leaks.see(event);
    unwrap(event);
  };

  const reading = openReading({
    forced: settings.subject === undefined ? settings.forced : subjectReader(settings.subject),
    choose: settings.choose,
    head: () => head,
    start(reader) {
      runs.setOwner(reader);
      isNative = reader.id === 'native';
      isListing = reader.isListing === true;
      if (reader.hasGlobalIds === true && known.calls !== undefined) copies = openCopyFilter(known.calls, { file, input: index });
      machine = openMachine({
        judge,
        carries: reader.carries,
        given,
        heldInFull: settings.heldInFull,
        observe: outcome.observe,
        unchecked: outcome.unchecked,
        chain: outcome.chain,
        countsFile: lineCount.isPossible,
        recordsEnds: isNative,
        posture: (run) => runs.forget(run.id),
      });
    },
    event: (event) => hand(event),
  });
  const openInput = settings.subject === undefined ? openRecords : openWhole;
  // damage of a file is no run's: one part tells it
  const chain = share.index === 0 && settings.subject === undefined ? openLineChain(known.chainEnds, outcome.observe) : undefined;
  const records = openInput({
    input: index,
    emit(record) {
      if (chain !== undefined) chain.see(record);
      reading.push(record);
    },
    fault(fault) {
      chain?.fault(fault);
      if (isTornTail(fault)) torn = { line: fault.line, column: fault.column, offset: fault.offset };
      isAppend ||= fault.isAppend === true;
      if (share.index === 0) outcome.observe({ kind: 'line-fault', fault, subject: { run: '' } });
    },
  });
  /** Also of what was handed to inputs before. */
  const flush = async (): Promise<void> => {
    await payloads.flush();
    for (const open of known.open.values()) await open.flush();
  };
  const digest = openSha256();
  const size = { lines: 0, bytes: 0, isTerminated: true };
  for await (const chunk of source.input.chunks()) {
    size.bytes += chunk.length;
    if (known.goingOn !== undefined) {
      size.lines += linesOf(chunk);
      size.isTerminated = chunk.at(-1) === lineFeed;
    }
    digest.update(chunk);
    if (head.length < headSize) head += Buffer.from(chunk.subarray(0, headSize)).toString('utf8');
    records.push(chunk);
    await flush();
  }
  records.end();
  reading.end();
  await flush();
  const chainEnd = chain?.end(known.goingOn?.goesOn(index) ?? false);
  if (chainEnd !== undefined) known.chainEnds.add(chainEnd);
  known.before.lines += size.lines + (size.isTerminated ? 0 : 1);
  known.before.bytes += size.bytes;

  const finish = (): Part => {
    reorder.end();
    leaks.end();
    const copied = runs.ownsFile ? copies?.end() : undefined;
    if (copied !== undefined) outcome.observe(copied);
    machine?.end();
    const reader = reading.reader();
    const row: PartInput = {
      file,
      pieces,
      sha256: digest.hex(),
      bytes: size.bytes,
      format: reader?.id ?? null,
      title: reader?.title ?? null,
      nearest: reading.nearest(),
      carries: reader?.carries ?? [],
      records: reading.counts.records,
      read: reading.counts.read,
      unrelated: reading.counts.unrelated,
      unread: reading.counts.unread,
      unreadFirst: reading.counts.unreadFirst,
      torn,
      isGrowing: isNative && isAppend,
      declarations: reader === undefined ? [] : judge.summaries(),
      // a list stays in force in its own connection or session, which is told by its run
      isUntold: reader !== undefined && reader.isListing !== true && reader.hasGlobalIds !== true && judge.isUntold(),
      tally: machine?.tally ?? emptyTally(),
      payloads: payloads.counts,
      unsearchedTexts: leaks.unsearched(),
      ...runs.summary(),
    };
    const part = { inputs: [row], ...outcome.part(), ...(against !== undefined && { against: against.rows() }) };
    return withoutCopy(part, { settings, share, index, files: known.files });
  };
  return {
    goOn(event, piece) {
      const from = { ...piece, line: piece.line - begin.line, offset: piece.offset - begin.offset };
      const last = pieces.at(-1);
      if (last?.input !== piece.input) pieces.push(from);
      else if (!last.isOfRun && piece.isOfRun) pieces[pieces.length - 1] = from;
      payloads.push({ ...event, record: wholes.of(event.record, from) });
    },
    flush: payloads.flush,
    finish,
  };
}

const lineFeed = 10;

/** Lines of a chunk that end in it. */
function linesOf(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}

/** Enough of an input to see what it is, where it holds no record. */
const headSize = 2048;

/** The end of an input, in the middle of a record: elsewhere a record that stops short is damage, and no harmless one. */
const isTornTail = ({ code, isHarmless }: LineFault): boolean => code === 'ledger/torn-line' && isHarmless;

/** A digest that nothing proves and nothing disproves is counted beside the values, as stages that could not be compared are. */
function countUnprovenDigest(tally: Tally, { note, isStrict }: { readonly note: UncheckedNote; readonly isStrict: boolean }): void {
  increase(tally.reasons, `digest ${note.reason}`);
  if (isStrict) increase(tally.strictReasons, note.reason);
}
