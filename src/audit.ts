import { leadingAccommodation } from './audit/accommodations.ts';
import { joinAgainst } from './audit/against-fold.ts';
import { type Conclusion, conclude } from './audit/conclude.ts';
import { concludeAgainst } from './audit/conclude-against.ts';
import type { AuditInput, ScanSettings } from './audit/input.ts';
import { chooseLevel } from './audit/level.ts';
import { addPayloads, carriesOf, joinParts } from './audit/merge.ts';
import type { Share } from './audit/own-runs.ts';
import type { Part, PartInput } from './audit/part.ts';
import type { PayloadFile, PayloadStore } from './audit/payloads-store.ts';
import { failedBranchesOf, promisesOf } from './audit/promises.ts';
import { scan as scanPart } from './audit/scan.ts';
import type { ValueSubject } from './audit/subject.ts';
import { chainsOf, countCalls, countOutputs, coverageOf, layersOf, notAsked, omittedOf, summarize } from './audit/summary.ts';
import { listLimit } from './audit/tally-findings.ts';
import type { GivenWorkflow } from './declare/declared.ts';
import { createGates } from './gates/create.ts';
import { needsFormatLibrary } from './gates/formats/library.ts';
import type { SchemaResources } from './gates/gates.ts';
import type { Allowable } from './model/delta.ts';
import type { Level } from './model/finding.ts';
import type { ObservationKind } from './model/observation.ts';
import { compareText } from './model/order.ts';
import type { AgainstReport } from './model/report/against.ts';
import type { DeclarationReport, InputReport } from './model/report/inputs.ts';
import type { Report } from './model/report.ts';
import type { Tally } from './replay/tally.ts';
import { rules } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';

export { declaredTools } from './audit/declared-tools.ts';
export type { AuditInput, Part, PayloadFile, PayloadStore, Share, ValueSubject };

/** What the invocation decides; everything else the record says. */
export interface AuditOptions {
  readonly command: 'validate' | 'replay';
  /** Absent: each run is judged by its own posture. */
  readonly failOn?: Level | undefined;
  /** The flag that said so, for the report. */
  readonly failOnBecause?: string | undefined;
  readonly formats: 'assert' | 'annotate';
  readonly isClosedObjects: boolean;
  /** The id of a reader to force. */
  readonly from?: string | undefined;
  readonly allowUnchecked: readonly Allowable[];
  readonly version: string;
}

export interface AuditRequest {
  readonly inputs: readonly AuditInput[];
  readonly given?: GivenWorkflow | undefined;
  /** A declaration that is not shipped yet: which recorded values would it newly reject, which newly accept? */
  readonly against?: GivenWorkflow | undefined;
  readonly resources: SchemaResources;
  readonly options: AuditOptions;
  /** What is kept outside of a content-free ledger, each under its digest; read only where a record names it. */
  readonly payloads?: PayloadStore | undefined;
  /** One value instead of recordings: the whole input is the arguments of a tool, or an answer under a schema. */
  readonly subject?: ValueSubject | undefined;
  /** Answered calls of open runs that are held in full (the rest in a short form): memory against time. The report is the same for every number. */
  readonly heldInFull?: number | undefined;
  /** Findings of one code that are listed; absent: 10,000. All are counted, whatever the number. */
  readonly listed?: number | undefined;
}

/** Scans part `share.index` of `share.count`: bytes, records, reader, declarations, gates, replay, rules. */
export async function scan(request: AuditRequest, share: Share): Promise<Part> {
  return scanPart(request.inputs, await prepare(request), share);
}

/** Joins the parts of one audit into its report: the same bytes for every number of parts. */
export function merge(request: AuditRequest, parts: readonly Part[]): Report {
  const joined = joinParts(parts, request.listed ?? listLimit);
  const findings = joined.findings.map((part) => part.finding);
  const summary = summarize(joined);
  const chosen = chooseLevel(joined.inputs, askedLevel(request));
  const conclusion: Conclusion = conclude({
    joined,
    summary,
    chosen,
    allowed: request.options.allowUnchecked,
    rules,
    isGiven: request.given !== undefined,
  });
  const against = againstOf(request, parts);
  const ending = against === undefined ? conclusion : concludeAgainst(conclusion, against, request.options.failOn);
  return {
    report: 1,
    tool: { name: 'twogates', version: request.options.version },
    command: request.options.command,
    level: chosen.report,
    options: effectiveOptions(request),
    inputs: joined.inputs.map((input, index) => reportInput(input, goesOn(joined.inputs, index))),
    declarations: joined.inputs.flatMap(reportDeclarations),
    findings,
    ...omittedOf(joined),
    calls: countCalls(joined),
    outputs: countOutputs(joined.tally),
    coverage: coverageOf(joined.tally),
    unchecked: joined.unchecked.map((entry) => entry.note),
    not_asked: [
      ...notAsked({
        rules: rulesOf(request),
        inputs: joined.inputs,
        hasEffects: (request.given?.effects ?? []).length > 0,
      }),
      ...(request.options.command === 'replay' ? notSearched(joined.inputs) : []),
    ],
    layers: layersOf(joined),
    ...promisesOf(joined.tally),
    ...(request.options.command === 'replay' ? failedBranchesOf(joined.tally) : {}),
    ...hostVerdicts(joined.tally),
    accommodations: request.options.command === 'replay' ? joined.accommodations.map((entry) => entry.row) : [],
    ...(request.options.command === 'replay' ? { ...leadingAccommodation(joined.accommodations), ...chainsOf(joined) } : {}),
    summary,
    ...(against !== undefined && { against }),
    ...payloadsOf(request, joined.inputs),
    conclusion: ending.line,
    exit: ending.exit,
  };
}

function againstOf({ against }: AuditRequest, parts: readonly Part[]): AgainstReport | undefined {
  if (against === undefined) return undefined;
  const candidates = against.sources.map(({ source, sha256, tools, steps }) => ({
    source,
    sha256,
    tools: tools.length,
    steps: steps.length,
  }));
  return { candidates, ...joinAgainst(parts.map((part) => part.against ?? [])) };
}

/** A whole audit in one part. Rejects only with what reading an input rejects with. */
export async function audit(request: AuditRequest): Promise<Report> {
  return merge(request, [await scan(request, { index: 0, count: 1 })]);
}

/** One value belongs to no run that could declare a posture: unless asked otherwise, every deviation of it fails. */
function askedLevel({ subject, options }: AuditRequest): { readonly failOn?: Level | undefined; readonly because?: string | undefined } {
  if (options.failOn === undefined && subject !== undefined) return { failOn: 'deviation', because: 'default for one value' };
  return { failOn: options.failOn, because: options.failOnBecause };
}

/** What a gate, a declaration or a line says by itself: all other observations come from following calls through their lives. */
const stateless: ReadonlySet<ObservationKind> = new Set([
  'deviation',
  'remark',
  'declaration-problem',
  'record-defect',
  'payload-mismatch',
  'misshapen',
  'promised-payload-missing',
  'line-fault',
  'chain-broken',
  'step-strictness',
]);

/** `validate` asks the gates and keeps no state beyond the declarations in force; `replay` asks every rule. */
function rulesOf({ options }: AuditRequest): readonly Rule[] {
  return options.command === 'replay' ? rules : rules.filter((rule) => rule.observes.some((kind) => stateless.has(kind)));
}

async function prepare(request: AuditRequest): Promise<ScanSettings> {
  const { formats, isClosedObjects } = request.options;
  const { subject } = request;
  // one value is judged by the walk alone: loading a compiler and tables would cost more than it saves
  const settings = {
    formats,
    resources: request.resources,
    isFast: subject === undefined,
    hasFormatLibrary: subject === undefined || needsTables(request),
  };
  const closed = await createGates({ ...settings, isClosedObjects: true });
  const open = isClosedObjects ? closed : await createGates({ ...settings, isClosedObjects: false });
  return {
    given: request.given,
    candidate: request.against,
    gates: { open, closed },
    rules: rulesOf(request),
    listed: request.listed ?? listLimit,
    subject,
    heldInFull: request.heldInFull,
    payloads: request.payloads,
    ...(await loadReaders(request)),
  };
}

/** The readers, which a single value has no use for. */
async function loadReaders({ subject, options }: AuditRequest): Promise<Pick<ScanSettings, 'forced' | 'choose'>> {
  if (subject !== undefined) return { forced: undefined, choose: () => ({ nearest: undefined }) };
  const { chooseReader, readers } = await import('./readers/index.ts');
  return { forced: readers.find((reader) => reader.id === options.from), choose: chooseReader };
}

/** Whether a schema at hand has a format that is judged by tables (internationalised host names). */
function needsTables({ subject, given, resources }: AuditRequest): boolean {
  const tools = (given?.sources ?? []).flatMap((source) => source.tools.flatMap((tool) => [tool.inputSchema, tool.outputSchema]));
  const schemas = [...resources.values(), ...tools, ...(subject?.kind === 'answer' ? [subject.schema] : [])];
  return schemas.some((schema) => schema !== undefined && needsFormatLibrary(schema));
}

function hostVerdicts({ hostRefused, denied }: Tally): Pick<Report, 'host_verdicts'> {
  const by = { human: denied.get('human') ?? 0, hook: denied.get('hook') ?? 0, host: denied.get('host') ?? 0 };
  const total = by.human + by.hook + by.host;
  return hostRefused + total === 0 ? {} : { host_verdicts: { refused_as_invalid: hostRefused, denied: total, denied_by: by } };
}

/** Free words repeat content or do not: nobody can say where the content is not at hand. */
function notSearched(inputs: readonly PartInput[]): Report['not_asked'] {
  const count = inputs.reduce((sum, input) => sum + input.unsearchedTexts, 0);
  if (count === 0) return [];
  return [
    { code: 'ledger/content-leaked', because: `errors and reasons in free words (${count}) may repeat what is not at hand (--payloads)` },
  ];
}

function payloadsOf({ payloads }: AuditRequest, inputs: readonly PartInput[]): Pick<Report, 'payloads'> {
  if (payloads === undefined) return {};
  const none = { named: 0, read: 0, missing: 0, unusable: 0 };
  return { payloads: { store: payloads.name, ...inputs.map((input) => input.payloads).reduce(addPayloads, none) } };
}

function effectiveOptions({ options, payloads }: AuditRequest): Report['options'] {
  return {
    formats: options.formats,
    closed: options.isClosedObjects,
    from: options.from ?? null,
    allow_unchecked: [...options.allowUnchecked],
    ...(payloads !== undefined && { payloads: payloads.name }),
  };
}

/** The files of which this one records further events. */
const goesOn = (inputs: readonly PartInput[], index: number): readonly string[] =>
  inputs.filter(({ pieces }) => pieces.some(({ input, isOfRun }) => isOfRun && input === index)).map(({ file }) => file);

function reportInput(input: PartInput, goesOnWith: readonly string[]): InputReport {
  const { file, sha256, bytes, format, records, read, unrelated, torn, tally } = input;
  return {
    file,
    sha256,
    bytes,
    format,
    records,
    read,
    unrelated,
    unread: byName(input.unread),
    ...(input.unreadFirst.size > 0 && { unread_first: byName(input.unreadFirst) }),
    ...(torn !== undefined && { torn }),
    runs: tally.runs,
    ...(goesOnWith.length > 0 && { goes_on: goesOnWith }),
    carries: carriesOf(input),
  };
}

const byName = <Value>(counts: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> =>
  Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));

function reportDeclarations(input: PartInput): readonly DeclarationReport[] {
  return input.declarations.map(({ source, ...row }) => ({ source: source ?? input.file, ...row }));
}
