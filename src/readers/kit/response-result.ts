import type { Outcome, Returned } from '../../model/event/calls.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { contradictionIn } from './contradiction.ts';
import { hear } from './host-verdict.ts';
import type { PointerTo } from './pair.ts';
import { callIdOf, ownIdOf } from './response-call.ts';
import { pairingOf, type Sink } from './sink.ts';
import type { TextAt } from './text-blocks.ts';

/** How a call came out, as an item tells it. */
export interface ItemResult {
  readonly call: string | undefined;
  readonly callPointer: string | undefined;
  /** Only where no id pairs it. */
  readonly tool: string | undefined;
  readonly outcome: Outcome;
  readonly texts: readonly TextAt[];
  readonly content: JsonValue | undefined;
  readonly contradicts?: string | undefined;
}

/** An output that the client sends carries text and no error flag: how the call ended is not recorded, unless its status says "failed". */
export function outputOf(item: JsonValue, at: PointerTo): ItemResult {
  const { id, idPointer } = callIdOf(item, at);
  const output = memberOf(item, 'output');
  const outcome = stringMember(item, 'status') === 'failed' ? 'tool_error' : 'unknown';
  const texts = outputTexts(output, (path) => at(`/output${path}`));
  return { call: id, callPointer: idPointer, tool: undefined, outcome, texts, content: output };
}

/** Types whose item is call and result in one; others are answered by an item of their own. */
const selfAnswered: ReadonlySet<string> = new Set([
  'mcp_call',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'tool_search_call',
]);

/** The result inside the item of a provider-run call. Undefined while it runs, or when another item brings it. */
export function ownResultOf(item: JsonValue, at: PointerTo): ItemResult | undefined {
  const type = stringMember(item, 'type') ?? '';
  if (!selfAnswered.has(type) || stringMember(item, 'call_id') !== undefined) return undefined;
  const outcome = type === 'mcp_call' ? remoteOutcome(item) : statusOutcome(item);
  if (outcome === undefined) return undefined;
  const { id, idPointer } = ownIdOf(item, at);
  const output = memberOf(item, 'output');
  const tool = id === undefined ? type.slice(0, -'_call'.length) : undefined;
  const texts = outcome === 'ok' ? outputTexts(output, (path) => at(`/output${path}`)) : errorTexts(item, at);
  const contradicts = type === 'mcp_call' ? contradictionIn(outcome, texts[0]?.text, stringMember(item, 'name')) : undefined;
  return { call: id, callPointer: idPointer, tool, outcome, texts, content: output, contradicts };
}

function statusOutcome(item: JsonValue): Outcome | undefined {
  switch (stringMember(item, 'status')) {
    case 'completed':
      return 'ok';
    case 'failed':
      return 'tool_error';
    case undefined:
      return 'unknown';
    default:
      return undefined;
  }
}

/** An MCP call has `output` or `error`; the error is a text, or says by its type whether the tool or the protocol failed. */
function remoteOutcome(item: JsonValue): Outcome | undefined {
  const error = memberOf(item, 'error');
  if (error === undefined || error === null) return typeof memberOf(item, 'output') === 'string' ? 'ok' : statusOutcome(item);
  const type = stringMember(error, 'type');
  return type === undefined || type === 'mcp_tool_execution_error' ? 'tool_error' : 'protocol_error';
}

function errorTexts(item: JsonValue, at: PointerTo): readonly TextAt[] {
  const error = memberOf(item, 'error');
  if (typeof error === 'string') return [{ text: error, pointer: at('/error') }];
  const message = stringMember(error, 'message');
  if (message !== undefined) return [{ text: message, pointer: at('/error/message') }];
  return outputTexts(memberOf(error, 'content'), (path) => at(`/error/content${path}`));
}

const textTypes: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

/** The texts of an output: the output itself, or its parts that are text. */
export function outputTexts(output: JsonValue | undefined, at: PointerTo): readonly TextAt[] {
  if (typeof output === 'string') return [{ text: output, pointer: at('') }];
  if (!isJsonArray(output)) return [];
  return output.flatMap((part, index) => {
    const text = textTypes.has(stringMember(part, 'type') ?? '') ? stringMember(part, 'text') : undefined;
    return text === undefined ? [] : [{ text, pointer: at(`/${index}/text`) }];
  });
}

/** By which a result finds its call. */
export function pairingOfResult(result: ItemResult): string {
  return pairingOf(result.call, result.tool);
}

export function returnedBy(result: ItemResult, sink: Sink, run: string): Returned {
  return {
    kind: 'returned',
    record: sink.record,
    run,
    call: result.call,
    callPointer: result.callPointer,
    ...hear(result.outcome, result.texts[0]?.text),
    tool: result.tool,
    texts: result.texts,
    canBeStructured: false,
    contradicts: result.contradicts,
  };
}
