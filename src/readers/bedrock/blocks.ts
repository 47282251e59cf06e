import type { Outcome } from '../../model/event/calls.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { contentKey } from '../kit/content-key.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import { entriesOf } from '../kit/entries.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { hear, isStopped } from '../kit/host-verdict.ts';
import type { PointerTo } from '../kit/pair.ts';
import { callStep, emitUnread, type MessageCall, pairingOf, type Sink, type Turn, within } from '../kit/sink.ts';
import { isByHost } from '../kit/spoken.ts';
import type { TextAt } from '../kit/text-blocks.ts';
import { unknownPart } from '../kit/unknown-part.ts';

/** A block of content, with the raw text of its input where a stream brought it in pieces. */
export interface ContentBlock {
  readonly block: JsonValue;
  readonly at: PointerTo;
  readonly input?: Payload | undefined;
  /** The record of its start, where each event of a stream is a record of its own. */
  readonly record?: SourceRecord | undefined;
}

/** What a block is read by: whose turn it is, and which tools the provider runs itself. */
export interface Reading {
  readonly turn: Turn;
  readonly systemTools: ReadonlySet<string>;
  readonly sink: Sink;
}

/** The step that a block makes in the life of a call; undefined for prose, images, reasoning and the like. */
export function blockStep(content: ContentBlock, outer: Reading): HistoryStep | undefined {
  const { block, at, record } = content;
  const reading: Reading = record === undefined ? outer : { ...outer, sink: within(outer.sink, record) };
  const use = memberOf(block, 'toolUse');
  if (use !== undefined) return useStep({ ...content, block: use, at: (path) => at(`/toolUse${path}`) }, reading);
  const result = memberOf(block, 'toolResult');
  if (result !== undefined) return resultStep(result, (path) => at(`/toolResult${path}`), reading.sink);
  tellUnknown(block, reading.sink);
  return undefined;
}

/** The other kinds of a ContentBlock: prose, files, thoughts and marks. */
const quiet = [
  ...['text', 'image', 'document', 'video', 'audio', 'guardContent', 'cachePoint', 'reasoningContent', 'citationsContent', 'searchResult'],
] as const;

function tellUnknown(block: JsonValue, sink: Sink): void {
  if (!isJsonObject(block) || quiet.some((kind) => Object.hasOwn(block, kind))) return;
  const [kind, body] = Object.entries(block)[0] ?? [];
  if (kind !== undefined) emitUnread(sink, unknownPart('content block', kind, body));
}

function useStep(content: ContentBlock, { turn, systemTools, sink }: Reading): HistoryStep | undefined {
  const call = callOf(content, systemTools);
  if (call !== undefined) return callStep(call, turn, sink);
  emitUnread(sink, 'tool call without a name');
  return undefined;
}

function callOf({ block, at, input }: ContentBlock, systemTools: ReadonlySet<string>): MessageCall | undefined {
  const tool = stringMember(block, 'name');
  if (tool === undefined) return undefined;
  const id = stringMember(block, 'toolUseId');
  return {
    id,
    idPointer: id === undefined ? undefined : at('/toolUseId'),
    tool,
    toolPointer: at('/name'),
    payload: input ?? inputOf(block, at('/input')),
    isProviderRun: systemTools.has(tool) || stringMember(block, 'type') === 'server_tool_use' ? true : undefined,
  };
}

function inputOf(block: JsonValue, pointer: string): Payload {
  const value = memberOf(block, 'input');
  return value === undefined ? { form: 'absent', pointer } : { form: 'value', value, pointer };
}

/** A tool's result has no schema here, but may carry JSON: it is kept apart from the text. */
function resultStep(result: JsonValue, at: PointerTo, sink: Sink): HistoryStep {
  const call = stringMember(result, 'toolUseId');
  const content = memberOf(result, 'content');
  const outcome = outcomeOf(result);
  const texts = textsOf(content, at);
  return {
    kind: 'result',
    pairing: pairingOf(call, undefined),
    key: `${outcome}\n${contentKey(content)}`,
    isStop: () => outcome === 'tool_error' && isStopped(outcome, texts[0]?.text),
    emit: (run, shown) =>
      sink.emit({
        kind: 'returned',
        record: sink.record,
        run,
        call,
        callPointer: call === undefined ? undefined : at('/toolUseId'),
        ...hear(outcome, outcome === 'tool_error' ? texts[0]?.text : undefined),
        structured: structuredOf(content, at),
        texts,
        canBeStructured: false,
        contradicts: contradictionIn(outcome, texts[0]?.text, shown?.tool),
      }),
  };
}

/** `status` is optional, only some models know it, and no default is documented. */
function outcomeOf(result: JsonValue): Outcome {
  const status = memberOf(result, 'status');
  if (status === 'success') return 'ok';
  return status === 'error' ? 'tool_error' : 'unknown';
}

function textsOf(content: JsonValue | undefined, at: PointerTo): readonly TextAt[] {
  if (!isJsonArray(content)) return [];
  return content.flatMap((block, index) => {
    const text = stringMember(block, 'text');
    return text === undefined ? [] : [{ text, pointer: at(`/content/${index}/text`) }];
  });
}

/** One block of JSON is the structured result; several are none in particular. */
function structuredOf(content: JsonValue | undefined, at: PointerTo): Payload | undefined {
  if (!isJsonArray(content)) return undefined;
  const values = content.flatMap((block, index) => {
    const value = memberOf(block, 'json');
    return value === undefined ? [] : [{ form: 'value', value, pointer: at(`/content/${index}/json`) } as const];
  });
  return values.length === 1 ? values[0] : undefined;
}

/** True for a user's message that holds more than results, and something that its host did not write. */
export function isSpoken(message: JsonValue): boolean {
  const content = memberOf(message, 'content');
  return stringMember(message, 'role') === 'user' && isJsonArray(content) && content.some(isSpokenBlock);
}

const media = ['image', 'document', 'video', 'audio'] as const;

function isSpokenBlock(block: JsonValue): boolean {
  const text = stringMember(block, 'text');
  return text === undefined ? media.some((kind) => memberOf(block, kind) !== undefined) : !isByHost(text);
}

/** The blocks of a message's content. */
export function contentBlocks(content: JsonValue | undefined, at: PointerTo, tell: (what: string) => void): readonly ContentBlock[] {
  return entriesOf(content, { name: 'content', isText: true }, tell).map((block, index) => ({
    block,
    at: (path) => at(`/content/${index}${path}`),
  }));
}
