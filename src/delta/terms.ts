import { printJson } from '../json/print.ts';
import type { DeclarationDifference, StepDeclaration } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';

/**
 * What changed between how two declarations of one step let its answer leave, and what they require of whoever answers. Readers rely on both: less
 * of either breaks them, more of either does not.
 */
export function termDifferences(before: StepDeclaration, after: StepDeclaration): readonly DeclarationDifference[] {
  return [
    ...modeDifference(before.delivery, after.delivery),
    ...sizeDifference(before.maxBytes, after.maxBytes),
    ...listDifferences('/requires/mandatory', before.requires?.mandatory ?? [], after.requires?.mandatory ?? []),
    ...listDifferences('/requires/preferred', before.requires?.preferred ?? [], after.requires?.preferred ?? []),
  ];
}

function sidesOf(before: JsonValue | undefined, after: JsonValue | undefined): Pick<DeclarationDifference, 'before' | 'after'> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function modeDifference(before: StepDeclaration['delivery'], after: StepDeclaration['delivery']): readonly DeclarationDifference[] {
  if (before === after) return [];
  const pointer = '/delivery/mode';
  if (before === 'validated-document')
    return [{ pointer, what: 'the answer may leave before its gate', effect: 'breaking-for-readers', ...sidesOf(before, after) }];
  const isHeld = after === 'validated-document';
  const what = isHeld ? 'the answer leaves whole, and only after its gate' : `delivered as ${after ?? 'nothing declares'}`;
  return [{ pointer, what, effect: 'compatible', ...sidesOf(before, after) }];
}

function sizeDifference(before: number | undefined, after: number | undefined): readonly DeclarationDifference[] {
  if (before === after) return [];
  const isMore = after === undefined || (before !== undefined && after > before);
  const what = isMore ? 'more may leave for one answer' : 'less may leave for one answer';
  return [{ pointer: '/delivery/max_bytes', what, effect: isMore ? 'breaking-for-readers' : 'compatible', ...sidesOf(before, after) }];
}

function listDifferences(pointer: string, before: readonly string[], after: readonly string[]): readonly DeclarationDifference[] {
  const isMandatory = pointer === '/requires/mandatory';
  const sides = sidesOf(before.length === 0 ? undefined : [...before], after.length === 0 ? undefined : [...after]);
  const lost = before.filter((name) => !after.includes(name));
  const gained = after.filter((name) => !before.includes(name));
  return [
    ...lost.map((name) => ({
      pointer,
      what: `${printJson(name, 80)} is not required any more`,
      effect: isMandatory ? ('breaking-for-readers' as const) : ('compatible' as const),
      ...sides,
    })),
    ...gained.map((name) => ({ pointer, what: `${printJson(name, 80)} is required now`, effect: 'compatible' as const, ...sides })),
  ];
}
