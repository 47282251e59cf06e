import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';
import { openSpoken } from '../kit/spoken-messages.ts';
import { unreadCalls } from '../kit/unread-calls.ts';
import { type Attribute, type Attributes, structuredOf } from './attributes.ts';
import { eventListMessages } from './event-lists.ts';
import { exchangeMessages } from './exchange.ts';
import { flattenedMessages } from './flattened.ts';
import { adkMessages } from './google/adk.ts';
import { isGoogle } from './google/marks.ts';
import { areByPosition, type PlacedStep, withoutPositions } from './google/position-ids.ts';
import { messageSteps, partSteps, toolCall } from './message-shapes.ts';
import { type HeldMessages, held, type MessageStep, type Request } from './messages.ts';
import { proposedPayload } from './payload.ts';

/** The messages of a span by the first of the conventions that it follows. Undefined: it holds none. */
export function spanMessages(attributes: Attributes, isEvent: boolean): HeldMessages | undefined {
  const ofAdk = adkMessages(attributes);
  if (ofAdk !== undefined) return ofAdk;
  const sent = attributes.get('gen_ai.input.messages') ?? attributes.get('pydantic_ai.all_messages');
  const answered = attributes.get('gen_ai.output.messages');
  if (sent !== undefined || answered !== undefined) return listedMessages({ sent, answered, isEvent, isGoogle: isGoogle(attributes) });
  const calls = responseCalls(attributes);
  const messages = calls === undefined ? flattenedMessages(attributes) : { sent: [], answered: calls };
  return (messages === undefined ? undefined : held(messages)) ?? eventListMessages(attributes) ?? exchangeMessages(attributes);
}

interface Lists {
  readonly sent: Attribute | undefined;
  readonly answered: Attribute | undefined;
  /** An event that was logged need not name its provider. */
  readonly isEvent: boolean;
  readonly isGoogle: boolean;
}

/** The conventions' own lists. */
function listedMessages({ sent, answered, isEvent, isGoogle: isMarked }: Lists): HeldMessages {
  const isWithoutIds = (placed: readonly PlacedStep[]): boolean => isMarked || (isEvent && areByPosition(placed));
  return {
    request() {
      const list = sent === undefined ? [] : listOf(sent);
      if (list === undefined) return { sent: [{ kind: 'unread', what: 'messages that are no JSON list' }] };
      const placed = list.flatMap(placedSteps);
      return isWithoutIds(placed) ? requestWithoutIds(list, placed, answered) : { sent: placed.map(({ step }) => step) };
    },
    answered() {
      const list = answered === undefined ? [] : listOf(answered);
      if (list === undefined) return [{ kind: 'unread', what: `${unreadCalls} gen_ai.output.messages` }];
      const placed = list.flatMap(placedSteps);
      return isWithoutIds(placed) ? withoutPositions(placed) : placed.map(({ step }) => step);
    },
  };
}

/** Where calls have no ids, what was said tells them apart. */
function requestWithoutIds(list: readonly Listed[], placed: readonly PlacedStep[], answered: Attribute | undefined): Request {
  const indices = placed.map(({ index }) => index);
  const sent = withoutPositions(placed).map((step, place) => ({ ...step, index: indices[place] ?? 0 }));
  const answer = (): JsonValue | undefined => (answered === undefined ? undefined : partsOfOne(listOf(answered)));
  return { sent, spoken: openSpoken({ messages: list.map(({ value }) => value), system: undefined, answer }) };
}

interface Listed {
  readonly value: JsonValue;
  readonly at: PointerTo;
}

function listOf(attribute: Attribute): readonly Listed[] | undefined {
  const list = structuredOf(attribute);
  if (list === undefined || !isJsonArray(list.value)) return undefined;
  return list.value.map((value, index) => ({ value, at: (path) => list.at(`/${index}${path}`) }));
}

/** An answer as the next request sends it along: why it ended is not told again. */
function partsOfOne(list: readonly Listed[] | undefined): JsonValue | undefined {
  const [message, ...others] = list ?? [];
  const parts = memberOf(message?.value, 'parts');
  return parts === undefined || others.length > 0 ? undefined : { parts };
}

function placedSteps(message: Listed, index: number): readonly PlacedStep[] {
  const parts = memberOf(message.value, 'parts');
  if (!isJsonArray(parts)) return messageSteps(message).map((step, place) => ({ step, place, index }));
  return parts.flatMap((part, place) =>
    partSteps(part, (path) => message.at(`/parts/${place}${path}`)).map((step) => ({ step, place, index })),
  );
}

/** Texts of a list of calls: of the AI SDK, of its third generation, and of LiveKit. */
const callLists = ['ai.response.toolCalls', 'ai.result.toolCalls', 'lk.response.function_calls'] as const;

function responseCalls(attributes: Attributes): readonly MessageStep[] | undefined {
  for (const key of callLists) {
    const attribute = attributes.get(key);
    if (attribute === undefined) continue;
    const list = listOf(attribute);
    return list === undefined ? [{ kind: 'unread', what: `${unreadCalls} ${key}` }] : list.map(responseCall);
  }
  return undefined;
}

function responseCall({ value: entry, at }: Listed): MessageStep {
  const tool = stringMember(entry, 'toolName');
  const id = stringMember(entry, 'toolCallId');
  if (tool === undefined) return toolCall(entry, at, 'call_id');
  const key = memberOf(entry, 'input') === undefined ? 'args' : 'input';
  const value = memberOf(entry, key);
  // An empty text is how this SDK writes that no arguments were given; it validates {}.
  const payload = value === '' ? ({ form: 'absent', pointer: at(`/${key}`) } as const) : proposedPayload(value, at(`/${key}`), at(''));
  return {
    kind: 'call',
    call: { id, idPointer: id === undefined ? undefined : at('/toolCallId'), tool, toolPointer: at('/toolName'), payload },
  };
}
