import { isEqual } from '../json/equal.ts';
import { printJson } from '../json/print.ts';
import type { DeclarationDifference, ToolDeclaration } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';
import { compareText } from '../model/order.ts';
import { compareSchemas } from './schemas.ts';

export type { DeclarationDifference } from '../model/declaration.ts';

/**
 * What changed between two declarations of one tool, and whom it hurts: callers, when arguments that were accepted
 * are refused now; readers, when results come that were excluded before. The order of keys and of `required`, `enum`
 * and `type` is no change. What the rules cannot decide is said to be undecidable, never guessed. Sorted by pointer.
 */
export function declarationDifferences(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  if (before === after) return [];
  const found = [
    ...compareWords('/title', before.title, after.title),
    ...compareWords('/description', before.description, after.description),
    ...compareReading(before, after),
    ...compareInputs(before, after),
    ...compareOutputs(before, after),
  ];
  return found.sort((a, b) => compareText(a.pointer, b.pointer) || compareText(a.what, b.what));
}

function compareWords(pointer: string, before: string | undefined, after: string | undefined): readonly DeclarationDifference[] {
  if (before === after) return [];
  const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const words = after === undefined ? '' : `: ${printJson(after, 80)}`;
  return [{ pointer, what: `text ${verb}${words}`, effect: 'description' }];
}

/** Things beside the schemas that change what they mean. */
function compareReading(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  if ((before.notation ?? 'json-schema') !== (after.notation ?? 'json-schema')) {
    return [{ pointer: '', what: 'written in another notation; the schemas are not compared', effect: 'undecidable' }];
  }
  const [old, now] = [before.dialect?.name, after.dialect?.name];
  if (old === now || old === undefined || now === undefined) return [];
  return [{ pointer: '', what: `read as ${now}, before as ${old}`, effect: 'undecidable' }];
}

function isComparable(before: ToolDeclaration, after: ToolDeclaration): boolean {
  return (before.notation ?? 'json-schema') === (after.notation ?? 'json-schema');
}

function compareInputs(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  const [old, now] = [before.inputSchema, after.inputSchema];
  const pointer = '/inputSchema';
  if (isSame(old, now) || !isComparable(before, after)) return [];
  if (old === undefined || now === undefined) {
    if (now === undefined) return [{ pointer, what: 'input schema removed: nothing is declared for the arguments', effect: 'compatible' }];
    return [{ pointer, what: 'input schema added: arguments are restricted now', effect: 'breaking-for-callers' }];
  }
  return compareSchemas(old, now, { pointer, role: 'input' });
}

function compareOutputs(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  const [old, now] = [before.outputSchema, after.outputSchema];
  const pointer = '/outputSchema';
  if (isSame(old, now) || !isComparable(before, after)) return [];
  if (old === undefined || now === undefined) {
    if (old === undefined) return [{ pointer, what: 'output schema added: results are promised now', effect: 'compatible' }];
    return [{ pointer, what: 'output schema removed: nothing is promised any more', effect: 'breaking-for-readers' }];
  }
  return compareSchemas(old, now, { pointer, role: 'output' });
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && isEqual(a, b));
}
