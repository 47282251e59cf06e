import type { JsonValue } from '../../model/json.ts';
import { compareText } from '../../model/order.ts';
import type {
  Accommodation,
  DeclarationReport,
  GateCoverage,
  InputReport,
  LayerReport,
  Report,
  UncheckedReport,
} from '../../model/report.ts';
import { optionalText, placeText } from './finding-text.ts';
import { objectText, stringText, valueText } from './json-text.ts';

function nullableText(text: string | null): string {
  return text === null ? 'null' : stringText(text);
}

function listText(texts: readonly string[]): string {
  return `[${texts.map(stringText).join(',')}]`;
}

/** Counts by name, names by code unit: the order in which they were met must not show. */
function namedCounts(counts: Readonly<Record<string, number>>): string {
  const names = Object.keys(counts).sort(compareText);
  return objectText(names.map((name) => [name, String(counts[name] ?? 0)]));
}

/** Options by name, by code unit. */
export function optionsText(options: Readonly<Record<string, JsonValue>>): string {
  const names = Object.keys(options).sort(compareText);
  return objectText(names.map((name) => [name, valueText(options[name] ?? null)]));
}

export function inputText(input: InputReport): string {
  return objectText([
    ['file', stringText(input.file)],
    ['sha256', stringText(input.sha256)],
    ['bytes', String(input.bytes)],
    ['format', nullableText(input.format)],
    ['records', String(input.records)],
    ['read', String(input.read)],
    ['unrelated', String(input.unrelated)],
    ['unread', namedCounts(input.unread)],
    ['runs', String(input.runs)],
    ['carries', listText(input.carries)],
  ]);
}

export function declarationText(declaration: DeclarationReport): string {
  return objectText([
    ['source', stringText(declaration.source)],
    ['sha256', stringText(declaration.sha256)],
    ['server', nullableText(declaration.server)],
    ['tools', String(declaration.tools)],
    ['steps', String(declaration.steps)],
    ['scope', stringText(declaration.scope)],
    ['dialects', listText(declaration.dialects)],
  ]);
}

export function uncheckedText(entry: UncheckedReport): string {
  return objectText([
    ['at', placeText(entry.at)],
    ['run', optionalText(entry.run)],
    ['step', optionalText(entry.step)],
    ['call', optionalText(entry.call)],
    ['server', optionalText(entry.server)],
    ['tool', optionalText(entry.tool)],
    ['gate', stringText(entry.gate)],
    ['reason', stringText(entry.reason)],
    ['detail', stringText(entry.detail)],
  ]);
}

export function accommodationText(row: Accommodation): string {
  return objectText([
    ['server', nullableText(row.server)],
    ['tool', nullableText(row.tool)],
    ['path', stringText(row.path)],
    ['repair', stringText(row.repair)],
    ['count', String(row.count)],
    ['first', stringText(row.first)],
    ['last', stringText(row.last)],
  ]);
}

function coverageText({ checked, unchecked, no_contract, reasons }: GateCoverage): string {
  return objectText([
    ['checked', String(checked)],
    ['unchecked', String(unchecked)],
    ['no_contract', String(no_contract)],
    ['reasons', namedCounts(reasons)],
  ]);
}

function layerText({ verdict, evidence }: LayerReport): string {
  return objectText([
    ['verdict', stringText(verdict)],
    ['evidence', stringText(evidence)],
  ]);
}

/** Members whose values are counts, in the order given; null is "not recorded". */
function countsText<Key extends string>(counts: Readonly<Record<Key, number | null>>, keys: readonly Key[]): string {
  return objectText(keys.map((key) => [key, String(counts[key])]));
}

export function callsText({ calls }: Report): string {
  return countsText(calls, ['proposed', 'passed', 'failed', 'unchecked', 'executed', 'returned', 'committed', 'unexplained']);
}

export function outputsText({ outputs }: Report): string {
  return countsText(outputs, ['passed', 'failed', 'unchecked', 'no_contract', 'errors']);
}

export function promisesText({ promises }: Report): string {
  return countsText(promises, ['json_looking', 'json', 'schema_valid']);
}

export function hostVerdictsText({ host_verdicts: said }: Report): string | undefined {
  return said === undefined ? undefined : countsText(said, ['refused_as_invalid', 'denied']);
}

export function bothCoveragesText({ coverage }: Report): string {
  return objectText([
    ['input', coverageText(coverage.input)],
    ['output', coverageText(coverage.output)],
  ]);
}

export function layersText({ layers }: Report): string {
  return objectText([
    ['structure', layerText(layers.structure)],
    ['policy', layerText(layers.policy)],
    ['attestation', layerText(layers.attestation)],
  ]);
}

export function summaryText({ summary }: Report): string {
  const { deviations } = summary;
  const kinds = ['total', 'values', 'stopped', 'went_through', 'refused', 'errored', 'accepted', 'unknown', 'recovered'] as const;
  return objectText([
    ['broken', String(summary.broken)],
    ['failure', String(summary.failure)],
    ['note', String(summary.note)],
    ['incidents', String(summary.incidents)],
    ['deviations', countsText(deviations, kinds)],
  ]);
}
