import { printJson } from '../../json/print.ts';
import { ExactNumber, type JsonValue } from '../../model/json.ts';

/** Equal for two copies of the same content, members in recorded order. Every request repeats its conversation, so this is asked very often. */
export function contentKey(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return `"${value}`;
  return isPlain(value, 0) ? JSON.stringify(value) : printJson(value);
}

/** Deeper values are left to the iterative printer. */
const plainDepth = 64;

/** Whether JSON.stringify says all of it: no number whose text says more than a double, and no depth that overflows. */
export function isPlain(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > plainDepth || value instanceof ExactNumber) return false;
  for (const child of Object.values(value)) if (!isPlain(child, depth + 1)) return false;
  return true;
}
