import type { LockedTool } from '../../declare/lock.ts';
import { numberText } from '../../json/decimal.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import { stringText } from '../../reports/kit/json-text.ts';

/**
 * The lock file: a line for every member, so that a comparison of two locks shows what changed in which tool, with invisible characters
 * escaped, so that a reviewer sees all of it. Numbers are written as they were declared.
 */
export function lockText(tools: readonly LockedTool[]): string {
  const entries = tools.map(({ server, name, sha256, tool }) => ({ ...(server === undefined ? {} : { server }), name, sha256, tool }));
  return `${valueText({ lock: 1, tools: entries }, '')}\n`;
}

/** Only for values of bounded depth. */
function valueText(value: JsonValue, indent: string): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'number' || value instanceof ExactNumber) return numberText(value);
  const inner = `${indent}  `;
  if (isJsonArray(value))
    return blockText(
      '[]',
      value.map((item) => valueText(item, inner)),
      indent,
    );
  if (!isJsonObject(value)) return String(value);
  return blockText(
    '{}',
    Object.entries(value).map(([key, item]) => `${stringText(key)}: ${valueText(item, inner)}`),
    indent,
  );
}

function blockText(brackets: '[]' | '{}', lines: readonly string[], indent: string): string {
  if (lines.length === 0) return brackets;
  return `${brackets[0]}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${brackets[1]}`;
}
