import { type LockedTool, lockTool } from '../../declare/lock.ts';
import type { Child, Io } from '../../io/io.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { escapeControl } from '../../text/escape.ts';
import { openTalk, type Talk } from './server-talk.ts';
import { UsageError } from './usage.ts';
import { version } from './version.ts';

const protocol = '2025-11-25';
const milliseconds = 30_000;
const pageLimit = 1_000;
const toolLimit = 100_000;

/**
 * RUNS the command, asks the MCP server that it starts for its tools, and ends it. No tool is called. What the server writes to standard
 * error is passed on, with control characters made visible.
 */
export async function askServer(command: readonly string[], io: Io): Promise<readonly LockedTool[]> {
  const [name = ''] = command;
  await io.err(`twogates: running ${escapeControl(command.join(' '))}\n`);
  const child = await io.spawn(command, milliseconds);
  const passing = passOn(child, io);
  try {
    return await listTools(openTalk(child, name, io), name, io);
  } finally {
    await child.stop();
    await passing;
  }
}

async function passOn(child: Child, io: Io): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of child.errors) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    await io.err(lines.map((line) => escapeControl(line.replace(/\r$/, ''))).join('\n'));
  }
}

/** MCP 2025-11-25: initialize, initialized, then tools/list until no page follows. */
async function listTools(talk: Talk, name: string, io: Io): Promise<readonly LockedTool[]> {
  const hello = await talk.request('initialize', {
    protocolVersion: protocol,
    capabilities: {},
    clientInfo: { name: 'twogates', version },
  });
  await talk.notify('notifications/initialized');
  const server = stringMember(memberOf(hello, 'serverInfo'), 'name');
  const tools: LockedTool[] = [];
  for await (const page of pagesOf(talk, name)) {
    for (const tool of page) {
      const called = stringMember(tool, 'name');
      if (!isJsonObject(tool) || called === undefined || called === '') throw new UsageError(`${name}: lists a tool without a name`);
      tools.push(lockTool({ server, name: called }, tool));
    }
    if (tools.length > toolLimit) throw new UsageError(`${name}: lists more than ${toolLimit} tools`);
  }
  if (talk.hasChanged())
    await io.err(`twogates: ${escapeControl(name)} says that its tools changed meanwhile: lock it again if in doubt\n`);
  return tools;
}

async function* pagesOf(talk: Talk, name: string): AsyncGenerator<readonly JsonValue[]> {
  const seen = new Set<string>();
  for (let cursor: string | undefined, pages = 0; pages < pageLimit; pages++) {
    const result = await talk.request('tools/list', cursor === undefined ? {} : { cursor });
    const tools = memberOf(result, 'tools');
    if (!isJsonArray(tools)) throw new UsageError(`${name}: answered tools/list without a list of tools`);
    yield tools;
    cursor = stringMember(result, 'nextCursor');
    if (cursor === undefined) return;
    if (seen.has(cursor)) throw new UsageError(`${name}: tools/list goes in a circle: it names the page ${JSON.stringify(cursor)} twice`);
    seen.add(cursor);
  }
  throw new UsageError(`${name}: tools/list has more than ${pageLimit} pages`);
}
