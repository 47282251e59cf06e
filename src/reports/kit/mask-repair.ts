import { deltaKinds } from '../../model/delta.ts';

/** Every word a repair may say about a value without quoting it. Anything else is taken for a quotation. */
const plainWords: ReadonlySet<string> = new Set([
  ...['absent', 'null', 'true', 'false', 'text', 'string', 'number', 'integer', 'boolean', 'array', 'object', 'scalar', 'value'],
  ...['dropped', 'added', 'defaulted', 'null-filled', 'emptied', 'coerced', 'renamed', 'rounded', 'unwrapped', 'truncated'],
  ...['substituted', 'changed', 'drop the field', 'fill the default', 'wrap in an array', 'parse the text', 'unwrap the array'],
  ...['change the value', 'omit the field', 'parse the text as JSON', 'strip the fence', 'drop the byte order mark', 'escape it'],
  ...['drop the backslash', 'drop the comma', 'drop the comment', 'close what is open', 'quote the key', 'keep only the first'],
  ...['read single quotes as double quotes', 'True', 'False', 'None'],
  ...deltaKinds.map((kind) => `accepted ${kind}`),
]);

const typedForm = /^(?:string|array)\(\d+\)$|^object\(\d+ keys?\)$/;

/** One side of an arrow: a plain word as it is, else only the type of what is quoted. */
function maskSide(side: string): string {
  if (plainWords.has(side) || typedForm.test(side)) return side;
  const first = side.charAt(0);
  if (first === '"') return 'string';
  if (first === '[') return 'array';
  if (first === '{') return 'object';
  if (side.startsWith('fill the default ')) return 'fill the default';
  return /^-?\d/.test(side) ? 'number' : 'value';
}

/** The text of a repair with quoted values replaced by their types: `"48.00" → 48` becomes `string → number`. */
export function maskRepair(repair: string): string {
  const arrow = / (?:→|->) /;
  // A quoted text may itself hold an arrow: the outermost sides are enough, and what lies between is dropped.
  const sides = repair.split(arrow);
  const first = sides[0] ?? '';
  if (sides.length === 1) return plainWords.has(first) || first.startsWith('fill the default ') ? maskSide(first) : 'change the value';
  return `${maskSide(first)} → ${maskSide(sides.at(-1) ?? '')}`;
}
