import { isJsonArray, isJsonObject, memberOf } from '../../model/json.ts';
import { unreadCalls } from '../kit/unread-calls.ts';
import { type Attribute, type Attributes, memberAt, type Structured, structuredOf } from './attributes.ts';
import { contentSteps } from './google/content.ts';
import { isInference } from './inference.ts';
import { blockSteps, messageSteps } from './message-shapes.ts';
import type { HeldMessages, MessageStep } from './messages.ts';

// Some write the request and the response of a model's call into one attribute each, as they were given them: LangSmith, Langfuse, MLflow, Logfire,
// Braintrust, Genkit, and OpenInference beside its own convention.

interface Exchange {
  readonly request: string;
  readonly response: string;
}

const exchanges: readonly Exchange[] = [
  { request: 'request_data', response: 'response_data' },
  { request: 'langfuse.observation.input', response: 'langfuse.observation.output' },
  { request: 'mlflow.spanInputs', response: 'mlflow.spanOutputs' },
  { request: 'gen_ai.prompt', response: 'gen_ai.completion' },
  { request: 'braintrust.input_json', response: 'braintrust.output_json' },
  { request: 'genkit:input', response: 'genkit:output' },
  { request: 'input.value', response: 'output.value' },
];

/** The one by which a model's call is told. Undefined: it is none, or in another way. */
function exchangeOf(attributes: Attributes): Exchange | undefined {
  const found = exchanges.find(({ request, response }) => attributes.has(request) || attributes.has(response));
  return found !== undefined && isInference(attributes) ? found : undefined;
}

/** Undefined: nothing that is written down speaks of a call. */
export function exchangeMessages(attributes: Attributes): HeldMessages | undefined {
  const exchange = exchangeOf(attributes);
  if (exchange === undefined) return undefined;
  const [request, response] = [attributes.get(exchange.request), attributes.get(exchange.response)];
  if (!speaksOfCalls(request) && !speaksOfCalls(response)) return undefined;
  return { request: () => ({ sent: readRequest(request) }), answered: () => readResponse(response, exchange.response) };
}

/** The tools that the request lists; undefined where it lists none. */
export function exchangeTools(attributes: Attributes): Structured | undefined {
  const exchange = exchangeOf(attributes);
  const attribute = exchange === undefined ? undefined : attributes.get(exchange.request);
  const request = attribute === undefined ? undefined : structuredOf(attribute);
  return request === undefined ? undefined : memberAt(request, 'tools');
}

/** A list of calls that is not empty, one call, or a block that is one; in JSON, or as Python writes it. */
const calls =
  /["'](?:tool_calls|toolCalls)["']\s*:\s*\[\s*\{|["'](?:function_call|functionCall|toolUse|toolRequest)["']\s*:\s*\{|["']toolCallId["']\s*:|["']type["']\s*:\s*["'](?:tool_use|tool_call|tool-call|function_call)["']/;

function speaksOfCalls(attribute: Attribute | undefined): boolean {
  if (attribute === undefined) return false;
  return calls.test(typeof attribute.value === 'string' ? attribute.value : JSON.stringify(attribute.value));
}

export function readRequest(attribute: Attribute | undefined): readonly MessageStep[] {
  const request = attribute === undefined ? undefined : structuredOf(attribute);
  if (request === undefined) return [];
  const messages = isJsonArray(request.value) ? request : memberAt(request, 'messages');
  return itemsOf(messages).flatMap((message) => messageSteps(inner(message)));
}

/** `key`: the attribute, for the case that it speaks of calls in a form that is not known. */
export function readResponse(attribute: Attribute | undefined, key: string): readonly MessageStep[] {
  const response = attribute === undefined ? undefined : structuredOf(attribute);
  const steps = response === undefined ? [] : responseSteps(response);
  return steps.length === 0 && speaksOfCalls(attribute) ? [{ kind: 'unread', what: `${unreadCalls} ${key}` }] : steps;
}

const itemsOf = (list: Structured | undefined): readonly Structured[] =>
  list === undefined || !isJsonArray(list.value)
    ? []
    : list.value.map((value, index) => ({ value, at: (path) => list.at(`/${index}${path}`) }));

/** A response of a provider's API, or the message that was taken out of it. */
function responseSteps(response: Structured): readonly MessageStep[] {
  if (isJsonArray(response.value)) return itemsOf(response).flatMap(messagesOf);
  const choices = itemsOf(memberAt(response, 'choices'));
  if (choices.length > 0) return choices.flatMap((choice) => messagesOf(memberAt(choice, 'message')));
  const candidates = itemsOf(memberAt(response, 'candidates'));
  if (candidates.length > 0) return candidates.flatMap((candidate) => contentSteps(memberAt(candidate, 'content')));
  const output = memberAt(response, 'output');
  if (output !== undefined) return isJsonArray(output.value) ? blockSteps(output) : messagesOf(memberAt(output, 'message'));
  const generations = itemsOf(memberAt(response, 'generations')).flatMap((one) => (isJsonArray(one.value) ? itemsOf(one) : [one]));
  if (generations.length > 0) return generations.flatMap((one) => messagesOf(memberAt(one, 'message')));
  const message = memberAt(response, 'message');
  return messagesOf(isJsonObject(message?.value) ? message : response);
}

const messagesOf = (message: Structured | undefined): readonly MessageStep[] => (message === undefined ? [] : messageSteps(inner(message)));

/** LangChain writes a message as the constructor that makes it, with what it is made of under `kwargs`. */
const inner = (message: Structured): Structured =>
  (memberOf(message.value, 'lc') === 1 ? memberAt(message, 'kwargs') : undefined) ?? message;
