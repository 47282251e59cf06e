import type { Child, Io } from '../../io/io.ts';
import { parseJson } from '../../json/parse.ts';
import { printJson } from '../../json/print.ts';
import { isJsonObject, type JsonObject, type JsonValue, member, memberOf, stringMember } from '../../model/json.ts';
import { escapeControl } from '../../text/escape.ts';
import { UsageError } from './usage.ts';

/** Characters that a server may write in one message: more than any list of tools, less than harms. */
const messageLimit = 64 * 1024 * 1024;

/** A JSON-RPC conversation with a program, one message a line (MCP, stdio transport). */
export interface Talk {
  /** Asks, and waits for the answer's `result`. */
  request(method: string, params: JsonObject): Promise<JsonValue>;
  notify(method: string): Promise<void>;
  /** Whether the server said so far that its tools are others now. */
  hasChanged(): boolean;
}

export function openTalk(child: Child, name: string, io: Io): Talk {
  const lines = linesOf(child.output, name);
  let asked = 0;
  let isChanged = false;
  const send = (message: JsonObject): Promise<void> => child.write(`${printJson({ jsonrpc: '2.0', ...message })}\n`);
  const receive = async (method: string, id: number): Promise<JsonValue> => {
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const message = await readMessage(next.value, name, io);
      if (message === undefined) continue;
      if (stringMember(message, 'method') === 'notifications/tools/list_changed') isChanged = true;
      else if (Object.hasOwn(message, 'method')) await answer(message, send);
      else if (member(message, 'id') === id) return resultOf(message, method, name);
    }
    throw new UsageError(
      `${name}: ${child.isOutOfTime() ? 'had no time left before it answered' : 'ended before it answered'} ${method} (is it an MCP server that speaks over standard input and output?)`,
    );
  };
  return {
    async request(method, params) {
      const id = ++asked;
      await send({ id, method, params });
      return receive(method, id);
    },
    notify: (method) => send({ method }),
    hasChanged: () => isChanged,
  };
}

/** A server may ask, too: it is told that it is heard, and that nothing else is offered here. */
async function answer(message: JsonObject, send: (message: JsonObject) => Promise<void>): Promise<void> {
  const id = member(message, 'id');
  if (id === undefined) return;
  const refused = { error: { code: -32601, message: 'not offered by this client' } };
  await send({ id, ...(member(message, 'method') === 'ping' ? { result: {} } : refused) });
}

function resultOf(message: JsonObject, method: string, name: string): JsonValue {
  const result = member(message, 'result');
  if (result !== undefined) return result;
  const error = member(message, 'error');
  throw new UsageError(`${name}: answered ${method} with an error: ${stringMember(error, 'message') ?? printJson(error ?? null, 200)}`);
}

/** The standard allows nothing but messages on standard output; many servers greet there all the same. */
async function readMessage(line: string, name: string, io: Io): Promise<JsonObject | undefined> {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) {
    await io.err(`twogates: ${escapeControl(name)} wrote no JSON-RPC message, passed over: ${escapeControl(line.slice(0, 200))}\n`);
    return undefined;
  }
  const fault = parsed.isDeep
    ? 'nested too deeply'
    : twiceIn(parsed.defects.map(({ kind, text }) => (kind === 'duplicate-key' ? text : undefined)));
  if (fault !== undefined && memberOf(parsed.value, 'result') !== undefined)
    throw new UsageError(`${name}: its answer cannot be pinned: ${fault}`);
  return parsed.value;
}

function twiceIn(keys: readonly (string | undefined)[]): string | undefined {
  const key = keys.find((text) => text !== undefined);
  return key === undefined ? undefined : `it says ${JSON.stringify(key)} twice in one object`;
}

async function* linesOf(output: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of output) {
    const [first = '', ...more] = decode(decoder, chunk, name).split('\n');
    rest.push(first);
    length += first.length;
    if (length > messageLimit) throw new UsageError(`${name}: wrote a message of more than ${messageLimit} characters`);
    for (const next of more) {
      const line = rest.join('');
      if (line.trim() !== '') yield line;
      rest = [next];
      length = next.length;
    }
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array, name: string): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new UsageError(`${name}: wrote to standard output what is not UTF-8 text`);
  }
}
