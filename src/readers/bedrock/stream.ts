import type { Payload } from '../../model/event.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';
import type { ContentBlock } from './blocks.ts';

/** A message joined from the events of ConverseStream. */
export interface JoinedMessage {
  /** Only blocks that the stream finished. */
  readonly blocks: readonly ContentBlock[];
  readonly stopReason: string | undefined;
  /** True when the stream reached `messageStop` and finished every block. */
  readonly isComplete: boolean;
}

interface JoinedBlock {
  readonly start: JsonValue;
  readonly at: PointerTo;
  /** Where the pieces lie, from the first on. */
  pieces: PointerTo;
  readonly input: string[];
  readonly text: string[];
  isFinished: boolean;
}

const eventNames: readonly string[] = [
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
];

/** The events of a stream: a list of objects with one event each. */
export function isEventList(value: JsonValue): value is JsonArray {
  return isJsonArray(value) && value.length > 0 && value.every((event) => eventNames.some((name) => isJsonObject(memberOf(event, name))));
}

/**
 * Joins the events by `contentBlockIndex`. Text begins without a start; a call's input comes as pieces of one JSON text.
 * The place of a value that came in pieces is its first piece.
 */
export function joinEvents(events: JsonArray, at: PointerTo): JoinedMessage {
  const blocks = new Map<JsonValue, JoinedBlock>();
  let stopReason: string | undefined;
  let isStopped = false;
  for (const [place, event] of events.entries()) {
    const stop = memberOf(event, 'messageStop');
    if (stop !== undefined) {
      isStopped = true;
      stopReason = stringMember(stop, 'stopReason') ?? stopReason;
      continue;
    }
    addEvent(blocks, event, (path) => at(`/${place}${path}`));
  }
  const finished = [...blocks.values()].filter((block) => block.isFinished);
  return { blocks: finished.map(toBlock), stopReason, isComplete: isStopped && finished.length === blocks.size };
}

function addEvent(blocks: Map<JsonValue, JoinedBlock>, event: JsonValue, at: PointerTo): void {
  const start = memberOf(event, 'contentBlockStart');
  if (start !== undefined) {
    const within: PointerTo = (path) => at(`/contentBlockStart/start${path}`);
    blocks.set(indexOf(start), open(memberOf(start, 'start') ?? {}, within));
    return;
  }
  const delta = memberOf(event, 'contentBlockDelta');
  if (delta !== undefined) {
    const within: PointerTo = (path) => at(`/contentBlockDelta/delta${path}`);
    const block = blocks.get(indexOf(delta)) ?? open({}, within);
    blocks.set(indexOf(delta), block);
    addPiece(block, memberOf(delta, 'delta'), within);
    return;
  }
  const stop = memberOf(event, 'contentBlockStop');
  const block = stop === undefined ? undefined : blocks.get(indexOf(stop));
  if (block !== undefined) block.isFinished = true;
}

function indexOf(event: JsonValue): JsonValue {
  return memberOf(event, 'contentBlockIndex') ?? 0;
}

function open(start: JsonValue, at: PointerTo): JoinedBlock {
  return { start, at, pieces: at, input: [], text: [], isFinished: false };
}

function addPiece(block: JoinedBlock, delta: JsonValue | undefined, at: PointerTo): void {
  if (block.input.length === 0 && block.text.length === 0) block.pieces = at;
  const input = stringMember(memberOf(delta, 'toolUse'), 'input');
  if (input !== undefined) block.input.push(input);
  const text = stringMember(delta, 'text');
  if (text !== undefined) block.text.push(text);
}

function toBlock({ start, at, pieces, input, text }: JoinedBlock): ContentBlock {
  if (memberOf(start, 'toolUse') !== undefined) return { block: start, at, input: inputOf(input.join(''), pieces) };
  return text.length === 0 ? { block: start, at } : { block: { text: text.join('') }, at: pieces };
}

/** A tool without arguments gets a start and no pieces. */
function inputOf(json: string, at: PointerTo): Payload {
  const pointer = at('/toolUse/input');
  return json === '' ? { form: 'absent', pointer } : { form: 'text', text: json, pointer };
}
