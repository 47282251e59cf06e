import type { DeclarationChange } from '../../diff.ts';
import type { DeclarationEffect } from '../../model/declaration.ts';

/** Effects in the order in which a reader wants them, and in words. Only `compatible` fails nothing under --strict. */
export const effectWords: readonly (readonly [DeclarationEffect, string])[] = [
  ['breaking-for-callers', 'breaking for callers'],
  ['breaking-for-readers', 'breaking for readers'],
  ['undecidable', 'undecidable'],
  ['description', 'description'],
  ['compatible', 'compatible'],
];

/** What fails under --strict: what breaks somebody, what cannot be decided, and words, which a model obeys. */
export function failingChanges(changes: readonly DeclarationChange[]): readonly DeclarationChange[] {
  return changes.filter(({ effect, isAccepted }) => !isAccepted && effect !== 'compatible');
}

/** `2 breaking for callers, 1 description`. */
export function countEffects(changes: readonly DeclarationChange[]): string {
  return effectWords
    .map(([effect, words]) => [changes.filter((change) => change.effect === effect).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}
