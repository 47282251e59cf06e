import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';

/** Something that no reader reads and people give to the tool all the same; said by shape alone, and only where every record has it. */
interface Hint {
  readonly words: string;
  readonly fits: (record: JsonValue) => boolean;
}

const hints: readonly Hint[] = [
  { words: 'looks like declarations of tools: give it with --declare', fits: isDeclaring },
  { words: 'looks like what codex exec --json prints, but only the session file that Codex keeps is read', fits: isPrintedByCodex },
];

/** What an input looks like that is no recording, or one that no reader knows. */
export function hintOf(first: readonly JsonValue[]): string | undefined {
  return first.length === 0 ? undefined : hints.find(({ fits }) => first.every(fits))?.words;
}

/** What a recording of chat messages lacks to be read as one; undefined for what is none. */
export function missingOfMessages(first: readonly JsonValue[]): string | undefined {
  if (first.length === 0) return undefined;
  if (first.every(isConversation)) return 'it declares no tools and none of its messages calls one';
  const isLoose = first.every((record) => isRoleMessage(record) || isMessageList(record));
  return isLoose ? 'its messages stand alone: one object with "messages" for each conversation is read' : undefined;
}

const none: JsonArray = [];
const listOf = (value: JsonValue | undefined): JsonArray => (isJsonArray(value) ? value : none);

/** A tool, a list of tools, or the result of `tools/list`; a request has messages beside its tools. */
function isDeclaring(record: JsonValue): boolean {
  if (isTool(record)) return true;
  const list = isJsonArray(record) ? record : listOf(memberOf(record, 'tools'));
  const isRequest = ['messages', 'input', 'contents'].some((name) => memberOf(record, name) !== undefined);
  return list.length > 0 && !isRequest && list.every(isTool);
}

const schemaNames = ['inputSchema', 'input_schema', 'parameters', 'parametersJsonSchema'] as const;

function isTool(value: JsonValue): boolean {
  const tool = memberOf(value, 'function') ?? memberOf(value, 'toolSpec') ?? value;
  return stringMember(tool, 'name') !== undefined && schemaNames.some((name) => isJsonObject(memberOf(tool, name)));
}

function isPrintedByCodex(record: JsonValue): boolean {
  return /^(?:thread|turn|item)\.[a-z_]{1,40}$/.test(stringMember(record, 'type') ?? '') || stringMember(record, 'type') === 'error';
}

const roles: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

function isRoleMessage(value: JsonValue): boolean {
  return roles.has(stringMember(value, 'role') ?? '');
}

const isMessageList = (value: JsonValue): boolean => isJsonArray(value) && value.length > 0 && value.every(isRoleMessage);

const isConversation = (record: JsonValue): boolean => {
  const messages = memberOf(record, 'messages') ?? null;
  return isMessageList(messages) && listOf(messages).every(isProse);
};

/** A message whose content is text alone calls nothing, whoever sent it. */
function isProse(message: JsonValue): boolean {
  const content = memberOf(message, 'content') ?? '';
  return (
    typeof content === 'string' &&
    ['tool_calls', 'function_call', 'tool_call_id'].every((name) => (memberOf(message, name) ?? null) === null)
  );
}
