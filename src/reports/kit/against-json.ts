import type { Delta } from '../../model/delta.ts';
import type { Look } from '../../model/look.ts';
import { compareText } from '../../model/order.ts';
import type { AgainstCounts, AgainstExample, AgainstReport, AgainstRow } from '../../model/report/against.ts';
import { optionalNumber, optionalText, placeText, recordedText } from './finding-text.ts';
import { objectText, stringText, valueText } from './json-text.ts';

export const againstChanges = ['newly_rejected', 'newly_accepted', 'same', 'unchecked', 'not_in_candidate'] as const;

function countsText(counts: AgainstCounts): string {
  return objectText(againstChanges.map((change) => [change, String(counts[change])]));
}

function deltaText(delta: Delta, values: Look['values']): string {
  const { kind, path, declared, recorded, reason, detail, hint, repair, count } = delta;
  return objectText([
    ['kind', stringText(kind)],
    ['path', stringText(path)],
    ['declared', declared === undefined ? undefined : valueText(declared)],
    ['recorded', recordedText(recorded, values)],
    ['reason', optionalText(reason)],
    ['detail', optionalText(detail)],
    ['hint', optionalText(hint)],
    ['repair', optionalText(repair)],
    ['count', optionalNumber(count)],
  ]);
}

function exampleText(example: AgainstExample, values: Look['values']): string {
  return objectText([
    ['change', stringText(example.change)],
    ['at', placeText(example.at)],
    ['run', optionalText(example.run)],
    ['instance', optionalText(example.instance)],
    ['attempt', optionalNumber(example.attempt)],
    ['call', optionalText(example.call)],
    ['deltas', `[${example.deltas.map((delta) => deltaText(delta, values)).join(',')}]`],
    ['more', String(example.more)],
  ]);
}

const nullableText = (text: string | null): string => (text === null ? 'null' : stringText(text));

function rowText(row: AgainstRow, values: Look['values']): string {
  const reasons = Object.entries(row.reasons).sort(([a], [b]) => compareText(a, b));
  return objectText([
    ['gate', stringText(row.gate)],
    ['server', nullableText(row.server)],
    ['tool', nullableText(row.tool)],
    ['step', nullableText(row.step)],
    ['counts', countsText(row.counts)],
    ['reasons', objectText(reasons.map(([reason, count]) => [reason, String(count)]))],
    ['examples', `[${row.examples.map((example) => exampleText(example, values)).join(',')}]`],
  ]);
}

/** The what-if part of report v1. */
export function againstText({ candidates, total, rows }: AgainstReport, values: Look['values']): string {
  const given = candidates.map(({ source, sha256, tools, steps }) =>
    objectText([
      ['source', stringText(source)],
      ['sha256', stringText(sha256)],
      ['tools', String(tools)],
      ['steps', String(steps)],
    ]),
  );
  const lines = rows.map((row) => `      ${rowText(row, values)}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n    ]`;
  return `{\n    "candidates": [${given.join(',')}],\n    "total": ${countsText(total)},\n    "rows": ${list}\n  }`;
}
