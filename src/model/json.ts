/** A JSON value as twogates holds it. Integers and decimals that a double would change are kept as {@link ExactNumber}. */
export type JsonValue = null | boolean | number | string | ExactNumber | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * A number token whose text says more than a double can: its value is not the double nearest to it
 * (`9007199254740993`, `1e400`), or it is an integer written with a fraction or an exponent (`5.0`).
 * A class, because a plain object could be forged by the input.
 */
export class ExactNumber {
  /** The token as written, for example `9007199254740993` or `5.0`. */
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The JSON type of a value; `integer` is a question for a dialect, not a type of the text. */
export function jsonTypeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    default:
      return value instanceof ExactNumber ? 'number' : 'object';
  }
}

/** An own member of an object, never an inherited one: `toString` and `__proto__` are names like any other. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An own member if the value is an object at all. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? member(value, name) : undefined;
}

export function stringMember(value: JsonValue | undefined, name: string): string | undefined {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : undefined;
}
