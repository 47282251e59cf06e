import type { Payload } from '../../model/event.ts';
import { isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { ContentBlock } from './blocks.ts';

/** A message joined from the events of its stream. */
export interface JoinedMessage {
  /** Only blocks that the stream finished. */
  readonly blocks: readonly ContentBlock[];
  readonly stopReason: string | undefined;
  /** True when the stream reached `message_stop` and finished every block. */
  readonly isComplete: boolean;
}

interface JoinedBlock {
  readonly start: JsonValue;
  readonly json: string[];
  readonly text: string[];
  isFinished: boolean;
}

/**
 * Joins `content_block_start`, `content_block_delta` and `content_block_stop` by index. No pointer leads into the text of a
 * stream, so all of it is the place of each value.
 */
export function joinEvents(events: readonly JsonValue[], pointer: string): JoinedMessage {
  const blocks = new Map<JsonValue, JoinedBlock>();
  let stopReason: string | undefined;
  let isStopped = false;
  for (const event of events) {
    const type = stringMember(event, 'type');
    if (type === 'message_delta') stopReason = stringMember(memberOf(event, 'delta'), 'stop_reason') ?? stopReason;
    else if (type === 'message_stop') isStopped = true;
    else addToBlock(blocks, type, event);
  }
  const finished = [...blocks.values()].filter((block) => block.isFinished);
  return {
    blocks: finished.map((block) => toBlock(block, pointer)),
    stopReason,
    isComplete: isStopped && finished.length === blocks.size,
  };
}

function addToBlock(blocks: Map<JsonValue, JoinedBlock>, type: string | undefined, event: JsonValue): void {
  const index = memberOf(event, 'index') ?? 0;
  if (type === 'content_block_start') {
    blocks.set(index, { start: memberOf(event, 'content_block') ?? null, json: [], text: [], isFinished: false });
    return;
  }
  const block = blocks.get(index);
  if (block === undefined) return;
  if (type === 'content_block_stop') block.isFinished = true;
  if (type !== 'content_block_delta') return;
  const delta = memberOf(event, 'delta');
  const json = stringMember(delta, 'partial_json');
  if (json !== undefined) block.json.push(json);
  const text = stringMember(delta, 'text');
  if (text !== undefined) block.text.push(text);
}

function toBlock({ start, json, text }: JoinedBlock, pointer: string): ContentBlock {
  const at = (): string => pointer;
  if (stringMember(start, 'type') !== 'text') return { block: start, at, input: inputOf(json.join(''), start, pointer) };
  const joined = `${stringMember(start, 'text') ?? ''}${text.join('')}`;
  return { block: isJsonObject(start) ? { ...start, text: joined } : start, at };
}

/** Pieces that are all empty leave the input as the block's start gave it: `{}`. */
function inputOf(json: string, start: JsonValue, pointer: string): Payload | undefined {
  if (json !== '') return { form: 'text', text: json, pointer };
  const value = memberOf(start, 'input');
  return value === undefined ? undefined : { form: 'value', value, pointer };
}
