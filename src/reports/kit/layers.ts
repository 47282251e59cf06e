import type { LayerReport } from '../../model/report/counts.ts';
import type { Report } from '../../model/report.ts';
import { alignColumns } from './columns.ts';
import { joinDots, type Line, solid, span, widthOf } from './spans.ts';
import { wrapLine } from './wrap.ts';

const notEvidenced = {
  policy: 'no decision recorded: structure says nothing about authorisation',
  attestation: 'no binding recorded: nothing shows that what was approved is what ran',
} as const;

/** Both gates together; a stage that is not recorded adds nothing here and is said in the balance. */
function structureCounts({ calls, outputs, coverage }: Report): readonly number[] {
  return [
    (calls.passed ?? 0) + outputs.passed,
    (calls.failed ?? 0) + outputs.failed,
    coverage.input.unchecked + coverage.output.unchecked,
    coverage.input.no_contract + coverage.output.no_contract,
  ];
}

/** Never "correct": a schema-valid answer can still be wrong work. */
function structureWords({ verdict, evidence }: LayerReport): string {
  if (verdict === 'pass') return evidence === '' ? 'structurally as declared' : `structurally as declared · ${evidence}`;
  return evidence === '' && verdict === 'not-evidenced' ? 'nothing was judged' : evidence;
}

function layerWords(layer: LayerReport, otherwise: string): string {
  if (layer.verdict === 'not-evidenced') return layer.evidence === '' ? otherwise : layer.evidence;
  return layer.evidence === '' ? layer.verdict : `${layer.verdict}: ${layer.evidence}`;
}

const head = ['layer', 'evidence', 'pass', 'fail', 'unchecked', 'no contract'] as const;

function safe(text: string): string {
  return span(text).text;
}

/** For narrow windows: each layer's line, the counts under structure. */
function stackLayers(report: Report, width: number): Line[] {
  const { structure, policy, attestation } = report.layers;
  const counts = structureCounts(report).map((count, index) => `${head[index + 2] ?? ''} ${count}`);
  const lines: Line[] = [
    [span('structure    ', 'strong'), span(structureWords(structure))],
    [span('  '), ...joinDots(counts.map((count) => solid(count)))],
    [span('policy       ', 'strong'), span(layerWords(policy, notEvidenced.policy))],
    [span('attestation  ', 'strong'), span(layerWords(attestation, notEvidenced.attestation))],
  ];
  return lines.flatMap((line) => wrapLine(line, width, 4));
}

/** The three layers, kept apart: what each rests on, and for structure how often it held. */
export function renderLayers(report: Report, width: number): Line[] {
  const { structure, policy, attestation } = report.layers;
  const first = 'attestation'.length;
  const row = ['structure'.padEnd(first), safe(structureWords(structure)), ...structureCounts(report).map(String)];
  const table = alignColumns([[...head], row], ['left', 'left', 'right', 'right', 'right', 'right']);
  const lines = [
    ...table.map((text): Line => [{ text: text.trimEnd(), tone: 'plain' }]),
    [span('policy'.padEnd(first + 2)), span(layerWords(policy, notEvidenced.policy))],
    [span('attestation  '), span(layerWords(attestation, notEvidenced.attestation))],
  ];
  return lines.every((line) => widthOf(line) <= width) ? lines : stackLayers(report, width);
}
