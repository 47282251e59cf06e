import type { DeclarationFault, DeclarationProblem } from '../../model/declaration.ts';
import type { JsonValue } from '../../model/json.ts';

/** A problem that a reader must be told and that stands against no verdict. */
export function remark(fault: DeclarationFault, pointer: string, detail: string, recorded?: JsonValue): DeclarationProblem {
  return { fault, pointer, detail, ...(recorded === undefined ? {} : { recorded }), isBlocking: false };
}
