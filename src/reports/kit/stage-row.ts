import type { Finding, FindingStage } from '../../model/finding.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Look } from '../../model/look.ts';
import type { Row } from './rows.ts';
import { type Line, type Span, span } from './spans.ts';
import { showPath, showRecorded } from './values.ts';

/** The sign of a named difference between two values of one story. */
export function changeSign(kind: string | undefined): Span {
  if (kind === 'dropped' || kind === 'removed') return span('-', 'bad');
  if (kind === 'added' || kind === 'defaulted' || kind === 'null-filled') return span('+', 'warn');
  return span('~', 'warn');
}

/** `"48.00" → 48`; a value that is not there at one end is left out, the sign says so. */
export function changeCell(values: readonly (JsonValue | undefined)[], look: Look['values']): Line {
  const present = values.filter((value) => value !== undefined);
  return present.flatMap((value, index) => [...(index === 0 ? [] : [span(' → ', 'dim')]), span(showRecorded(value, look), 'strong')]);
}

/** `proposed → executed` */
export function stageNames(stages: readonly FindingStage[]): string {
  return stages.map((stage) => stage.stage).join(' → ');
}

/** The row of a stage difference; `substituted` is said of the tool itself, not of its arguments. */
export function stageRow(finding: Finding, look: Look['values']): Row {
  const place = finding.kind === 'substituted' ? 'tool' : showPath(finding.path ?? '');
  const values = (finding.stages ?? []).map((stage) => stage.value);
  return { sign: changeSign(finding.kind), cells: [[span(place)], changeCell(values, look), [span(finding.kind ?? '', 'dim')]] };
}
