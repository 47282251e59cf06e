import { parseJson } from '../../json/parse.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { elementsOf, into, type Located } from './located.ts';
import { isMessageShaped, type Message, readMessage, type Sender } from './message.ts';
import { isInterceptorRecord, isSessionRecord, readInterceptor, readSessionCalls } from './python.ts';

/** A whole connection in one object. */
export interface WholeSession {
  readonly kind: 'session';
  readonly messages: readonly Message[];
  readonly server: string | undefined;
  readonly isEnded: boolean;
}

/** What one record of a capture holds. The protocol standardises no file format, so the envelope is found by shape. */
export type Envelope =
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  | WholeSession
  /** The capturing program's own lines, and what a server wrote beside the protocol. */
  | { readonly kind: 'noise' }
  /** The capture says that the connection ended. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown'; readonly what: string };

/** Members under which captures keep the message, as an object or as its text. */
const carriers = ['message', 'msg', 'json', 'payload', 'data', 'raw', 'line', 'body', 'frame'] as const;

const senders: ReadonlyMap<string, Sender> = new Map([
  ['client->server', 'client'],
  ['client-to-server', 'client'],
  ['client_to_server', 'client'],
  ['fromclient', 'client'],
  ['from-client', 'client'],
  ['client', 'client'],
  ['c2s', 'client'],
  ['server->client', 'server'],
  ['server-to-client', 'server'],
  ['server_to_client', 'server'],
  ['fromserver', 'server'],
  ['from-server', 'server'],
  ['server', 'server'],
  ['s2c', 'server'],
]);

export function readEnvelope(value: JsonValue): Envelope {
  const root: Located = { value, pointer: '', isEmbedded: false, isNullAbsent: false };
  if (isJsonArray(value)) return readBatch(root, undefined);
  if (!isJsonObject(value)) return { kind: 'unknown', what: 'record that is no object' };
  if (isSessionRecord(value)) return readSession(root, value);
  if (isInterceptorRecord(value)) return { kind: 'messages', messages: [readInterceptor(root)] };
  const sender = senderOf(value);
  if (isBareMessage(value)) return { kind: 'messages', messages: [readMessage(root, sender)] };
  for (const name of carriers) {
    const found = readCarried(into(root, name), sender);
    if (found !== undefined) return found;
  }
  return readExchange(root) ?? readRest(value);
}

/** A request with its response, as proxies of the HTTP transport write them: it goes from the client to the server. */
function readExchange(root: Located): Envelope | undefined {
  const sides = [
    { found: into(root, 'request'), sender: 'client' },
    { found: into(root, 'response'), sender: 'server' },
  ] as const;
  const messages = sides.flatMap(({ found, sender }) => {
    const read = hasVersion(found.value ?? null) ? readCarried(found, sender) : undefined;
    return read?.kind === 'messages' ? read.messages : [];
  });
  return messages.length === 0 ? undefined : { kind: 'messages', messages };
}

/** A batch (JSON-RPC section 6; MCP 2025-03-26 only) is read message by message. */
function readBatch(located: Located, sender: Sender | undefined): Envelope {
  const messages = elementsOf(located).map((element): Message => {
    if (isJsonObject(element.value) && isMessageShaped(element.value)) return readMessage(element, sender);
    return { kind: 'unknown', what: 'batch element that is no JSON-RPC object' };
  });
  return messages.length === 0 ? { kind: 'unknown', what: 'empty batch' } : { kind: 'messages', messages };
}

function readCarried(located: Located, sender: Sender | undefined): Envelope | undefined {
  const { value } = located;
  if (typeof value === 'string') return readText(located, value, sender);
  if (isJsonArray(value)) return value.some(hasVersion) ? readBatch(located, sender) : undefined;
  if (!isJsonObject(value)) return undefined;
  const isMessage = hasVersion(value) || (sender !== undefined && isMessageShaped(value));
  return isMessage ? { kind: 'messages', messages: [readMessage(located, sender)] } : undefined;
}

/** The message as JSON text inside a string. Anything else in a string is prose. */
function readText(located: Located, text: string, sender: Sender | undefined): Envelope | undefined {
  if (!/^\s*[[{]/.test(text) || !text.includes('"jsonrpc"')) return undefined;
  const parsed = parseJson(text);
  if (!parsed.ok) return { kind: 'unknown', what: 'message text that is not JSON' };
  // Only the record's own depth was measured: what a string hides must not reach recursive code unmeasured.
  if (parsed.isDeep) return { kind: 'unknown', what: 'message text that nests too deeply' };
  return readCarried({ value: parsed.value, pointer: located.pointer, isEmbedded: true, isNullAbsent: false }, sender);
}

function readSession(root: Located, value: JsonObject): Envelope {
  const server = stringMember(member(value, 'server_info'), 'name');
  const isEnded = typeof member(value, 'ended_at') === 'string';
  return { kind: 'session', messages: readSessionCalls(root), server, isEnded };
}

function readRest(value: JsonObject): Envelope {
  const isMeta = member(value, 'direction') === 'meta';
  if (isMeta && member(value, 'note') === 'closed') return { kind: 'closed' };
  if (isMeta || Object.hasOwn(value, 'unparsable') || Object.hasOwn(value, 'stderr')) return { kind: 'noise' };
  return { kind: 'unknown', what: 'record without a JSON-RPC message' };
}

/** Members by which captures tell connections apart that they record side by side. */
const connectionNames = [
  'connection_id',
  'connectionId',
  'connection',
  'session_id',
  'sessionId',
  'session',
  'server_name',
  'server',
] as const;

/** What the envelope says of the connection; a message by itself says nothing of it. */
export function connectionName(value: JsonValue): string | undefined {
  if (!isJsonObject(value) || hasVersion(value) || isSessionRecord(value)) return undefined;
  return connectionNames.map((name) => stringMember(value, name)).find((name) => name !== undefined);
}

function senderOf(value: JsonObject): Sender | undefined {
  const said = stringMember(value, 'direction') ?? stringMember(value, 'dir') ?? stringMember(value, 'from');
  return said === undefined ? undefined : senders.get(said.toLowerCase());
}

/** JSON-RPC itself, or a log that drops the version and says `dir` instead. */
function isBareMessage(value: JsonObject): boolean {
  if (hasVersion(value)) return true;
  const dir = member(value, 'dir');
  return (dir === 'req' || dir === 'res') && (isMessageShaped(value) || Object.hasOwn(value, 'id'));
}

function hasVersion(value: JsonValue): boolean {
  return stringMember(value, 'jsonrpc') === '2.0';
}
