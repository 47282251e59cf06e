import { isAtLeast, levelOf } from '../audit/level.ts';
import { sha256 } from '../digest/sha256.ts';
import type { LintedSchema, LintRequest } from '../lint.ts';
import type { Finding, Level } from '../model/finding.ts';
import { compareText } from '../model/order.ts';
import type { GateCoverage, LayerReport } from '../model/report/counts.ts';
import type { DeclarationReport, InputReport } from '../model/report/inputs.ts';
import type { Report } from '../model/report.ts';

/** What lint found out, before it is a report. */
export interface Linted {
  readonly request: LintRequest;
  readonly schemas: readonly LintedSchema[];
  /** In report order. */
  readonly findings: readonly Finding[];
}

const nothingJudged: GateCoverage = { checked: 0, unchecked: 0, no_contract: 0, reasons: {} };
const notEvidenced: LayerReport = { verdict: 'not-evidenced', evidence: 'declarations alone: no value was judged' };

/** The report of declarations: report v1, with everything that only a record could say left empty. */
export function lintReport(linted: Linted): Report {
  const { request, findings } = linted;
  const count = (severity: Finding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
  const none = { total: 0, values: 0, stopped: 0, went_through: 0, refused: 0, errored: 0, accepted: 0, unknown: 0, recovered: 0 };
  return {
    report: 1,
    tool: { name: 'twogates', version: request.version },
    command: 'lint',
    level: { fails_on: levelIn(request), decided_by: request.failOnBecause ?? 'default for declarations' },
    options: {},
    inputs: [...request.files].sort((a, b) => compareText(a.path, b.path)).map((file) => inputOf(file, request)),
    declarations: declarationsOf(linted),
    findings,
    calls: {
      proposed: null,
      passed: null,
      failed: null,
      unchecked: null,
      executed: null,
      returned: null,
      committed: null,
      unexplained: null,
    },
    outputs: { passed: 0, failed: 0, unchecked: 0, no_contract: 0, errors: 0 },
    coverage: { input: nothingJudged, output: nothingJudged },
    unchecked: [],
    not_asked: [],
    layers: { structure: notEvidenced, policy: notEvidenced, attestation: notEvidenced },
    promises: { json_looking: 0, json: 0, schema_valid: 0 },
    accommodations: [],
    summary: { broken: 0, failure: count('failure'), note: count('note'), incidents: count('failure'), deviations: none },
    ...conclude(linted),
  };
}

const levelIn = ({ failOn }: LintRequest): Level => failOn ?? 'deviation';

function inputOf({ path, bytes }: LintRequest['files'][number], { given }: LintRequest): InputReport {
  const remarks = given.sources.filter(({ source }) => source === path).flatMap((source) => source.remarks ?? []);
  const entries = remarks.filter(({ kind }) => kind === 'unread-entry').length;
  const unread: Readonly<Record<string, number>> = entries === 0 ? {} : { 'list entry that names no tool': entries };
  const row = { file: path, sha256: sha256(bytes), bytes: bytes.length, format: 'declarations', records: 1, read: 1, unrelated: 0 };
  return { ...row, unread, runs: 0, carries: ['declarations'] };
}

/** A source with tools of several servers has one row for each, as in an audit. */
function declarationsOf({ request, schemas }: Linted): readonly DeclarationReport[] {
  return request.given.sources.flatMap(({ source, sha256: digest, tools, steps, scope }) => {
    const servers = [...new Set(tools.map(({ server }) => server))].sort((a, b) => compareText(a ?? '', b ?? ''));
    return (servers.length === 0 ? [undefined] : servers).map((server, index): DeclarationReport => {
      const own = schemas.filter((schema) => schema.file === source && schema.subject.server === server);
      const dialects = own.flatMap(({ contract }) =>
        contract.dialect === undefined ? [] : [`${contract.dialect.name} (${contract.dialect.because})`],
      );
      const counts = { tools: tools.filter((tool) => tool.server === server).length, steps: index === 0 ? steps.length : 0 };
      return { source, sha256: digest, server: server ?? null, ...counts, scope, dialects: [...new Set(dialects)].sort(compareText) };
    });
  });
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** "2 tools, 3 schemas: 1 cannot be applied, 4 remarks". */
function inWords({ request, schemas, findings }: Linted): string {
  const tools = schemas.filter(({ subject }) => subject.tool !== undefined);
  const declared = request.given.sources.flatMap((source) => source.tools.filter((tool) => tool.inputSchema === undefined));
  const names = new Set(
    [...tools.map(({ subject }) => [subject.server, subject.tool]), ...declared.map(({ server, name }) => [server, name])].map((name) =>
      JSON.stringify(name),
    ),
  );
  const steps = new Set(schemas.flatMap(({ subject }) => (subject.step === undefined ? [] : [subject.step])));
  const counted = [
    ...(names.size === 0 ? [] : [plural(names.size, 'tool')]),
    ...(steps.size === 0 ? [] : [plural(steps.size, 'step')]),
    plural(schemas.length, 'schema'),
  ];
  const blocked = schemas.filter(({ contract }) => contract.problems.some(({ isBlocking }) => isBlocking)).length;
  const others = findings.filter(({ code, severity }) => severity === 'failure' && isAboutNames(code)).length;
  const notes = findings.filter(({ severity }) => severity === 'note').length;
  const said = [
    ...(blocked === 0 ? [] : [`${blocked} cannot be applied`]),
    ...(others === 0 ? [] : [plural(others, 'other failure')]),
    ...(notes === 0 ? [] : [plural(notes, 'remark')]),
  ];
  return `${counted.join(', ')}: ${said.length === 0 ? 'nothing to remark' : said.join(', ')}`;
}

/** A failure that blocks no schema: of a tool's name, or of a step. */
const isAboutNames = (code: string): boolean => code === 'declaration/name-collision' || code === 'declaration/step-strictness';

function conclude(linted: Linted): Pick<Report, 'conclusion' | 'exit'> {
  const { request, schemas, findings } = linted;
  const words = inWords(linted);
  const level = levelIn(request);
  const failures = findings.filter(({ severity }) => severity !== 'note');
  const isFailing = failures.some((finding) => {
    const own = levelOf(finding);
    return own !== undefined && isAtLeast(own, level);
  });
  if (isFailing) return { exit: 1, conclusion: `${words} → exit 1` };
  if (request.unknown !== undefined) return { exit: 3, conclusion: `${words}; inconclusive: ${request.unknown} → exit 3` };
  if (schemas.length === 0) return { exit: 3, conclusion: `${words}; inconclusive: nothing declares a schema → exit 3` };
  if (failures.length === 0) return { exit: 0, conclusion: `${words} → exit 0` };
  return { exit: 0, conclusion: `${words} → ${plural(failures.length, 'failure')} below the level ${level} → exit 0 (--strict to fail)` };
}
