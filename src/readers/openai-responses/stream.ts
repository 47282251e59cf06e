import { isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { PointerTo } from '../kit/pair.ts';

/** An item of a response, and where it lies. */
export interface PlacedItem {
  readonly item: JsonValue;
  readonly at: PointerTo;
  /** The record that holds it, where a pair lies in several. */
  readonly record?: SourceRecord | undefined;
}

/** The events of one stream, read. */
export interface JoinedStream {
  /** The response as the first event gives it: its settings, and no items yet. */
  readonly begun: PlacedItem | undefined;
  /** The whole response, from the event that ends the stream. */
  readonly final: PlacedItem | undefined;
  /** Items that the stream finished, for a stream whose end brings none. */
  readonly items: readonly PlacedItem[];
  readonly isEnded: boolean;
  readonly hasUnfinished: boolean;
}

const finalTypes: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

const beginningTypes: ReadonlySet<string> = new Set(['response.created', 'response.queued', 'response.in_progress']);

export function isStreamEvent(value: JsonValue): boolean {
  return stringMember(value, 'type')?.startsWith('response.') === true;
}

/** True for the event that ends a stream and holds the whole response. */
export function isFinalEvent(value: JsonValue): boolean {
  return finalTypes.has(stringMember(value, 'type') ?? '') && isJsonObject(memberOf(value, 'response'));
}

/** True for an event before the first item; it holds the settings of the request. */
export function isBeginning(value: JsonValue): boolean {
  return beginningTypes.has(stringMember(value, 'type') ?? '') && isJsonObject(memberOf(value, 'response'));
}

interface Growing {
  item: JsonValue;
  at: PointerTo;
  pieces: string[];
  /** True once the stream brought the item, or all of its text, in one piece. */
  isWhole: boolean;
}

/** Where the events lie. */
export interface StreamPlace {
  /** Leads into the n-th event. */
  readonly event: (index: number, path: string) => string;
  /** The stream as a whole: the place of what several events bring in pieces. */
  readonly whole: string;
}

/** Joins events by their `output_index`. `isDone`: the stream said that it ends. */
export function joinEvents(events: readonly JsonValue[], place: StreamPlace, isDone: boolean): JoinedStream {
  const growing = new Map<JsonValue, Growing>();
  let begun: PlacedItem | undefined;
  let final: PlacedItem | undefined;
  let isFailed = false;
  events.forEach((event, index) => {
    const at: PointerTo = (path) => place.event(index, path);
    if (isFinalEvent(event)) final = { item: memberOf(event, 'response') ?? null, at: (path) => at(`/response${path}`) };
    else if (isBeginning(event)) begun ??= { item: memberOf(event, 'response') ?? null, at: (path) => at(`/response${path}`) };
    else if (stringMember(event, 'type') === 'error') isFailed = true;
    else grow(growing, event, at);
  });
  const isEnded = final !== undefined || isFailed || isDone;
  const all = [...growing.values()];
  const finished = all.filter((one) => one.isWhole || (isEnded && one.pieces.length > 0));
  return {
    begun,
    final,
    items: finished.map((one) => (one.pieces.length === 0 ? one : assembled(one, place.whole))),
    isEnded,
    hasUnfinished: finished.length < all.length,
  };
}

function grow(growing: Map<JsonValue, Growing>, event: JsonValue, at: PointerTo): void {
  const type = stringMember(event, 'type') ?? '';
  const index = memberOf(event, 'output_index') ?? memberOf(event, 'item_id') ?? 0;
  if (type === 'response.output_item.added' || type === 'response.output_item.done') {
    const item = memberOf(event, 'item') ?? null;
    growing.set(index, { item, at: (path) => at(`/item${path}`), pieces: [], isWhole: type.endsWith('.done') });
    return;
  }
  const one = growing.get(index);
  if (one === undefined || one.isWhole || !textEvents.test(type)) return;
  if (type.endsWith('.done')) {
    one.pieces = [stringMember(event, 'arguments') ?? stringMember(event, 'input') ?? one.pieces.join('')];
    one.isWhole = true;
    return;
  }
  const delta = stringMember(event, 'delta');
  if (delta !== undefined) one.pieces.push(delta);
}

/** Events that bring what a call asks for: arguments as text, or the free text of a custom tool. */
const textEvents = /^response\.(?:function_call_arguments|mcp_call_arguments|custom_tool_call_input)\.(?:delta|done)$/;

function assembled({ item, pieces }: Growing, whole: string): PlacedItem {
  const field = stringMember(item, 'type') === 'custom_tool_call' ? 'input' : 'arguments';
  const filled: JsonValue = isJsonObject(item) ? { ...item, [field]: pieces.join('') } : item;
  return { item: filled, at: () => whole };
}
