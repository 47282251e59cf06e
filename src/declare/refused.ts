import type { DeclarationRefusal } from './declared.ts';

/** Stops the reading of given declarations. Private to this room: its two doors turn it into a refusal. */
export class Refused extends Error {
  readonly refusal: DeclarationRefusal;
  constructor(refusal: DeclarationRefusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** Refuses a file, with what was found, what was expected and what to do. */
export function refuse(source: string, detail: string, place?: string): never {
  throw new Refused({ source, place, detail });
}

/** Refuses a file that could be read and is no declaration. */
export function refuseUnknown(source: string, detail: string): never {
  throw new Refused({ source, detail, isUnknown: true });
}
