import type { HostVerdict, Outcome } from '../../model/event/calls.ts';
import { isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { hear } from '../kit/host-verdict.ts';
import { type TextAt, textsAt } from '../kit/text-blocks.ts';
import { into, type Located, textIn } from './located.ts';

/** What a `functionResponse` says. */
export interface FunctionResult {
  readonly outcome: Outcome;
  readonly structured: Payload | undefined;
  readonly texts: readonly TextAt[] | undefined;
  readonly verdict: HostVerdict | undefined;
}

/**
 * "Use 'output' key to specify function output and 'error' key to specify error details. If they are not specified, the
 * whole response is treated as function output" (FunctionResponse). `output` is the schema that the function declares.
 */
export function resultOf(functionResponse: Located, output: JsonValue | undefined): FunctionResult {
  const response = into(functionResponse, 'response');
  const error = into(response, 'error');
  const outcome = outcomeOf({ functionResponse, response, error, isDeclared: output !== undefined });
  const text = outcome === 'tool_error' ? (errorText(error) ?? contentText(response)) : undefined;
  return {
    ...hear(outcome, text?.text),
    structured: outcome === 'ok' && response !== undefined ? structuredOf(response, output) : undefined,
    texts: text === undefined ? undefined : [text],
  };
}

interface Said {
  readonly functionResponse: Located;
  readonly response: Located | undefined;
  readonly error: Located | undefined;
  /** Whether the function declares its output. */
  readonly isDeclared: boolean;
}

/**
 * An empty or false `error` says neither that it failed nor that it did not. `isError` is the flag of an MCP result that was
 * passed on; `status` is the habit of one framework, and may as well be a field of the output.
 */
function outcomeOf({ functionResponse, response, error, isDeclared }: Said): Outcome {
  if (into(functionResponse, 'willContinue')?.value === true) return 'pending';
  if (response === undefined) return 'unknown';
  if (error !== undefined) return error.value === '' || error.value === false ? 'unknown' : 'tool_error';
  if (into(response, 'isError')?.value === true) return 'tool_error';
  return textIn(response, 'status') === 'error' && !isDeclared ? 'unknown' : 'ok';
}

function errorText(error: Located | undefined): TextAt | undefined {
  if (typeof error?.value === 'string') return { text: error.value, pointer: error.at('') };
  const message = textIn(error, 'message');
  return message === undefined || error === undefined ? undefined : { text: message, pointer: error.at('/message') };
}

function contentText(response: Located | undefined): TextAt | undefined {
  const content = into(response, 'content');
  return content === undefined ? undefined : textsAt(content.value, content.at)[0];
}

function structuredOf(response: Located, output: JsonValue | undefined): Payload {
  const own = memberOf(response.value, 'output');
  if (own !== undefined) return { form: 'value', value: own, pointer: response.at('/output') };
  if (output !== undefined && !wantsObject(output)) {
    const detail = 'the declared output is no object, and the framework wrapped it in one in a way of its own';
    return { form: 'opaque', reason: 'opaque', detail, pointer: response.at('') };
  }
  return { form: 'value', value: response.value, pointer: response.at('') };
}

/** `response` is always an object: what else a function returns is put into one, mostly under `result`. */
function wantsObject(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return true;
  const type = stringMember(schema, 'type');
  return type === undefined ? memberOf(schema, 'type') === undefined : type.toLowerCase() === 'object';
}
