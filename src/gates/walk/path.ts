import { appendToken } from '../../json/pointer.ts';

/** A place in the checked value, from the leaf upwards. The root is `undefined`. */
export interface Path {
  readonly parent: Path | undefined;
  readonly token: string | number;
  /** True for a property that the schema that names it does not require. */
  readonly isOptional: boolean;
}

function tokensOf(path: Path | undefined): (string | number)[] {
  const tokens: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) tokens.push(at.token);
  return tokens.reverse();
}

export function pointerOf(path: Path | undefined): string {
  return tokensOf(path).reduce<string>(appendToken, '');
}

/** The pointer with every array index as `*`: what the items of one list have in common. */
export function generalPointerOf(path: Path | undefined): string {
  return tokensOf(path).reduce<string>((pointer, token) => (typeof token === 'number' ? `${pointer}/*` : appendToken(pointer, token)), '');
}
