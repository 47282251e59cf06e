import { isEqual } from '../json/equal.ts';
import { printJson } from '../json/print.ts';
import type { DeclarationDifference, StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import { type JsonValue, memberOf } from '../model/json.ts';
import { compareText } from '../model/order.ts';
import { compareSchemas } from './schemas.ts';
import { termDifferences } from './terms.ts';

export type { DeclarationDifference } from '../model/declaration.ts';

/**
 * What changed between two declarations of one tool, and whom it hurts: callers, when arguments that were accepted
 * are refused now; readers, when results come that were excluded before. The order of keys and of `required`, `enum`
 * and `type` is no change. What the rules cannot decide is said to be undecidable, never guessed. A caller is one who
 * sends declared fields only: what an open object lets through besides is promised to nobody. Sorted by pointer.
 */
export function declarationDifferences(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  if (before === after) return [];
  return sorted([
    ...compareWords('/title', before.title, after.title),
    ...compareWords('/description', before.description, after.description),
    ...compareHints(before.annotations, after.annotations),
    ...compareReading(before, after),
    ...compareInputs(before, after),
    ...compareOutputs(before, after),
  ]);
}

/** What changed between two declarations of one step: its answer is read, its tools are called. */
export function stepDifferences(before: StepDeclaration, after: StepDeclaration): readonly DeclarationDifference[] {
  if (before === after) return [];
  const answer = comparePromise('/output', before.outputSchema, after.outputSchema, 'json-schema');
  return sorted([...answer, ...compareOffers(before.tools, after.tools), ...termDifferences(before, after)]);
}

function sorted(found: readonly DeclarationDifference[]): readonly DeclarationDifference[] {
  const seen = new Set<string>();
  return [...found]
    .sort((a, b) => compareText(a.pointer, b.pointer) || compareText(a.what, b.what) || compareText(a.effect, b.effect))
    .filter(({ pointer, what, effect }) => {
      const key = JSON.stringify([pointer, what, effect]);
      return !seen.has(key) && seen.add(key) !== undefined;
    });
}

function compareWords(pointer: string, before: string | undefined, after: string | undefined): readonly DeclarationDifference[] {
  if (before === after) return [];
  const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const words = after === undefined ? '' : `: ${printJson(after, 80)}`;
  const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  return [{ pointer, what: `text ${verb}${words}`, effect: 'description', ...sides }];
}

/** What a server says of its own tool changes what a host asks a person about; no value is judged by it. */
function compareHints(before: JsonValue | undefined, after: JsonValue | undefined): readonly DeclarationDifference[] {
  if (isSame(before, after)) return [];
  const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const words = after === undefined ? '' : `: ${printJson(after, 80)}`;
  const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  return [{ pointer: '/annotations', what: `hints ${verb}${words}`, effect: 'description', ...sides }];
}

const notationOf = ({ notation }: ToolDeclaration): NonNullable<ToolDeclaration['notation']> => notation ?? 'json-schema';

/** Things beside the schemas that change what they mean. */
function compareReading(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  if (notationOf(before) !== notationOf(after))
    return [{ pointer: '', what: 'written in another notation; the schemas are not compared', effect: 'undecidable' }];
  const found: DeclarationDifference[] = [];
  const [old, now] = [before.dialect?.name, after.dialect?.name];
  if (old !== now && old !== undefined && now !== undefined)
    found.push({ pointer: '', what: `read as ${now}, before as ${old}`, effect: 'undecidable' });
  const isLoosened = before.outputMustBeObject === true && after.outputMustBeObject !== true;
  const isOfObjects = memberOf(after.outputSchema, 'type') === 'object';
  if (isLoosened && after.outputSchema !== undefined && before.outputSchema !== undefined && !isOfObjects)
    found.push({ pointer: '/outputSchema', what: 'results may be other than objects now', effect: 'breaking-for-readers' });
  return found;
}

function isComparable(before: ToolDeclaration, after: ToolDeclaration): boolean {
  return notationOf(before) === notationOf(after);
}

function compareInputs(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  const [old, now] = [before.inputSchema, after.inputSchema];
  const pointer = '/inputSchema';
  if (isSame(old, now) || !isComparable(before, after)) return [];
  if (now === undefined)
    return [
      {
        pointer,
        what: 'input schema removed: nothing is declared for the arguments',
        effect: 'compatible',
        ...(old !== undefined && { before: old }),
      },
    ];
  if (old === undefined)
    return [{ pointer, what: 'input schema added: arguments are restricted now', effect: 'breaking-for-callers', after: now }];
  return compareSchemas(old, now, { pointer, role: 'input', notation: before.notation });
}

function compareOutputs(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[] {
  return isComparable(before, after) ? comparePromise('/outputSchema', before.outputSchema, after.outputSchema, before.notation) : [];
}

function comparePromise(
  pointer: string,
  old: JsonValue | undefined,
  now: JsonValue | undefined,
  notation: ToolDeclaration['notation'],
): readonly DeclarationDifference[] {
  if (isSame(old, now)) return [];
  if (old === undefined)
    return [
      { pointer, what: 'output schema added: results are promised now', effect: 'compatible', ...(now !== undefined && { after: now }) },
    ];
  if (now === undefined)
    return [{ pointer, what: 'output schema removed: nothing is promised any more', effect: 'breaking-for-readers', before: old }];
  return compareSchemas(old, now, { pointer, role: 'output', notation });
}

/** No list of tools offers all of them. */
function compareOffers(before: readonly string[] | undefined, after: readonly string[] | undefined): readonly DeclarationDifference[] {
  const pointer = '/tools';
  const sides = { ...(before !== undefined && { before: [...before] }), ...(after !== undefined && { after: [...after] }) };
  if (after === undefined)
    return before === undefined ? [] : [{ pointer, what: 'every declared tool is offered now', effect: 'compatible', ...sides }];
  if (before === undefined) return [{ pointer, what: 'only the listed tools are offered now', effect: 'breaking-for-callers', ...sides }];
  const lost = before.filter((name) => !after.includes(name));
  const gained = after.filter((name) => !before.includes(name));
  return [
    ...lost.map((name) => ({
      pointer,
      what: `${printJson(name, 80)} is not offered any more`,
      effect: 'breaking-for-callers' as const,
      ...sides,
    })),
    ...gained.map((name) => ({ pointer, what: `${printJson(name, 80)} is offered now`, effect: 'compatible' as const, ...sides })),
  ];
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && isEqual(a, b));
}
