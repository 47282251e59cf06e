import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';

/** Something that no reader reads and people give to the tool all the same; said by shape alone, and only where every record has it. */
interface Hint {
  readonly words: string;
  readonly fits: (record: JsonValue) => boolean;
}

const hints: readonly Hint[] = [
  { words: 'looks like declarations of tools: give it with --declare', fits: isDeclaring },
  { words: 'looks like what codex exec --json prints, but only the session file that Codex keeps is read', fits: isPrintedByCodex },
  {
    words: 'looks like a workflow declaration: give it with --declare',
    fits: (record) => isText(record, 'workflow') && hasAny(record, ['steps', 'tools', 'global_config']),
  },
  { words: 'looks like an OpenAPI document, which declares no tools: give the list of tools made from it with --declare', fits: isOpenApi },
  { words: 'looks like a JSON Schema: --schema S judges one value by it', fits: isSchema },
  {
    words: 'looks like a report of twogates: give the recording it was made from',
    fits: (record) => memberOf(record, 'report') === 1 && isJsonArray(memberOf(record, 'findings')),
  },
  {
    words: 'looks like settings of MCP servers: twogates declare -- COMMAND asks one of them for its tools',
    fits: (record) => hasObject(record, ['mcpServers']),
  },
  {
    words: 'looks like an HTTP archive (HAR): the bodies of a request and its response, one pair a line, are read',
    fits: (record) => isJsonArray(memberOf(memberOf(record, 'log'), 'entries')),
  },
  {
    words: 'looks like a cassette of recorded HTTP exchanges: the bodies of a request and its response, one pair a line, are read',
    fits: (record) => hasAny(record, ['interactions', 'http_interactions']),
  },
  {
    words: 'looks like the requests of a batch: one of them a line is read, and so are its results',
    fits: (record) => listOf(memberOf(record, 'requests')).some((one) => isText(one, 'custom_id')),
  },
  {
    words: 'looks like the messages of a Gemini chat, which stand alone: one object with "contents" for each conversation is read',
    fits: isContent,
  },
  { words: 'looks like the manifest of a package, which records no calls', fits: isManifest },
  { words: 'looks like GeoJSON, which records no calls', fits: isGeographic },
  { words: 'looks like the log of a program, which records no calls', fits: isLogEntry },
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

function isText(record: JsonValue, name: string): boolean {
  return stringMember(record, name) !== undefined;
}

function hasAny(record: JsonValue, names: readonly string[]): boolean {
  return names.some((name) => memberOf(record, name) !== undefined);
}

function hasObject(record: JsonValue, names: readonly string[]): boolean {
  return names.some((name) => isJsonObject(memberOf(record, name)));
}

/** Parts of other formats name their type. */
function isContent(record: JsonValue): boolean {
  const parts = listOf(memberOf(record, 'parts'));
  return (
    ['user', 'model', 'function'].includes(stringMember(record, 'role') ?? '') &&
    parts.length > 0 &&
    !parts.some((part) => isText(part, 'type'))
  );
}

function isOpenApi(record: JsonValue): boolean {
  return (isText(record, 'openapi') || isText(record, 'swagger')) && hasObject(record, ['info', 'paths', 'components']);
}

function isSchema(record: JsonValue): boolean {
  return (
    /json-schema\.org/.test(stringMember(record, '$schema') ?? '') ||
    (stringMember(record, 'type') === 'object' && hasObject(record, ['properties']))
  );
}

function isManifest(record: JsonValue): boolean {
  return isText(record, 'name') && hasObject(record, ['dependencies', 'devDependencies', 'scripts', 'engines', 'exports']);
}

/** RFC 7946: the type names the shape, and the shape has its one member. */
function isGeographic(record: JsonValue): boolean {
  return (
    (stringMember(record, 'type') === 'FeatureCollection' && isJsonArray(memberOf(record, 'features'))) ||
    (stringMember(record, 'type') === 'Feature' && memberOf(record, 'geometry') !== undefined)
  );
}

function isLogEntry(record: JsonValue): boolean {
  return (
    hasAny(record, ['level', 'severity', 'levelname', '@level']) &&
    hasAny(record, ['msg', 'message', 'event', '@message']) &&
    hasAny(record, ['time', 'timestamp', 'ts', '@timestamp', 'asctime'])
  );
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
