import { compareLocked, type LockedTool } from '../../declare/lock.ts';
import type { Io } from '../../io/io.ts';
import { escapeControl } from '../../text/escape.ts';
import { askServer } from './ask-server.ts';
import { protectInputs } from './deliver.ts';
import { expandInputs } from './expand-inputs.ts';
import { lockText } from './lock-text.ts';
import { declarationFolder, type FoundTool, toolsOfFolder, toolsOfInput } from './locked-input.ts';
import { UsageError } from './usage.ts';

export interface DeclareFlags {
  readonly output?: string;
  readonly server?: string;
}

export interface DeclareOrder {
  readonly inputs: readonly string[];
  /** The command of a live server; undefined when the inputs are files. */
  readonly command: readonly string[] | undefined;
  readonly flags: DeclareFlags;
}

/** From the command line to the lock file: read or ask, join, write. */
export async function runDeclare({ inputs, command, flags }: DeclareOrder, io: Io): Promise<number> {
  const found = command === undefined ? await toolsOfInputs(inputs, flags, io) : await toolsOfServer(inputs, command, io);
  const named = found.map((tool) => ({
    ...tool,
    server: (command === undefined ? tool.server : undefined) ?? flags.server ?? tool.server,
  }));
  const tools = joinVersions(named);
  if (tools.length === 0)
    throw new UsageError(`${command?.[0] ?? inputs.join(', ')}: declares no tool, and a lock of nothing holds nothing`);
  const text = lockText(tools);
  if (flags.output === undefined) {
    await io.out(text);
    return 0;
  }
  await io.writeFile(flags.output, text);
  await io.out(`${escapeControl(flags.output)}: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} locked\n`);
  return 0;
}

async function toolsOfInputs(inputs: readonly string[], { output }: DeclareFlags, io: Io): Promise<readonly FoundTool[]> {
  if (inputs.length === 0)
    throw new UsageError('declare needs an input (name a recording or a declaration, or -- and the command of an MCP server)');
  const found: FoundTool[] = [];
  const others: string[] = [];
  for (const input of inputs) {
    const folder = await declarationFolder(input, io);
    if (folder === undefined) others.push(input);
    await protectInputs(output, folder ?? [], io);
    if (folder !== undefined) found.push(...(await toolsOfFolder(input, io)));
  }
  const files = await expandInputs(others, io);
  await protectInputs(output, files, io);
  for (const file of files) found.push(...(await toolsOfInput(file, io)));
  return found;
}

async function toolsOfServer(inputs: readonly string[], command: readonly string[], io: Io): Promise<readonly FoundTool[]> {
  const [program] = command;
  if (inputs.length > 0)
    throw new UsageError(`${inputs[0]}: an input and a command to run exclude each other (lock them one after the other)`);
  if (program === undefined) throw new UsageError('-- is followed by no command (write the command of an MCP server after it)');
  return (await askServer(command, io)).map((tool) => ({ ...tool, at: program }));
}

/** One tool, one declaration: of two versions a lock could only choose, and nothing says which one was meant. */
function joinVersions(found: readonly FoundTool[]): readonly LockedTool[] {
  const known = new Map<string, FoundTool>();
  for (const tool of found) {
    const key = JSON.stringify([tool.server ?? null, tool.name]);
    const earlier = known.get(key);
    if (earlier !== undefined && earlier.sha256 !== tool.sha256)
      throw new UsageError(
        earlier.at === tool.at
          ? `${tool.at}: declares ${tool.name} twice, and not alike (keep the one that is meant)`
          : `${tool.at}: declares ${tool.name} in another version than ${earlier.at} (lock what one of them declares)`,
      );
    if (earlier === undefined) known.set(key, tool);
  }
  return [...known.values()].sort(compareLocked);
}
