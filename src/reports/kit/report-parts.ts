import type { JsonValue } from '../../model/json.ts';
import { compareText } from '../../model/order.ts';
import type { Spot } from '../../model/record.ts';
import type { GateCoverage, LayerReport } from '../../model/report/counts.ts';
import type { DeclarationReport, InputReport, UncheckedReport } from '../../model/report/inputs.ts';
import type { Accommodation } from '../../model/report/stories.ts';
import type { Report } from '../../model/report.ts';
import { optionalText, placeText } from './finding-text.ts';
import { objectText, stringText, valueText } from './json-text.ts';

function nullableText(text: string | null): string {
  return text === null ? 'null' : stringText(text);
}

function listText(texts: readonly string[]): string {
  return `[${texts.map(stringText).join(',')}]`;
}

/** Counts by name, names by code unit: the order in which they were met must not show. */
export function namedCounts(counts: Readonly<Record<string, number>>): string {
  const names = Object.keys(counts).sort(compareText);
  return objectText(names.map((name) => [name, String(counts[name] ?? 0)]));
}

const spotText = ({ line, column, offset }: Spot): string =>
  objectText(Object.entries({ line: String(line), column: String(column), offset: String(offset) }));

function namedSpots(spots: Readonly<Record<string, Spot>>): string {
  const names = Object.keys(spots).sort(compareText);
  return objectText(
    names.flatMap((name) => {
      const spot = spots[name];
      return spot === undefined ? [] : [[name, spotText(spot)] as const];
    }),
  );
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
    ...(input.unread_first === undefined ? [] : [['unread_first', namedSpots(input.unread_first)] as const]),
    ...(input.torn === undefined ? [] : [['torn', spotText(input.torn)] as const]),
    ['runs', String(input.runs)],
    ...(input.goes_on === undefined ? [] : [['goes_on', listText(input.goes_on)] as const]),
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

export function leadingAccommodationText({ leading_accommodation: row }: Report): string | undefined {
  if (row === undefined) return undefined;
  return objectText([
    ['server', nullableText(row.server)],
    ['tool', nullableText(row.tool)],
    ['path', stringText(row.path)],
    ['repair', stringText(row.repair)],
    ['count', String(row.count)],
    ['of', String(row.of)],
    ['change', stringText(row.change)],
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
  const names = callNames.filter((name) => calls[name] !== undefined);
  return objectText(names.map((name) => [name, String(calls[name])]));
}

/** In the order of a call's life; those that no input records may be absent. */
const callNames = [
  'proposed',
  'unproposed',
  'passed',
  'failed',
  'unchecked',
  'authorized',
  'executed',
  'returned',
  'committed',
  'unexplained',
] as const;

export function outputsText({ outputs }: Report): string {
  return countsText(outputs, ['passed', 'failed', 'unchecked', 'no_contract', 'errors']);
}

const stopNames = ['refused', 'truncated', 'malformed_call', 'not_json', 'not_as_declared', 'unchecked'] as const;

export function promisesText({ promises }: Report): string {
  return countsText(promises, ['json_looking', 'json', 'schema_valid']);
}

export function answersStoppedText({ answers_stopped: stopped }: Report): string | undefined {
  return stopped === undefined ? undefined : countsText(stopped, stopNames);
}

export function failedBranchesText({ failed_branches: failed }: Report): string | undefined {
  if (failed === undefined) return undefined;
  const { input_tokens, output_tokens, amounts } = failed.cost;
  const rows = amounts?.map(({ currency, amount }) =>
    objectText([
      ['currency', currency === null ? 'null' : stringText(currency)],
      ['amount', stringText(amount)],
    ]),
  );
  const cost = objectText([
    ['input_tokens', valueText(input_tokens)],
    ['output_tokens', valueText(output_tokens)],
    ['amounts', rows === undefined ? 'null' : `[${rows.join(',')}]`],
  ]);
  return objectText([
    ['attempts', String(failed.attempts)],
    ['cost', cost],
  ]);
}

export function hostVerdictsText({ host_verdicts: said }: Report): string | undefined {
  if (said === undefined) return undefined;
  return objectText([
    ['refused_as_invalid', String(said.refused_as_invalid)],
    ['denied', String(said.denied)],
    ['denied_by', countsText(said.denied_by, ['human', 'hook', 'host'])],
  ]);
}

export function payloadsText({ payloads }: Report): string | undefined {
  if (payloads === undefined) return undefined;
  const counts = (['named', 'read', 'missing', 'unusable'] as const).map((name) => [name, String(payloads[name])] as const);
  return objectText([['store', stringText(payloads.store)], ...counts]);
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
