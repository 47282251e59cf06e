import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';

/** An event where it lies in its record. */
export interface Unwrapped {
  readonly event: JsonObject;
  readonly prefix: string;
}

/** Takes an event out of a CloudEvents 1.0 envelope (`specversion`, `data`); an event without one is returned as it is. */
export function unwrap(value: JsonValue): Unwrapped | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.v !== undefined || typeof value.specversion !== 'string') return { event: value, prefix: '' };
  const { data } = value;
  return isJsonObject(data) ? { event: data, prefix: '/data' } : undefined;
}
