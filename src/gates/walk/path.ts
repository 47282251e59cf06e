import { appendToken } from '../../json/pointer.ts';

/** A place in the checked value, from the leaf upwards. The root is `undefined`. */
export interface Path {
  readonly parent: Path | undefined;
  readonly token: string | number;
  /** True for a property that the schema that names it does not require. */
  readonly isOptional: boolean;
  /** Written at the first fault at or below this place, so that a list of faults costs no more than its length. */
  pointer: string | undefined;
  general: string | undefined;
}

export function pointerOf(path: Path | undefined): string {
  if (path === undefined) return '';
  path.pointer ??= appendToken(pointerOf(path.parent), path.token);
  return path.pointer;
}

/** The pointer with every array index as `*`: what the items of one list have in common. */
export function generalPointerOf(path: Path | undefined): string {
  if (path === undefined) return '';
  path.general ??=
    typeof path.token === 'number' ? `${generalPointerOf(path.parent)}/*` : appendToken(generalPointerOf(path.parent), path.token);
  return path.general;
}
