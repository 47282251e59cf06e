import type { Json, PlaneEvent } from './event.ts';

/** The value an event carries, in whichever form. Undefined: none, or text that is no JSON. */
export function payloadOf(event: PlaneEvent | undefined, name: 'arguments' | 'structured_content' | 'value' | 'answer'): Json | undefined {
  if (event === undefined) return undefined;
  const value = event[name === 'answer' ? 'value' : name];
  if (value !== undefined) return value;
  const text = event[name === 'answer' ? 'text' : `${name}_text`];
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The event with another value, as a value. */
export const withValue = (event: PlaneEvent, name: 'arguments' | 'structured_content' | 'value', value: Json): PlaneEvent => ({
  ...event,
  [`${name}_text`]: undefined,
  [name]: value,
});
