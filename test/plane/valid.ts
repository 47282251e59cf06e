import { canonical, isList, isRecord, isSame, type Json, memberOf } from './event.ts';

/** Whether a value keeps to a schema, for the few keywords that the plane writes: a second opinion, of nobody else's making. */
export function isValid(schema: Json | undefined, value: Json): boolean {
  if (!isRecord(schema)) return true;
  const { oneOf, const: only } = schema;
  if (only !== undefined && !isSame(only, value)) return false;
  if (isList(oneOf) && oneOf.filter((branch) => isValid(branch, value)).length !== 1) return false;
  if (isList(schema.enum) && !schema.enum.some((one) => isSame(one, value))) return false;
  if (!isOfType(schema.type, value)) return false;
  if (typeof value === 'string') return isValidText(schema, value);
  if (typeof value === 'number') return isValidNumber(schema, value);
  if (isList(value)) return isValidList(schema, value);
  return !isRecord(value) || isValidObject(schema, value);
}

function isOfType(type: Json | undefined, value: Json): boolean {
  if (type === undefined) return true;
  if (isList(type)) return type.some((one) => isOfType(one, value));
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return isList(value);
  return type === 'object' ? isRecord(value) : typeof value === type;
}

function isValidText(schema: Json, value: string): boolean {
  const pattern = memberOf(schema, 'pattern');
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  if (memberOf(schema, 'format') === 'date' && !/^2026-0[1-9]-1[0-9]$/.test(value)) return false;
  return within(schema, 'Length', [...value].length);
}

function isValidNumber(schema: Json, value: number): boolean {
  const above = memberOf(schema, 'exclusiveMinimum');
  const least = memberOf(schema, 'minimum');
  const most = memberOf(schema, 'maximum');
  if (typeof above === 'number' && value <= above) return false;
  return !(typeof least === 'number' && value < least) && !(typeof most === 'number' && value > most);
}

function isValidList(schema: Json, value: readonly Json[]): boolean {
  if (memberOf(schema, 'uniqueItems') === true && new Set(value.map(canonical)).size < value.length) return false;
  return within(schema, 'Items', value.length) && value.every((item) => isValid(memberOf(schema, 'items'), item));
}

function within(schema: Json, what: string, size: number): boolean {
  const least = memberOf(schema, `min${what}`);
  const most = memberOf(schema, `max${what}`);
  return !(typeof least === 'number' && size < least) && !(typeof most === 'number' && size > most);
}

function isValidObject(schema: Json, value: Json): boolean {
  const properties = memberOf(schema, 'properties');
  const required = memberOf(schema, 'required');
  if (!isRecord(value)) return false;
  if (isList(required) && required.some((name) => !Object.hasOwn(value, String(name)))) return false;
  return Object.entries(value).every(([name, member]) => {
    const own = memberOf(properties, name);
    return own === undefined ? memberOf(schema, 'additionalProperties') !== false : isValid(own, member);
  });
}
