import type { LedgerEvent } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';
import type { LineFault } from '../model/record.ts';
import type { Reader } from '../readers/reader.ts';
import { openRecords } from '../records/records.ts';
import { openAgainst } from './against.ts';
import { withoutCopy } from './copied-inputs.ts';
import { heldElsewhere } from './elsewhere.ts';
import { type EventPath, openEventPath } from './event-path.ts';
import type { AuditInput, Known, ScannedInput, ScanSettings } from './input.ts';
import { type InputSize, measureInput } from './input-size.ts';
import { type InputJudge, openJudge } from './judge.ts';
import { type LineChain, openLineChain } from './line-chain.ts';
import { openOutcome } from './outcome.ts';
import { openOwnRuns, type Share } from './own-runs.ts';
import type { Part, PartInput } from './part.ts';
import { openWholes, type Piece } from './pieces.ts';
import { openReading, type Reading } from './reading.ts';
import { subjectReader } from './subject.ts';
import { openWhole } from './whole.ts';

/** One input among the others. */
export interface ScanSource {
  readonly input: AuditInput;
  readonly index: number;
  readonly known: Known;
  /** What is wrong with what was given, to be said with this input. */
  readonly faults: readonly Observation[];
}

/** What is seen of an input while it is read. */
interface Seen {
  reader: Reader | undefined;
  torn: PartInput['torn'];
  isAppend: boolean;
}

/** One input into its part: bytes, records, reader, declarations, gates, replay, rules. */
export async function scanInput(settings: ScanSettings, share: Share, source: ScanSource): Promise<ScannedInput> {
  const file = source.input.name;
  const { known, index } = source;
  const { candidate, gates, given } = settings;
  const pieces: Piece[] = [];
  const seen: Seen = { reader: undefined, torn: undefined, isAppend: false };
  const runs = openOwnRuns(given?.isStrict ?? false, share, file);
  const outcome = openOutcome(settings, { file, index, pieces }, runs.factsOf);
  const against = candidate === undefined ? undefined : openAgainst({ candidate, gates, file, input: index, pieces });
  const isListing = (): boolean => seen.reader?.isListing === true;
  const judge = openJudge({ given, gates, ownsRun: runs.isOwn, isListing, observe: outcome.observe, against });
  for (const fault of source.faults) outcome.observe(fault);

  const path = openEventPath({ settings, known, file, input: index, pieces, runs, judge, outcome });
  const size = measureInput(known.goingOn !== undefined);
  const begin = { line: known.before.lines, offset: known.before.bytes };
  const isTold = (): boolean => seen.reader?.id === 'native';
  const hand = openHandler({ known, index, piece: { file, input: index, ...begin }, isTold, path });
  const reading = openReading({
    forced: settings.subject === undefined ? settings.forced : subjectReader(settings.subject),
    choose: settings.choose,
    head: () => size.head(),
    start(reader) {
      seen.reader = reader;
      runs.setOwner(reader);
      path.start(reader);
    },
    event: hand,
  });
  // damage of a file is no run's: one part tells it
  const tellsDamage = share.index === 0;
  const chain = tellsDamage && settings.subject === undefined ? openLineChain(known.chainEnds, outcome.observe) : undefined;
  const observeFault = (fault: LineFault): void => {
    if (isTornTail(fault)) seen.torn = { line: fault.line, column: fault.column, offset: fault.offset };
    seen.isAppend ||= fault.isAppend === true;
    if (tellsDamage) outcome.observe({ kind: 'line-fault', fault, subject: { run: '' } });
  };
  const tellCopied = (copied: Observation): void => {
    if (tellsDamage) outcome.observe(copied);
  };
  await readAll(settings, source, { path, reading, size, chain, observeFault, tellCopied });
  known.before.lines += size.lines;
  known.before.bytes += size.bytes;

  const finish = (): Part => {
    path.end();
    const row = { file, pieces, ...factsOf(seen, { reading, size, judge }), ...path.summary(), ...runs.summary() };
    const part = { inputs: [row], ...outcome.part(), ...(against !== undefined && { against: against.rows() }) };
    return withoutCopy(part, { settings, share, index, files: known.files });
  };
  return { goOn: openGoingOn(path, { index, begin, pieces }), flush: path.flush, finish };
}

interface Readings {
  readonly path: EventPath;
  readonly reading: Reading;
  readonly size: InputSize;
  readonly chain: LineChain | undefined;
  observeFault(fault: LineFault): void;
  tellCopied(copied: Observation): void;
}

async function readAll({ subject }: ScanSettings, { input, index, known }: ScanSource, readings: Readings): Promise<void> {
  const { path, reading, size, chain, observeFault, tellCopied } = readings;
  const openInput = subject === undefined ? openRecords : openWhole;
  const records = openInput({
    input: index,
    emit(record) {
      chain?.see(record);
      reading.push(record);
    },
    fault(fault) {
      chain?.fault(fault);
      observeFault(fault);
    },
  });
  /** Also of what was handed to inputs before. */
  const flush = async (): Promise<void> => {
    await path.flush();
    for (const open of known.open.values()) await open.flush();
  };
  for await (const chunk of input.chunks()) {
    size.add(chunk);
    records.push(chunk);
    await flush();
  }
  records.end();
  reading.end();
  const copied = known.copied?.end();
  if (copied !== undefined) tellCopied(copied);
  await flush();
  const isCopied = copied?.site.record.line === 1;
  const chainEnd = chain?.end({ goesOn: known.goingOn?.goesOn(index) ?? false, isCopied });
  if (chainEnd !== undefined) known.chainEnds.add(chainEnd);
}

/** An event goes to the input that its run began in. */
function openHandler(from: {
  readonly known: Known;
  readonly index: number;
  readonly piece: Omit<Piece, 'isOfRun'>;
  /** Only what names its runs itself can go on with those of another input. */
  isTold(): boolean;
  readonly path: EventPath;
}): (event: LedgerEvent) => void {
  const { known, index, piece, isTold, path } = from;
  const hand = (event: LedgerEvent): void => {
    const owner = known.goingOn !== undefined && isTold() ? known.goingOn.ownerOf(event, index) : index;
    if (owner === index) path.push(event);
    else known.open.get(owner)?.goOn(event, { ...piece, isOfRun: true });
    const held = known.open.size > 0 && isTold() ? heldElsewhere(event) : undefined;
    if (held !== undefined) for (const open of known.open.values()) open.goOn(held, { ...piece, isOfRun: false });
  };
  return (event) => {
    const { copied } = known;
    if (copied === undefined || !isTold()) hand(event);
    else for (const admitted of copied.admit(event, piece.file)) hand(admitted);
  };
}

/** Events that a later input records of runs that began in this one. */
function openGoingOn(
  path: EventPath,
  {
    index,
    begin,
    pieces,
  }: { readonly index: number; readonly begin: { readonly line: number; readonly offset: number }; readonly pieces: Piece[] },
): ScannedInput['goOn'] {
  const wholes = openWholes(index);
  return (event, piece) => {
    const from = { ...piece, line: piece.line - begin.line, offset: piece.offset - begin.offset };
    const last = pieces.at(-1);
    if (last?.input !== piece.input) pieces.push(from);
    else if (!last.isOfRun && piece.isOfRun) pieces[pieces.length - 1] = from;
    path.push({ ...event, record: wholes.of(event.record, from) });
  };
}

/** What was read of an input, and what was not. */
function factsOf(
  { reader, torn, isAppend }: Seen,
  { reading, size, judge }: { readonly reading: Reading; readonly size: InputSize; readonly judge: InputJudge },
) {
  const { records, read, unrelated, unread, unreadFirst } = reading.counts;
  return {
    sha256: size.sha256(),
    bytes: size.bytes,
    format: reader?.id ?? null,
    title: reader?.title ?? null,
    nearest: reading.nearest(),
    carries: reader?.carries ?? [],
    ...{ records, read, unrelated, unread, unreadFirst, torn },
    isGrowing: reader?.id === 'native' && isAppend,
    declarations: reader === undefined ? [] : judge.summaries(),
    // a list stays in force in its own connection or session, which is told by its run
    isUntold: reader !== undefined && reader.isListing !== true && reader.hasGlobalIds !== true && judge.isUntold(),
  };
}

/** The end of an input, in the middle of a record: elsewhere a record that stops short is damage, and no harmless one. */
const isTornTail = ({ code, isHarmless }: LineFault): boolean => code === 'ledger/torn-line' && isHarmless;
