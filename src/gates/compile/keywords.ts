import { isJsonArray, isJsonObject, type JsonValue, member } from '../../model/json.ts';

/** The keywords of the subset that ajv may judge, by what they hold. */

export const prototypeNames: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export const annotations: ReadonlySet<string> = new Set([
  ...['$comment', 'title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentMediaType', 'contentEncoding', 'nullable', 'discriminator', 'xml', 'externalDocs', 'propertyOrdering'],
]);
export const numbers: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
export const lists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
/** Positions where a stricter subschema makes the whole stricter. */
export const monotone: ReadonlySet<string> = new Set(['then', 'else', 'items', 'additionalProperties', 'propertyNames']);
export const singles: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']);
export const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

export function isStandardDialect(value: JsonValue): boolean {
  return typeof value === 'string' && /^https?:\/\/json-schema\.org\/(?:draft-0[67]|draft\/20(?:19-09|20-12))\/schema#?$/.test(value);
}

export function isPlainScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object';
}

/** Whether values of a type may pass; yes where that is not plain to see, as behind a reference. */
export function admits(branch: JsonValue, type: string): boolean {
  if (isJsonObject(branch) && Object.hasOwn(branch, '$ref')) return true;
  const declared = isJsonObject(branch) ? member(branch, 'type') : undefined;
  if (declared === undefined) return branch !== false;
  const types = isJsonArray(declared) ? declared : [declared];
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}
