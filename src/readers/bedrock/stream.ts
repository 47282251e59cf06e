import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { EventJoin, StreamEvent } from '../kit/event-records.ts';
import type { Placed, PointerTo } from '../kit/pair.ts';
import { contradictoryStream } from '../kit/stream-faults.ts';
import type { ContentBlock } from './blocks.ts';

/** A message joined from the events of ConverseStream. */
export interface JoinedMessage {
  /** Only blocks that the stream finished. */
  readonly blocks: readonly ContentBlock[];
  readonly stopReason: string | undefined;
  /** True when the stream reached `messageStop` and finished every block. */
  readonly isComplete: boolean;
  /** What in it could not be used, by kind. */
  readonly odd: readonly string[];
}

interface JoinedBlock {
  /** The event that begins the block. */
  readonly start: Placed;
  /** Where the pieces lie, from the first on. */
  pieces: Placed;
  readonly input: string[];
  readonly text: string[];
  /** A piece of its input is no text. */
  isOdd: boolean;
  isFinished: boolean;
}

const phases: ReadonlyMap<string, StreamEvent['phase']> = new Map([
  ['messageStart', 'start'],
  ['contentBlockStart', 'piece'],
  ['contentBlockDelta', 'piece'],
  ['contentBlockStop', 'piece'],
  ['messageStop', 'end'],
]);

/** Errors that end a stream too early (ConverseStreamOutput); they are told by what is missing then. */
const exceptions: readonly string[] = [
  'internalServerException',
  'modelStreamErrorException',
  'validationException',
  'throttlingException',
  'serviceUnavailableException',
];

/** What was used ends a stream; other documents have metadata of other kinds. */
const isAside = (value: JsonValue): boolean => {
  const metadata = memberOf(value, 'metadata');
  return isJsonObject(memberOf(metadata, 'usage')) || isJsonObject(memberOf(metadata, 'metrics'));
};

const phaseOf = (value: JsonValue): StreamEvent['phase'] | undefined => {
  for (const [name, phase] of phases) if (isJsonObject(memberOf(value, name))) return phase;
  return isAside(value) ? 'aside' : undefined;
};

const isException = (value: JsonValue): boolean => exceptions.some((name) => isJsonObject(memberOf(value, name)));

/** True for one event of a stream: an object with that one member, or one that holds it as its `event`, as agent frameworks hand it on. */
export function isStreamEvent(value: JsonValue): boolean {
  return phaseOf(memberOf(value, 'event') ?? value) !== undefined;
}

/** A record that is an event of a stream. */
export function eventOf(record: SourceRecord): StreamEvent | undefined {
  const inner = memberOf(record.value, 'event');
  const value = inner ?? record.value;
  const phase = phaseOf(value) ?? (isException(value) ? 'aside' : undefined);
  return phase === undefined ? undefined : { value, at: inner === undefined ? (path) => path : (path) => `/event${path}`, record, phase };
}

/** The events of a stream: a list of objects with one event each. */
export function isEventList(value: JsonValue): value is JsonArray {
  if (!isJsonArray(value)) return false;
  return value.some((event) => phaseOf(event) !== undefined) && value.every((event) => phaseOf(event) !== undefined || isException(event));
}

/**
 * Joins the events by `contentBlockIndex`. Text begins without a start; a call's input comes as pieces of one JSON text.
 * The place of a value that came in pieces is its first piece.
 */
export function openEventJoin(): EventJoin<JoinedMessage> {
  const blocks = new Map<JsonValue, JoinedBlock>();
  let stopReason: string | undefined;
  let isStopped = false;
  let isContradicted = false;
  return {
    add(placed) {
      const start = memberOf(placed.value, 'contentBlockStart');
      isContradicted ||= start !== undefined && blocks.has(indexOf(start));
      const stop = memberOf(placed.value, 'messageStop');
      if (stop === undefined) return addEvent(blocks, placed);
      isStopped = true;
      const reason = stringMember(stop, 'stopReason');
      isContradicted ||= reason !== undefined && stopReason !== undefined && reason !== stopReason;
      stopReason = reason ?? stopReason;
      return false;
    },
    end() {
      const finished = [...blocks.values()].filter((block) => block.isFinished);
      const odd = [
        ...(isContradicted ? [contradictoryStream] : []),
        ...([...blocks.values()].some(isHeadless) ? ['piece of a content block that did not begin'] : []),
      ];
      return { blocks: finished.map(toBlock), stopReason, isComplete: isStopped && finished.length === blocks.size, odd };
    },
  };
}

export function joinEvents(events: JsonArray, at: PointerTo): JoinedMessage {
  const join = openEventJoin();
  for (const [place, value] of events.entries()) join.add({ value, at: (path) => at(`/${place}${path}`) });
  return join.end();
}

/** True when a block begins here. */
function addEvent(blocks: Map<JsonValue, JoinedBlock>, placed: Placed): boolean {
  const { value: event, record } = placed;
  const start = memberOf(event, 'contentBlockStart');
  if (start !== undefined) {
    const value = memberOf(start, 'start') ?? {};
    blocks.set(indexOf(start), open({ value, at: (path) => placed.at(`/contentBlockStart/start${path}`), record }));
    return true;
  }
  const delta = memberOf(event, 'contentBlockDelta');
  if (delta !== undefined) {
    const at: PointerTo = (path) => placed.at(`/contentBlockDelta/delta${path}`);
    const known = blocks.get(indexOf(delta));
    const block = known ?? open({ value: {}, at, record });
    if (known === undefined) blocks.set(indexOf(delta), block);
    addPiece(block, { value: memberOf(delta, 'delta') ?? null, at, record });
    return known === undefined;
  }
  const stop = memberOf(event, 'contentBlockStop');
  const block = stop === undefined ? undefined : blocks.get(indexOf(stop));
  if (block !== undefined) block.isFinished = true;
  return false;
}

/** Text begins without a start; a call does not. */
const isHeadless = ({ start, input, isOdd }: JoinedBlock): boolean =>
  (input.length > 0 || isOdd) && memberOf(start.value, 'toolUse') === undefined;

function indexOf(event: JsonValue): JsonValue {
  return memberOf(event, 'contentBlockIndex') ?? 0;
}

function open(start: Placed): JoinedBlock {
  return { start, pieces: start, input: [], text: [], isOdd: false, isFinished: false };
}

function addPiece(block: JoinedBlock, piece: Placed): void {
  const delta = piece.value;
  if (block.input.length === 0 && block.text.length === 0) block.pieces = piece;
  const input = memberOf(memberOf(delta, 'toolUse'), 'input');
  if (typeof input === 'string') block.input.push(input);
  else if (input !== undefined && input !== null) block.isOdd = true;
  const text = stringMember(delta, 'text');
  if (text !== undefined) block.text.push(text);
}

/** Where the start is a record of its own, all that came in pieces has its place there. */
function toBlock({ start, pieces, input, text, isOdd }: JoinedBlock): ContentBlock {
  const { value: block, at, record } = start;
  const isNear = pieces.record === record;
  if (memberOf(block, 'toolUse') !== undefined) {
    const place = isNear ? pieces : start;
    return { block, at, input: isOdd ? oddInput(place) : inputOf(input.join(''), place), record };
  }
  if (text.length === 0) return { block, at, record };
  return isNear ? { block: { text: text.join('') }, at: pieces.at, record } : { block: { text: text.join('') }, at, record };
}

const oddInput = ({ at }: Placed): Payload => ({
  ...{ form: 'opaque', reason: 'opaque', pointer: at('/toolUse/input') },
  detail: 'the input comes in pieces that are no text',
});

/** A tool without arguments gets a start and no pieces. */
function inputOf(json: string, { at }: Placed): Payload {
  const pointer = at('/toolUse/input');
  return json === '' ? { form: 'absent', pointer } : { form: 'text', text: json, pointer };
}
