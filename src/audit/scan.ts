import type { GivenWorkflow } from '../declare/declared.ts';
import { indexEffects } from '../declare/effects.ts';
import { openSha256 } from '../digest/stream.ts';
import type { Gates } from '../gates/gates.ts';
import type { LedgerEvent, Proposed, RunOpened } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import type { LineFault } from '../model/record.ts';
import type { Choice } from '../readers/index.ts';
import type { Reader } from '../readers/reader.ts';
import { openRecords } from '../records/records.ts';
import type { UncheckedNote } from '../replay/context.ts';
import { type Machine, openMachine } from '../replay/machine.ts';
import { openReorder } from '../replay/reorder.ts';
import { lateEvent } from '../replay/sequence.ts';
import { emptyTally, increase, type Tally } from '../replay/tally.ts';
import type { Rule } from '../rules/rule.ts';
import { openAgainst } from './against.ts';
import { nowhere, stepSourceOf } from './contracts.ts';
import { withoutCopy } from './copied-inputs.ts';
import { meetOpening, type Openings } from './copied-runs.ts';
import { type Copies, type CopyFilter, openCopyFilter } from './copies.ts';
import { openJudge } from './judge.ts';
import { openLeaks } from './leaks.ts';
import { openLineCount } from './line-count.ts';
import { openOutcome } from './outcome.ts';
import { openOwnRuns, type Share } from './own-runs.ts';
import type { Part, PartInput } from './part.ts';
import { openPayloads } from './payloads.ts';
import type { PayloadStore } from './payloads-store.ts';
import { openReading } from './reading.ts';
import { subjectReader, type ValueSubject } from './subject.ts';
import { openUnwrap } from './unwrap.ts';
import { openWhole } from './whole.ts';

export interface AuditInput {
  /** As the user wrote it. */
  readonly name: string;
  /** The (unpacked) bytes in order; a chunk holds its bytes only until the next is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** What every part of an audit needs besides the inputs. */
export interface ScanSettings {
  readonly given: GivenWorkflow | undefined;
  /** A declaration that is not shipped yet: what if it were in force? */
  readonly candidate: GivenWorkflow | undefined;
  readonly gates: { readonly open: Gates; readonly closed: Gates };
  readonly rules: readonly Rule[];
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
interface Known {
  readonly calls: Copies | undefined;
  readonly openings: Openings;
  /** Files by the digest of their bytes. */
  readonly files: Map<string, string>;
}

/** One input into its part: bytes, records, reader, declarations, gates, replay, rules. */
async function scanInput(
  settings: ScanSettings,
  share: Share,
  source: { readonly input: AuditInput; readonly index: number; readonly known: Known },
): Promise<Part> {
  const file = source.input.name;
  const runs = openOwnRuns(settings.given?.isStrict ?? false, share, file);
  const outcome = openOutcome(settings, { file, index: source.index }, runs.factsOf);
  const { candidate, gates } = settings;
  const against = candidate === undefined ? undefined : openAgainst({ candidate, gates, file, input: source.index });
  const judge = openJudge({
    given: settings.given,
    gates,
    ownsRun: runs.isOwn,
    isListing: () => isListing,
    observe: outcome.observe,
    against,
  });
  if (share.index === 0 && source.index === 0) for (const fault of stepFaults(settings.given)) outcome.observe(fault);
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
  const open = (event: RunOpened): void => {
    runs.open(event);
    const copied = meetOpening(source.known.openings, event, file);
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
      if (reader.hasGlobalIds === true && source.known.calls !== undefined)
        copies = openCopyFilter(source.known.calls, { file, input: source.index });
      machine = openMachine({
        judge,
        carries: reader.carries,
        given,
        heldInFull: settings.heldInFull,
        observe: outcome.observe,
        unchecked: outcome.unchecked,
        chain: outcome.chain,
        countsFile: lineCount.isPossible,
        posture: (run) => runs.forget(run.id),
      });
    },
    event: payloads.push,
  });
  const openInput = settings.subject === undefined ? openRecords : openWhole;
  const records = openInput({
    input: source.index,
    emit: reading.push,
    fault(fault) {
      if (isTornTail(fault)) torn = { line: fault.line, column: fault.column, offset: fault.offset };
      isAppend ||= fault.isAppend === true;
      if (share.index === 0) outcome.observe({ kind: 'line-fault', fault, subject: { run: '' } });
    },
  });
  const digest = openSha256();
  let bytes = 0;
  for await (const chunk of source.input.chunks()) {
    bytes += chunk.length;
    digest.update(chunk);
    if (head.length < headSize) head += Buffer.from(chunk.subarray(0, headSize)).toString('utf8');
    records.push(chunk);
    await payloads.flush();
  }
  records.end();
  reading.end();
  await payloads.flush();
  reorder.end();
  leaks.end();
  const copied = runs.ownsFile ? copies?.end() : undefined;
  if (copied !== undefined) outcome.observe(copied);
  machine?.end();

  const reader = reading.reader();
  const row: PartInput = {
    file,
    sha256: digest.hex(),
    bytes,
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
  return { inputs: [row], ...outcome.part(), ...(against !== undefined && { against: against.rows() }) };
}

/** The call itself was told where it was made, and is judged as it was made. */
const rewrittenCall = (event: Proposed, earlierLine: number): Observation => ({
  kind: 'rewritten-call',
  site: { record: event.record, pointer: event.payload.pointer, part: 'value' },
  subject: { run: event.run, call: event.call, server: event.server, tool: event.tool },
  earlierLine,
});

/** Enough of an input to see what it is, where it holds no record. */
const headSize = 2048;

/** The end of an input, in the middle of a record: elsewhere a record that stops short is damage, and no harmless one. */
const isTornTail = ({ code, isHarmless }: LineFault): boolean => code === 'ledger/torn-line' && isHarmless;

/** A digest that nothing proves and nothing disproves is counted beside the values, as stages that could not be compared are. */
function countUnprovenDigest(tally: Tally, { note, isStrict }: { readonly note: UncheckedNote; readonly isStrict: boolean }): void {
  increase(tally.reasons, `digest ${note.reason}`);
  if (isStrict) increase(tally.strictReasons, note.reason);
}

/**
 * Keys said twice anywhere in an event of a native ledger, also where no gate looks: two outcomes, two tools, two verdicts
 * in one record show each reader the one it likes. Other formats hold much that is not evidence.
 */
function recordDefects(event: LedgerEvent): readonly Observation[] {
  const { record, run, step } = event;
  const call = 'call' in event ? event.call : undefined;
  return record.defects
    .filter(({ kind }) => kind === 'duplicate-key')
    .map(({ pointer, text }) => ({
      kind: 'record-defect',
      site: { record, pointer, part: 'key' },
      subject: { run, step, call },
      key: text,
    }));
}

/** Steps of a given workflow file that carry their own strict_mode: said once per audit, whatever the inputs record. */
function stepFaults(given: GivenWorkflow | undefined): readonly Observation[] {
  return (given?.stepsWithOwnStrictness ?? []).map((step) => ({
    kind: 'step-strictness',
    site: { record: nowhere, pointer: '', part: 'value' },
    subject: { run: '', step },
    given: stepSourceOf(given, step),
  }));
}

/** Evidence that was made safe for no run of its own may cover the runs of every part. */
const isSafeForAll = (event: LedgerEvent): boolean => event.kind === 'persisted' && event.run === '';

/** Runs of other parts are not judged here; what they declare is followed, so that declarations are told apart the same way everywhere. */
function followElsewhere(judge: ReturnType<typeof openJudge>, event: LedgerEvent): void {
  switch (event.kind) {
    case 'declared':
    case 'continued':
    case 'step-declared':
    case 'withdrawn':
    case 'declarations-changed':
      judge.declare(event);
      return;
    case 'run-closed':
      if (event.outcome !== 'suspended') judge.closeRun(event.run);
      return;
    default:
      return;
  }
}

/** Scans all inputs into part `index` of `count`. Rejects only with what reading the inputs rejects with. */
export async function scan(inputs: readonly AuditInput[], settings: ScanSettings, share: Share): Promise<Part> {
  const parts: Part[] = [];
  const known: Known = { calls: inputs.length > 1 ? new Map() : undefined, openings: new Map(), files: new Map() };
  for (const [index, input] of inputs.entries()) {
    const part = await scanInput(settings, share, { input, index, known });
    parts.push(withoutCopy(part, { settings, share, index, files: known.files }));
  }
  return {
    inputs: parts.flatMap((part) => part.inputs),
    findings: parts.flatMap((part) => part.findings),
    unchecked: parts.flatMap((part) => part.unchecked),
    accommodations: parts.flatMap((part) => part.accommodations),
    chains: parts.flatMap((part) => part.chains),
    ...(settings.candidate !== undefined && { against: parts.flatMap((part) => part.against ?? []) }),
  };
}
