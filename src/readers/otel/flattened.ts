import { contentKey } from '../kit/content-key.ts';
import { textsAt } from '../kit/text-blocks.ts';
import type { Attribute, Attributes } from './attributes.ts';
import type { MessageStep, Messages } from './messages.ts';
import { notCaptured, proposedPayload } from './payload.ts';

/**
 * Messages that are spread over keys: `gen_ai.prompt.0.role` (Traceloop, first `llm.prompts.0.role`), `llm.input_messages.0.message.role`
 * (OpenInference). A call may stand where messages had one only: `function_call.name`, `message.function_call_name`.
 */
const key =
  /^(gen_ai\.prompt|gen_ai\.completion|llm\.prompts|llm\.completions|llm\.input_messages|llm\.output_messages)\.(\d{1,6})\.(?:message\.)?(?:(role|content|tool_call_id|name)|function_call[._](name|arguments)(?:_json)?|tool_calls\.(\d{1,6})\.(?:tool_call\.)?(?:function\.)?(id|name|arguments))$/;

const sentLists: ReadonlySet<string> = new Set(['gen_ai.prompt', 'llm.prompts', 'llm.input_messages']);

type Fields = Map<string, Attribute>;

interface FlatMessage {
  readonly fields: Fields;
  readonly calls: Map<number, Fields>;
  /** The only call of a message before there could be several. */
  readonly called: Fields;
}

/** The messages by their number; undefined when the span has none. */
export function flattenedMessages(attributes: Attributes): Messages | undefined {
  const sent = new Map<number, FlatMessage>();
  const answered = new Map<number, FlatMessage>();
  for (const [name, attribute] of attributes) {
    const [, list, index, field, calledField, callIndex, callField] = key.exec(name) ?? [];
    if (list === undefined || index === undefined) continue;
    const message = entryOf(sentLists.has(list) ? sent : answered, Number(index), emptyMessage);
    if (field !== undefined) message.fields.set(field, attribute);
    else if (calledField !== undefined) message.called.set(calledField, attribute);
    else if (callIndex !== undefined && callField !== undefined)
      entryOf(message.calls, Number(callIndex), emptyFields).set(callField, attribute);
  }
  return sent.size + answered.size === 0 ? undefined : { sent: stepsOf(sent), answered: stepsOf(answered) };
}

const emptyMessage = (): FlatMessage => ({ fields: new Map(), calls: new Map(), called: new Map() });
const emptyFields = (): Fields => new Map();

function entryOf<T>(entries: Map<number, T>, index: number, create: () => T): T {
  const known = entries.get(index);
  if (known !== undefined) return known;
  const entry = create();
  entries.set(index, entry);
  return entry;
}

function inOrder<T>(entries: ReadonlyMap<number, T>): readonly T[] {
  return [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

function stepsOf(messages: ReadonlyMap<number, FlatMessage>): readonly MessageStep[] {
  return inOrder(messages).flatMap((message) => [...callsOf(message).map(callStep), ...resultSteps(message)]);
}

/** Some write the first of several calls as the only one besides. */
function callsOf({ calls, called }: FlatMessage): readonly Fields[] {
  return calls.size === 0 && called.size > 0 ? [called] : inOrder(calls);
}

function callStep(fields: Fields): MessageStep {
  const name = fields.get('name');
  if (typeof name?.value !== 'string') return { kind: 'unread', what: 'tool call without a name' };
  const written = fields.get('arguments');
  const payload = written === undefined ? notCaptured(name.pointer) : proposedPayload(written.value, written.pointer, written.pointer);
  return { kind: 'call', call: { ...idOf(fields.get('id')), tool: name.value, toolPointer: name.pointer, payload } };
}

function resultSteps({ fields }: FlatMessage): readonly MessageStep[] {
  const role = fields.get('role')?.value;
  const id = idOf(fields.get('tool_call_id'));
  if (id.id === undefined && role !== 'tool') return [];
  const content = fields.get('content');
  const name = fields.get('name')?.value;
  const tool = typeof name === 'string' ? name : undefined;
  const texts = textsAt(content?.value, () => content?.pointer ?? '');
  return [{ kind: 'result', result: { ...id, tool, texts, key: contentKey(content?.value ?? null) } }];
}

function idOf(attribute: Attribute | undefined): { readonly id: string | undefined; readonly idPointer: string | undefined } {
  const id = typeof attribute?.value === 'string' ? attribute.value.trim() : '';
  return id === '' ? { id: undefined, idPointer: undefined } : { id, idPointer: attribute?.pointer };
}
