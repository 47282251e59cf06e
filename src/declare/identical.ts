import { isEqual } from '../json/equal.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../model/json.ts';

/** Deeper schemas are left to the iterative comparison. */
const quickDepth = 64;

/**
 * Equality of two schemas, quickest where they are equal: every run of a ledger declares its tools again, so this is
 * asked far more often than anything is declared anew. Allocates nothing on the way to a yes.
 */
export function isIdentical(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && (isQuicklyEqual(a, b, 0) || isEqual(a, b));
}

/** The same words and schemas at the same places. */
export function isSameDeclaration(a: ToolDeclaration, b: ToolDeclaration): boolean {
  return (
    a.inputPointer === b.inputPointer &&
    a.outputPointer === b.outputPointer &&
    a.title === b.title &&
    a.description === b.description &&
    isIdentical(a.annotations, b.annotations) &&
    a.notation === b.notation &&
    a.isStrict === b.isStrict &&
    a.dialect?.name === b.dialect?.name &&
    a.dialect?.because === b.dialect?.because &&
    a.outputMustBeObject === b.outputMustBeObject &&
    isIdentical(a.inputSchema, b.inputSchema) &&
    isIdentical(a.outputSchema, b.outputSchema)
  );
}

/** A no means only "not seen to be equal". */
function isQuicklyEqual(a: JsonValue, b: JsonValue, depth: number): boolean {
  if (a === b) return true;
  if (depth > quickDepth) return false;
  if (isJsonArray(a)) return isJsonArray(b) && areItemsEqual(a, b, depth);
  return isJsonObject(a) && isJsonObject(b) && areMembersEqual(a, b, depth);
}

function areItemsEqual(a: JsonArray, b: JsonArray, depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (!isQuicklyEqual(a[index] ?? null, b[index] ?? null, depth + 1)) return false;
  return true;
}

function areMembersEqual(a: JsonObject, b: JsonObject, depth: number): boolean {
  let balance = 0;
  for (const name in a) {
    if (!Object.hasOwn(b, name) || !isQuicklyEqual(a[name] ?? null, b[name] ?? null, depth + 1)) return false;
    balance += 1;
  }
  for (const name in b) if (Object.hasOwn(b, name)) balance -= 1;
  return balance === 0;
}
