import type { GivenWorkflow } from '../declare/declared.ts';
import { openSha256 } from '../digest/stream.ts';
import type { Gates } from '../gates/gates.ts';
import type { Carry, LedgerEvent, RunOpened } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { Observation, Subject } from '../model/observation.ts';
import { compareText } from '../model/order.ts';
import type { Choice } from '../readers/index.ts';
import type { Reader } from '../readers/reader.ts';
import { openRecords } from '../records/records.ts';
import type { UncheckedNote } from '../replay/context.ts';
import { type Machine, openMachine } from '../replay/machine.ts';
import { hashId } from '../replay/run.ts';
import { emptyTally } from '../replay/tally.ts';
import type { Rule } from '../rules/rule.ts';
import { openAccommodations } from './accommodations.ts';
import { openAgainst } from './against.ts';
import { openCollector, type RunFacts } from './collector.ts';
import { nowhere, stepSourceOf } from './contracts.ts';
import { keepFirst } from './first.ts';
import { openJudge } from './judge.ts';
import type { Part, PartInput, PartUnchecked } from './part.ts';
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
    see(kind: LedgerEvent['kind']) {
      const word = seenBy[kind];
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
    part: () => ({ findings: collector.findings(), unchecked: unchecked.values(), accommodations: accommodations.rows() }),
  };
}

/** One input into its part: bytes, records, reader, declarations, gates, replay, rules. */
async function scanInput(
  settings: ScanSettings,
  share: Share,
  source: { readonly input: AuditInput; readonly index: number },
): Promise<Part> {
  const file = source.input.name;
  const runs = openRuns(settings, share, file);
  const outcome = openOutcome(settings, { file, index: source.index }, runs.factsOf);
  const { candidate, gates } = settings;
  const against = candidate === undefined ? undefined : openAgainst({ candidate, gates, file, input: source.index });
  const judge = openJudge({ given: settings.given, gates, ownsRun: runs.isOwn, observe: outcome.observe, against });
  if (share.index === 0 && source.index === 0) for (const fault of stepFaults(settings.given)) outcome.observe(fault);
  const given = {
    isStrict: settings.given?.isStrict ?? false,
    isClosedObjects: settings.given?.isClosedObjects ?? false,
    maxIterations: settings.given?.maxIterations,
  };
  let machine: Machine | undefined;
  let isNative = false;
  const unwrap = openUnwrap(settings.given?.wrappers ?? [], (event) => machine?.push(event));

  const reading = openReading({
    forced: settings.subject === undefined ? settings.forced : subjectReader(settings.subject),
    choose: settings.choose,
    start(reader) {
      runs.setOwner(reader);
      isNative = reader.id === 'native';
      machine = openMachine({
        judge,
        carries: reader.carries,
        given,
        observe: outcome.observe,
        unchecked: outcome.unchecked,
        posture: (run) => runs.forget(run.id),
      });
    },
    event(event) {
      runs.see(event.kind);
      if (event.kind === 'run-opened') runs.open(event);
      if (!runs.isOwn(event.run)) {
        followElsewhere(judge, event);
        return;
      }
      if (isNative && event.record.defects.length > 0) for (const defect of recordDefects(event)) outcome.observe(defect);
      unwrap(event);
    },
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
  }
  records.end();
  reading.end();
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
    ...runs.summary(),
  };
  return { inputs: [row], ...outcome.part(), ...(against !== undefined && { against: against.rows() }) };
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
  for (const [index, input] of inputs.entries()) parts.push(await scanInput(settings, share, { input, index }));
  return {
    inputs: parts.flatMap((part) => part.inputs),
    findings: parts.flatMap((part) => part.findings),
    unchecked: parts.flatMap((part) => part.unchecked),
    accommodations: parts.flatMap((part) => part.accommodations),
    ...(settings.candidate !== undefined && { against: parts.flatMap((part) => part.against ?? []) }),
  };
}
