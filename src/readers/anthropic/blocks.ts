import type { Outcome } from '../../model/event/calls.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { contentKey } from '../kit/content-key.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import { entriesOf } from '../kit/entries.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { hear, isStopped } from '../kit/host-verdict.ts';
import { namesInvalidCall } from '../kit/invalid-call.ts';
import { lostCall } from '../kit/lost-call.ts';
import type { PointerTo } from '../kit/pair.ts';
import { callStep, emitUnread, type MessageCall, pairingOf, type Sink, type Turn } from '../kit/sink.ts';
import { isByHost } from '../kit/spoken.ts';
import { textsAt } from '../kit/text-blocks.ts';

/** A block of content, with the raw text of its input where a stream brought it in pieces. */
export interface ContentBlock {
  readonly block: JsonValue;
  readonly at: PointerTo;
  readonly input?: Payload | undefined;
  /** The record of its start, where each event of a stream is a record of its own. */
  readonly record?: SourceRecord | undefined;
}

/** The step that a block makes in the life of a call; undefined for prose, thinking and the like. */
export function blockStep(content: ContentBlock, turn: Turn, pair: Sink): HistoryStep | undefined {
  const sink = content.record === undefined ? pair : { ...pair, record: content.record };
  const type = stringMember(content.block, 'type') ?? '';
  if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') return useStep(content, turn, sink);
  if (type.endsWith('tool_result')) return resultStep(content, turn, sink);
  if (type === '' && isJsonObject(content.block)) emitUnread(sink, 'content block without a type');
  else if (isAlike(content.block)) emitUnread(sink, `content block ${type.slice(0, shownName)}`);
  return undefined;
}

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

/** What has a name and an input calls something, whatever its type. */
const isAlike = (block: JsonValue): boolean => memberOf(block, 'name') !== undefined && memberOf(block, 'input') !== undefined;

function useStep(content: ContentBlock, turn: Turn, sink: Sink): HistoryStep | undefined {
  const call = callOf(content);
  if (call !== undefined) return callStep(call, turn, sink);
  emitUnread(sink, 'tool call without a name');
  return undefined;
}

function callOf({ block, at, input }: ContentBlock): MessageCall | undefined {
  const tool = stringMember(block, 'name');
  if (tool === undefined) return undefined;
  const id = stringMember(block, 'id');
  const server = stringMember(block, 'server_name');
  return {
    id,
    idPointer: id === undefined ? undefined : at('/id'),
    server,
    tool,
    toolPointer: at('/name'),
    payload: input ?? inputOf(block, at('/input')),
    // The provider runs `mcp_tool_use`, too, but the tool is its server's, which declares it, and not the provider's.
    isProviderRun: server === undefined && stringMember(block, 'type') !== 'tool_use' ? true : undefined,
  };
}

function inputOf(block: JsonValue, pointer: string): Payload {
  const value = memberOf(block, 'input');
  return value === undefined ? { form: 'absent', pointer } : { form: 'value', value, pointer };
}

function resultStep({ block, at }: ContentBlock, turn: Turn, sink: Sink): HistoryStep {
  const call = stringMember(block, 'tool_use_id');
  const content = memberOf(block, 'content');
  const texts = textsAt(content, (path) => at(`/content${path}`));
  const outcome = outcomeOf(block, content, texts[0]?.text);
  return {
    kind: 'result',
    pairing: pairingOf(call, undefined),
    key: `${outcome}\n${contentKey(content)}`,
    // in a response it is the provider's, whose call may stand in the one before: that went on, or paused
    emitLost: turn.kind === 'fresh' ? () => emitUnread(sink, lostCall) : undefined,
    isStop: () => outcome !== 'ok' && isStopped(outcome, texts[0]?.text),
    emit: (run, shown) =>
      sink.emit({
        kind: 'returned',
        record: sink.record,
        run,
        call,
        callPointer: call === undefined ? undefined : at('/tool_use_id'),
        ...hear(outcome, texts[0]?.text),
        texts,
        canBeStructured: false,
        contradicts: contradictionIn(outcome, texts[0]?.text, shown?.tool),
      }),
  };
}

/**
 * `is_error` is optional and false by default; a provider's own tools say it by the type of their content instead. Many loops never write it:
 * where it is not there and the text says that the call was invalid, nothing says that it succeeded.
 */
function outcomeOf(block: JsonValue, content: JsonValue | undefined, text: string | undefined): Outcome {
  const isError = memberOf(block, 'is_error');
  if (isError === true) return 'tool_error';
  if (isError !== undefined && isError !== false && isError !== null) return 'unknown';
  if (stringMember(content, 'type')?.endsWith('_error') === true) return 'tool_error';
  return isError === undefined && text !== undefined && namesInvalidCall(text) ? 'unknown' : 'ok';
}

/** True for a user's message that holds more than results, and something that its host did not write. */
export function isSpoken(message: JsonValue): boolean {
  if (stringMember(message, 'role') !== 'user') return false;
  const content = memberOf(message, 'content');
  if (typeof content === 'string') return !isByHost(content);
  return isJsonArray(content) && content.some(isSpokenBlock);
}

function isSpokenBlock(block: JsonValue): boolean {
  const text = stringMember(block, 'text');
  if (text !== undefined) return !isByHost(text);
  const type = stringMember(block, 'type');
  return type === 'image' || type === 'document';
}

/** The blocks of a message's content; text alone makes no step. */
export function contentBlocks(content: JsonValue | undefined, at: PointerTo, tell: (what: string) => void): readonly ContentBlock[] {
  return entriesOf(content, { name: 'content', isText: true }, tell).map((block, index) => ({
    block,
    at: (path) => at(`/content/${index}${path}`),
  }));
}
