import { printJson } from '../../json/print.ts';
import type { Delta } from '../../model/delta.ts';
import type { Finding, FindingStage } from '../../model/finding.ts';
import { isJsonArray, isJsonObject, type JsonValue, jsonTypeOf } from '../../model/json.ts';
import type { Look } from '../../model/look.ts';
import type { AgainstExample, AgainstReport } from '../../model/report/against.ts';
import type { Report } from '../../model/report.ts';
import { maskRepair } from './mask-repair.ts';

/** Hexadecimal digest of a value's canonical form (RFC 8785). Short digests of guessable values can be guessed: a mask, not a secret. */
export type HashValue = (value: JsonValue) => string;

const maskWords = /^(?:null|boolean|number|string\(\d+\)|array\(\d+\)|object\(\d+ keys?\)|sha256:[0-9a-f]{8}…)$/;

/** The words that stand for a value that is not shown: `string(5)`, `object(3 keys)`. */
export function typeWords(value: JsonValue): string {
  const type = jsonTypeOf(value);
  if (typeof value === 'string') return `string(${[...value].length})`;
  if (isJsonArray(value)) return `array(${value.length})`;
  if (!isJsonObject(value)) return type;
  const keys = Object.keys(value).length;
  return `object(${keys} ${keys === 1 ? 'key' : 'keys'})`;
}

/**
 * The words of a mask, or undefined when the value is none. A recorded value that imitates a mask passes for one;
 * it can say nothing but the fixed words of a mask.
 */
export function maskOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).length !== 1 || !Object.hasOwn(value, 'masked')) return undefined;
  const words = value.masked;
  return typeof words === 'string' && maskWords.test(words) ? words : undefined;
}

/** Replaces a value by `{"masked": words}`; a mask stays as it is. Without a hash function, `hash` falls back to the type. */
export function maskValue(value: JsonValue, values: Look['values'], hash?: HashValue): JsonValue {
  if (values === 'show' || maskOf(value) !== undefined) return value;
  if (values === 'type' || hash === undefined) return { masked: typeWords(value) };
  return { masked: `sha256:${hash(value).slice(0, 8)}…` };
}

/** Here prose quotes the text that could not be read: what stands where something else was expected. */
const quotesText: ReadonlySet<string> = new Set([
  'structure/not-json',
  'ledger/unreadable-line',
  'ledger/torn-line',
  'ledger/spliced-line',
]);

/** Takes every quotation and escape sequence out of such prose. */
function withoutQuotations(text: string): string {
  return text.replace(/"[^"]*"?|\\\w*/g, '…');
}

/** A second net under the rule that prose never quotes recorded values: the quoted form of a recorded text is taken out of it. */
function maskProse(text: string, recorded: readonly JsonValue[]): string {
  let safe = text;
  for (const value of recorded) {
    if (typeof value === 'string' && value !== '') safe = safe.replaceAll(printJson(value), () => typeWords(value));
  }
  return safe;
}

function maskStage(stage: FindingStage, values: Look['values'], hash?: HashValue): FindingStage {
  return stage.value === undefined ? stage : { ...stage, value: maskValue(stage.value, values, hash) };
}

function maskFinding(finding: Finding, values: Look['values'], hash?: HashValue): Finding {
  const { recorded, stages = [], detail, hint, repair } = finding;
  const clean = (text: string): string => (quotesText.has(finding.code) ? withoutQuotations(text) : maskProse(text, quoted));
  const quoted = [recorded, ...stages.map((stage) => stage.value)].filter((value) => value !== undefined);
  return {
    ...finding,
    message: clean(finding.message),
    ...(recorded !== undefined && { recorded: maskValue(recorded, values, hash) }),
    ...(detail !== undefined && { detail: clean(detail) }),
    ...(hint !== undefined && { hint: clean(hint) }),
    ...(repair !== undefined && { repair: isNameRepair(finding.code) ? repair : maskRepair(repair) }),
    ...(finding.stages !== undefined && { stages: stages.map((stage) => maskStage(stage, values, hash)) }),
  };
}

/** Here the repair is a declared tool's name, which is no recorded value. */
function isNameRepair(code: string): boolean {
  return code === 'structure/invented-tool' || code === 'structure/tool-not-offered';
}

/** A gate's difference on its own, as a what-if example holds it. */
function maskDelta(delta: Delta, values: Look['values'], hash?: HashValue): Delta {
  const { recorded, detail, hint, repair } = delta;
  const quoted = recorded === undefined ? [] : [recorded];
  const clean = (text: string): string => (delta.kind === 'not-json' ? withoutQuotations(text) : maskProse(text, quoted));
  const isOfName = isNameRepair(`structure/${delta.kind}`);
  return {
    ...delta,
    ...(recorded !== undefined && { recorded: maskValue(recorded, values, hash) }),
    ...(detail !== undefined && { detail: clean(detail) }),
    ...(hint !== undefined && { hint: clean(hint) }),
    ...(repair !== undefined && { repair: isOfName ? repair : maskRepair(repair) }),
  };
}

function maskAgainst(against: AgainstReport, values: Look['values'], hash?: HashValue): AgainstReport {
  const maskExample = (example: AgainstExample): AgainstExample => ({
    ...example,
    deltas: example.deltas.map((delta) => maskDelta(delta, values, hash)),
  });
  return { ...against, rows: against.rows.map((row) => ({ ...row, examples: row.examples.map(maskExample) })) };
}

/**
 * The report without recorded values (`--values type|hash`): what was recorded, every stage's value, and repairs that quote
 * either. Names, paths and declared things stay. Masking twice changes nothing, so a renderer may mask again and fail closed.
 */
export function maskValues(report: Report, values: Look['values'], hash?: HashValue): Report {
  if (values === 'show') return report;
  return {
    ...report,
    findings: report.findings.map((finding) => maskFinding(finding, values, hash)),
    accommodations: report.accommodations.map((row) => ({ ...row, repair: maskRepair(row.repair) })),
    ...(report.against !== undefined && { against: maskAgainst(report.against, values, hash) }),
  };
}
