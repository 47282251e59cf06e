import type { Outcome } from '../../../model/event/calls.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from '../../../model/json.ts';
import { resultOf } from '../../gemini/result.ts';
import type { TextAt } from '../../kit/text-blocks.ts';
import { type Attribute, structuredOf } from '../attributes.ts';

/** How an execution of ADK came out, and the text that says why it failed. */
export interface AdkResult {
  readonly outcome: Outcome;
  readonly texts: readonly TextAt[];
}

/** `gcp.vertex.agent.tool_response`: a function response by Gemini's convention. Undefined: it says nothing but what it is. */
export function adkResult(response: Attribute): AdkResult | undefined {
  const found = structuredOf(response);
  if (found === undefined) return undefined;
  // What ADK writes where a function has not answered: it may run on, and answer later.
  if (memberOf(found.value, 'result') === '<not specified>') return { outcome: 'pending', texts: [] };
  const returned = { value: { response: found.value }, at: (path: string) => found.at(path.slice('/response'.length)) };
  const { outcome, texts = [] } = resultOf(returned, undefined);
  return outcome === 'ok' ? undefined : { outcome, texts };
}

/** Words of ADK for what it does not write down: what is no JSON, secrets, and what lies too deep. */
const masks: ReadonlySet<JsonValue> = new Set<JsonValue>(['<not serializable>', '<redacted>', '<elided>']);

/** True where the arguments of an execution are not all as they were. */
export function isMasked(args: Attribute): boolean {
  if (typeof args.value === 'string' && !/<(?:not serializable|redacted|elided)>/.test(args.value)) return false;
  const pending: JsonValue[] = [structuredOf(args)?.value ?? null];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (masks.has(value)) return true;
    if (isJsonArray(value)) for (const item of value) pending.push(item);
    else if (isJsonObject(value)) for (const item of Object.values(value)) pending.push(item);
  }
  return false;
}
