import { digestOf } from '../digest/sha256.ts';
import type { JsonValue } from '../model/json.ts';

const digests = new WeakMap<object, string>();

/** SHA-256 of the RFC 8785 form, worked out once for each schema object. */
export function digestOfSchema(schema: JsonValue): string {
  if (typeof schema !== 'object' || schema === null) return digestOf(schema);
  const known = digests.get(schema);
  if (known !== undefined) return known;
  const digest = digestOf(schema);
  digests.set(schema, digest);
  return digest;
}
