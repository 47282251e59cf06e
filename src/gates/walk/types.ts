import { isInteger } from '../../json/decimal.ts';
import type { DialectName } from '../../model/declaration.ts';
import { ExactNumber, type JsonValue, jsonTypeOf } from '../../model/json.ts';
import type { TypeName } from './facts.ts';
import { isWrittenAsInteger } from './scalars.ts';

/** Whether a value is of a type, by the dialect's own idea of an integer. */
function isOfType(value: JsonValue, type: TypeName, dialect: DialectName): boolean {
  if (type !== 'integer') return jsonTypeOf(value) === type;
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return false;
  return dialect === 'draft-04' ? isWrittenAsInteger(value) : isInteger(value);
}

export function isOfTypes(value: JsonValue, types: readonly TypeName[], dialect: DialectName): boolean {
  for (const type of types) if (isOfType(value, type, dialect)) return true;
  return false;
}
