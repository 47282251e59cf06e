import type { GivenWorkflow } from '../declare/declared.ts';
import { indexEffects } from '../declare/effects.ts';
import { openSha256 } from '../digest/stream.ts';
import type { Gates } from '../gates/gates.ts';
import type { Carry, LedgerEvent, RunOpened } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { Observation, Subject } from '../model/observation.ts';
import { compareText } from '../model/order.ts';
import type { Choice } from '../readers/index.ts';
import type { Reader } from '../readers/reader.ts';
import { openRecords } from '../records/records.ts';
import type { ToldChain, UncheckedNote } from '../replay/context.ts';
import { hashId } from '../replay/hash.ts';
import { type Machine, openMachine } from '../replay/machine.ts';
import { emptyTally, increase, type Tally } from '../replay/tally.ts';
import type { Rule } from '../rules/rule.ts';
import { openAccommodations } from './accommodations.ts';
import { openAgainst } from './against.ts';
import { openCollector, type RunFacts } from './collector.ts';
import { nowhere, stepSourceOf } from './contracts.ts';
import { type Copies, type CopyFilter, openCopyFilter } from './copies.ts';
import { keepFirst } from './first.ts';
import { openJudge } from './judge.ts';
import { openLeaks } from './leaks.ts';
import type { Part, PartChain, PartInput, PartUnchecked } from './part.ts';
import { openPayloads } from './payloads.ts';
import type { PayloadStore } from './payloads-store.ts';
import { placeOfSite } from './place.ts';
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
  choose(first: readonly JsonValue[]): Choice;
  readonly subject: ValueSubject | undefined;
  /** Answered calls of open runs held in full, where another number than the machine's own is wanted. */
  readonly heldInFull?: number | undefined;
  /** What is kept outside of the ledger, where a store is given. */
  readonly payloads: PayloadStore | undefined;
}

/** Part `index` of `count`. A part owns the runs (or files) whose hash falls to it. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/** Unchecked answers listed one by one; their counts are exact beyond it. */
export const uncheckedLimit = 10_000;

export const compareUnchecked = (a: PartUnchecked, b: PartUnchecked): number =>
  a.input - b.input ||
  a.note.at.offset - b.note.at.offset ||
  compareText(a.note.gate, b.note.gate) ||
  compareText(a.note.call ?? '', b.note.call ?? '');

/** Attempt chains listed one by one; their counts are exact beyond it. */
export const chainLimit = 1_000;

export const compareChains = (a: PartChain, b: PartChain): number =>
  a.input - b.input ||
  a.row.at.offset - b.row.at.offset ||
  compareText(a.row.step ?? '', b.row.step ?? '') ||
  compareText(a.row.tool ?? '', b.row.tool ?? '');

/** What a source that could carry everything turns out to carry. */
const seenBy: Readonly<Partial<Record<LedgerEvent['kind'], Carry>>> = {
  'gate-checked': 'gates',
  executed: 'executions',
  committed: 'commits',
  released: 'commits',
  'attempt-failed': 'failures',
};

/** The runs of one input: which belong to this part, and how each is to be judged. */
function openRuns(settings: ScanSettings, share: Share, file: string) {
  const facts = new Map<string, RunFacts>();
  const fallback: RunFacts = { isStrict: settings.given?.isStrict ?? false, records: undefined };
  const ownsFile = hashId(file) % share.count === share.index;
  const seen = new Set<Carry>();
  let owns: Reader['owns'] = 'file';
  let firstStrict: PartInput['firstStrict'];
  let firstRun: PartInput['firstRun'];
  const isOwn = (run: string): boolean => share.count === 1 || (owns === 'run' ? hashId(run) % share.count === share.index : ownsFile);
  return {
    setOwner: (reader: Reader) => {
      owns = reader.owns;
    },
    isOwn,
    ownsFile,
    factsOf: (run: string): RunFacts => facts.get(run) ?? fallback,
    forget: (run: string) => facts.delete(run),
    open(event: RunOpened) {
      for (const word of event.records ?? []) seen.add(word);
      const isStrict = event.isStrict ?? fallback.isStrict;
      if (isOwn(event.run)) facts.set(event.run, { isStrict, records: event.records });
      const at = { offset: event.record.offset, run: event.run };
      firstRun ??= at;
      if (isStrict) firstStrict ??= at;
    },
    see(event: LedgerEvent) {
      if (event.kind === 'gate-checked' && event.by === 'host') return;
      const word = seenBy[event.kind];
      if (word !== undefined) seen.add(word);
    },
    summary: () => ({ seen: [...seen], firstStrict, firstRun }),
  };
}

/** What one input leaves behind: findings, unchecked answers, accommodations. */
function openOutcome(
  settings: ScanSettings,
  source: { readonly file: string; readonly index: number },
  factsOf: (run: string) => RunFacts,
) {
  const collector = openCollector({ rules: settings.rules, file: source.file, input: source.index });
  const accommodations = openAccommodations(source.file, source.index);
  const unchecked = keepFirst<PartUnchecked>(uncheckedLimit, compareUnchecked);
  const chains = keepFirst<PartChain>(chainLimit, compareChains);
  const names = ({ run, call, server, tool, step }: Subject) => ({ run, call, server, tool, step });
  return {
    observe(observation: Observation) {
      collector.observe(observation, factsOf(observation.subject.run));
      accommodations.add(observation);
    },
    unchecked(note: UncheckedNote) {
      const { gate, reason, detail } = note;
      unchecked.add({
        input: source.index,
        note: { at: placeOfSite(note.site, source.file), ...names(note.subject), gate, reason, detail },
      });
    },
    chain({ place, row }: ToldChain) {
      chains.add({ input: source.index, row: { at: { file: source.file, ...place, pointer: '' }, ...row } });
    },
    part: () => ({
      findings: collector.findings(),
      unchecked: unchecked.values(),
      accommodations: accommodations.rows(),
      chains: chains.values(),
    }),
  };
}

/** One input into its part: bytes, records, reader, declarations, gates, replay, rules. */
async function scanInput(
  settings: ScanSettings,
  share: Share,
  source: { readonly input: AuditInput; readonly index: number; readonly copies: Copies | undefined },
): Promise<Part> {
  const file = source.input.name;
  const runs = openRuns(settings, share, file);
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
  const take = (event: LedgerEvent): void => {
    if (event.seq !== undefined) lineCount.see(event.record.line - event.seq);
    if (copies !== undefined && !copies.admits(event)) return;
    runs.see(event);
    if (event.kind === 'run-opened') runs.open(event);
    if (!runs.isOwn(event.run)) {
      if (isSafeForAll(event)) machine?.push(event);
      else followElsewhere(judge, event);
      return;
    }
    if (isNative && event.record.defects.length > 0) for (const defect of recordDefects(event)) outcome.observe(defect);
    if (isNative) leaks.see(event);
    unwrap(event);
  };

  const reading = openReading({
    forced: settings.subject === undefined ? settings.forced : subjectReader(settings.subject),
    choose: settings.choose,
    start(reader) {
      runs.setOwner(reader);
      isNative = reader.id === 'native';
      isListing = reader.isListing === true;
      if (reader.hasGlobalIds === true && source.copies !== undefined)
        copies = openCopyFilter(source.copies, { file, input: source.index });
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
    fault: (fault) => share.index === 0 && outcome.observe({ kind: 'line-fault', fault, subject: { run: '' } }),
  });
  const digest = openSha256();
  let bytes = 0;
  for await (const chunk of source.input.chunks()) {
    bytes += chunk.length;
    digest.update(chunk);
    records.push(chunk);
    await payloads.flush();
  }
  records.end();
  reading.end();
  await payloads.flush();
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
    declarations: reader === undefined ? [] : judge.summaries(),
    tally: machine?.tally ?? emptyTally(),
    payloads: payloads.counts,
    ...runs.summary(),
  };
  return { inputs: [row], ...outcome.part(), ...(against !== undefined && { against: against.rows() }) };
}

/** Whether all counts of a file lie as far from their lines as the first one: then a writer may have counted the file, not the runs. */
function openLineCount(): { see(distance: number): void; readonly isPossible: () => boolean } {
  let first: number | undefined;
  let isPossible = true;
  return {
    see(distance) {
      first ??= distance;
      if (distance !== first) isPossible = false;
    },
    isPossible: () => isPossible,
  };
}

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
  const copies: Copies | undefined = inputs.length > 1 ? new Map() : undefined;
  for (const [index, input] of inputs.entries()) parts.push(await scanInput(settings, share, { input, index, copies }));
  return {
    inputs: parts.flatMap((part) => part.inputs),
    findings: parts.flatMap((part) => part.findings),
    unchecked: parts.flatMap((part) => part.unchecked),
    accommodations: parts.flatMap((part) => part.accommodations),
    chains: parts.flatMap((part) => part.chains),
    ...(settings.candidate !== undefined && { against: parts.flatMap((part) => part.against ?? []) }),
  };
}
