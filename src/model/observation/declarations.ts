import type { DeclarationProblem } from '../declaration.ts';
import type { GateName } from '../delta.ts';
import type { ObservationBase } from './base.ts';

export interface DeclarationChange extends ObservationBase {
  readonly kind: 'declaration-changed' | 'declaration-mismatch';
  /** `added`, `removed`: the list had been whole, and now has a tool more or less. */
  readonly change: 'changed' | 'added' | 'removed';
  readonly isAnnounced: boolean;
  /** Two requests declare it, each for itself. */
  readonly isByRequest?: true | undefined;
  readonly isCompatible: boolean;
  readonly changes: readonly { readonly pointer: string; readonly what: string; readonly effect: string }[];
  /** Where the other declaration stands, in words. */
  readonly against: string;
}

export interface DeclarationRemark extends ObservationBase {
  readonly kind: 'declaration-problem';
  readonly gate: GateName;
  readonly problem: DeclarationProblem;
  /** A file given by the user, when the declaration stands in no record of the input. */
  readonly given?: string | undefined;
}

/** What stands against telling two declared names apart. */
export interface NameFault extends ObservationBase {
  readonly kind: 'name-collision' | 'confusable-name';
  /** The name declared before it: the same, or one that looks like it. */
  readonly other: string;
}

export interface StepStrictness extends ObservationBase {
  readonly kind: 'step-strictness';
  /** A workflow file given by the user, when the step stands in no record of the input. */
  readonly given?: string | undefined;
}
