import { isJsonObject } from '../../../model/json.ts';
import { into, itemsOf, type Located, textIn } from '../../gemini/located.ts';
import { openSpoken } from '../../kit/spoken-messages.ts';
import { unreadCalls } from '../../kit/unread-calls.ts';
import { type Attributes, structuredOf } from '../attributes.ts';
import type { HeldMessages, MessageStep, Request } from '../messages.ts';
import { contentSteps } from './content.ts';

// Google's ADK writes the request to a model and its response as the text of JSON, whatever the model is: an LlmRequest and an LlmResponse in the
// words of Gemini. The response is told before ADK gives its calls ids of its own (`adk-…`), and those are taken off what a request sends along;
// models that give ids keep them. Where contents are not to be recorded, `{}` stands there, in tools' spans always; each piece of a stream
// overwrites the one before it, so that the last is left.

const requestKey = 'gcp.vertex.agent.llm_request';
const responseKey = 'gcp.vertex.agent.llm_response';
/** What is sent along when a live connection opens: contents alone. */
const dataKey = 'gcp.vertex.agent.data';

/** Undefined: the span holds none of them, or none was captured. */
export function adkMessages(attributes: Attributes): HeldMessages | undefined {
  if (![requestKey, responseKey, dataKey].some((key) => isCaptured(attributes, key))) return undefined;
  return { request: () => readRequest(attributes), answered: () => readResponse(attributes) };
}

function isCaptured(attributes: Attributes, key: string): boolean {
  const value = attributes.get(key)?.value;
  return value !== undefined && value !== '{}' && !(isJsonObject(value) && Object.keys(value).length === 0);
}

function located(attributes: Attributes, key: string): Located | undefined {
  const attribute = attributes.get(key);
  return attribute === undefined ? undefined : structuredOf(attribute);
}

function readRequest(attributes: Attributes): Request {
  const request = located(attributes, requestKey);
  const contents = itemsOf(into(request, 'contents') ?? located(attributes, dataKey));
  const sent = contents.flatMap((content, index) => contentSteps(content).map((step) => ({ ...step, index })));
  const spoken = openSpoken({
    messages: contents.map(({ value }) => value),
    system: into(into(request, 'config'), 'systemInstruction')?.value,
    answer: () => into(located(attributes, responseKey), 'content')?.value,
  });
  return { sent, spoken };
}

/** What has no whole response may hold calls all the same. */
const unread: readonly MessageStep[] = [{ kind: 'unread', what: `${unreadCalls} ${responseKey}` }];

function readResponse(attributes: Attributes): readonly MessageStep[] {
  if (!isCaptured(attributes, responseKey)) return [];
  const response = located(attributes, responseKey);
  if (response === undefined || !isJsonObject(response.value)) return unread;
  const content = into(response, 'content');
  const steps = contentSteps(content);
  // A piece of a stream that stopped there.
  if (into(response, 'partial')?.value === true) return steps.some(({ kind }) => kind === 'call') ? unread : [];
  const reason = textIn(response, 'finishReason') ?? textIn(response, 'errorCode');
  if (steps.length === 0 && reason !== undefined && refusals.has(reason)) return [{ kind: 'unread', what: reason }];
  const endsInCall = into(itemsOf(into(content, 'parts')).at(-1), 'functionCall') !== undefined;
  return steps.map((step) => (step.kind === 'call' ? { ...step, stop: { reason, isLast: endsInCall && step === steps.at(-1) } } : step));
}

/** Gemini's words for a call that was none, of which ADK makes the code of an error. */
const refusals: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE', 'UNEXPECTED_TOOL_CALL']);
