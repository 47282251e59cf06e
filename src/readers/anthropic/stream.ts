import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { EventJoin } from '../kit/event-records.ts';
import type { Placed, PointerTo } from '../kit/pair.ts';
import { contradictoryStream } from '../kit/stream-faults.ts';
import type { ContentBlock } from './blocks.ts';

/** A message joined from the events of its stream. */
export interface JoinedMessage {
  /** Only blocks that the stream finished. */
  readonly blocks: readonly ContentBlock[];
  readonly stopReason: string | undefined;
  /** True when the stream reached `message_stop` and finished every block. */
  readonly isComplete: boolean;
  /** What in it could not be used, by kind. */
  readonly odd: readonly string[];
}

interface JoinedBlock {
  readonly start: JsonValue;
  /** The event that starts the block, which is the place of a call. */
  readonly place: Placed;
  /** The place of its first piece. */
  pieces: Placed | undefined;
  readonly json: string[];
  readonly text: string[];
  /** A piece of its input is no text. */
  isOdd: boolean;
  isFinished: boolean;
}

/**
 * Joins `content_block_start`, `content_block_delta` and `content_block_stop` by index. The place of what came in pieces is
 * its first piece, where that lies in the record of the block's start.
 */
export function openEventJoin(): EventJoin<JoinedMessage> {
  const blocks = new Map<JsonValue, JoinedBlock>();
  const given: ContentBlock[] = [];
  let stopReason: string | undefined;
  let isStopped = false;
  /** Without its beginning a stream is told of as a whole. */
  let hasStart = false;
  const odd = new Set<string>();
  const addStop = (reason: string | undefined): void => {
    if (reason !== undefined && stopReason !== undefined && reason !== stopReason) odd.add(contradictoryStream);
    stopReason = reason ?? stopReason;
  };
  return {
    add(placed) {
      const event = placed.value;
      const type = stringMember(event, 'type');
      if (type === 'message_start') {
        hasStart = true;
        const message = memberOf(event, 'message');
        addStop(stringMember(message, 'stop_reason'));
        given.push(...givenBlocks(memberOf(message, 'content'), placed));
      }
      if (type === 'content_block_start' && blocks.has(memberOf(event, 'index') ?? 0)) odd.add(contradictoryStream);
      if (type === 'message_delta') addStop(stringMember(memberOf(event, 'delta'), 'stop_reason'));
      else if (type === 'message_stop') isStopped = true;
      else if (!addToBlock(blocks, type, placed) && hasStart) odd.add('piece of a content block that did not begin');
      return type === 'content_block_start' || given.length > 0;
    },
    end() {
      const finished = [...blocks.values()].filter((block) => block.isFinished);
      return {
        blocks: [...given, ...finished.map((block) => toBlock(block))],
        stopReason,
        isComplete: isStopped && finished.length === blocks.size,
        odd: [...odd],
      };
    },
  };
}

export function joinEvents(events: readonly Placed[]): JoinedMessage {
  const join = openEventJoin();
  for (const event of events) join.add(event);
  return join.end();
}

/** Where tools are called by a program, a message may begin with blocks that are whole. */
function givenBlocks(content: JsonValue | undefined, { record, at }: Placed): readonly ContentBlock[] {
  if (!isJsonArray(content)) return [];
  return content.map((block, index) => {
    const input = memberOf(block, 'input');
    const pointer = `/message/content/${index}`;
    const payload: Payload | undefined = input === undefined ? undefined : { form: 'value', value: input, pointer: at(`${pointer}/input`) };
    return { block, at: (path) => at(`${pointer}${path}`), input: payload, record };
  });
}

/** False for a piece of a block that did not begin. */
function addToBlock(blocks: Map<JsonValue, JoinedBlock>, type: string | undefined, place: Placed): boolean {
  const event = place.value;
  const index = memberOf(event, 'index') ?? 0;
  if (type === 'content_block_start') {
    blocks.set(index, {
      start: memberOf(event, 'content_block') ?? null,
      place,
      pieces: undefined,
      json: [],
      text: [],
      isOdd: false,
      isFinished: false,
    });
    return true;
  }
  const block = blocks.get(index);
  if (block === undefined) return type !== 'content_block_delta';
  if (type === 'content_block_stop') block.isFinished = true;
  if (type !== 'content_block_delta') return true;
  block.pieces ??= place;
  const delta = memberOf(event, 'delta');
  const json = memberOf(delta, 'partial_json');
  if (typeof json === 'string') block.json.push(json);
  else if (json !== undefined && json !== null) block.isOdd = true;
  const text = stringMember(delta, 'text');
  if (text !== undefined) block.text.push(text);
  return true;
}

function toBlock({ start, place, pieces, json, text, isOdd }: JoinedBlock): ContentBlock {
  const { record } = place;
  const at: PointerTo = (path) => place.at(`/content_block${path}`);
  const isNear = pieces !== undefined && pieces.record === record;
  if (stringMember(start, 'type') !== 'text') {
    const pointer = isNear ? pieces.at('/delta/partial_json') : at('/input');
    return { block: start, at, input: isOdd ? oddInput(pointer) : inputOf(json.join(''), start, { pointer, empty: at('/input') }), record };
  }
  const joined = `${stringMember(start, 'text') ?? ''}${text.join('')}`;
  const textAt: PointerTo = (path) => (isNear ? pieces.at(`/delta${path}`) : at(path));
  return { block: isJsonObject(start) ? { ...start, text: joined } : start, at: textAt, record };
}

/** No client would make the same of it as another one. */
const oddInput = (pointer: string): Payload => ({
  ...{ form: 'opaque', reason: 'opaque', pointer },
  detail: 'the input comes in pieces that are no text, or in addition to a whole one',
});

/** Pieces that are all empty leave the input as the block's start gave it: `{}`. */
function inputOf(json: string, start: JsonValue, { pointer, empty }: { pointer: string; empty: string }): Payload | undefined {
  const value = memberOf(start, 'input');
  const isBegun = isJsonObject(value) && Object.keys(value).length > 0;
  if (json !== '') return isBegun ? oddInput(pointer) : { form: 'text', text: json, pointer };
  return value === undefined ? undefined : { form: 'value', value, pointer: empty };
}
