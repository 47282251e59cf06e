import { type AuditInput, declaredTools } from '../../audit.ts';
import type { DeclarationRefusal, GivenWorkflow, Resolve } from '../../declare/declared.ts';
import { type LockedTool, lockGiven } from '../../declare/lock.ts';
import { readDeclarations } from '../../declare/read.ts';
import type { Io } from '../../io/io.ts';
import { readGiven, refuse, resolveBy } from './given.ts';
import { UsageError } from './usage.ts';

/** A tool to lock, and where it was found. */
export interface FoundTool extends LockedTool {
  readonly at: string;
}

/** Names that no declaration has. */
const recordingName = /\.(?:jsonl|ndjson|gz)$/i;

/** What one input declares: a file of declarations, or a recording. */
export async function toolsOfInput(path: string, io: Io): Promise<readonly FoundTool[]> {
  const input = await openInput(path, io);
  if (recordingName.test(path)) return recordedTools(input, undefined);
  const given = await readDeclarations([path], input.resolve);
  if (!given.ok) return given.refusal.source === path ? recordedTools(input, given.refusal) : refuse(given.refusal);
  if (given.workflow.sources.every(({ tools }) => tools.length === 0)) return recordedTools(input, undefined);
  // a list of which some entries are no tools may be a recording in one document, which knows more: the server, later versions
  const isMixed = given.workflow.sources.some(({ remarks = [] }) => remarks.some(({ kind }) => kind === 'unread-entry'));
  if (isMixed && (await declaredTools(input)).tools.length > 0) return recordedTools(input, undefined);
  return pinned(given.workflow, input.resolve);
}

/**
 * The files of a folder that holds nothing but declarations: they are read together, since one file may hold a tool's arguments and another its
 * result. Undefined for any other input.
 */
export async function declarationFolder(path: string, io: Io): Promise<readonly string[] | undefined> {
  if ((await io.look(path)).kind !== 'directory') return undefined;
  const files: string[] = [];
  for (const name of await io.list(path)) {
    const file = `${path.replace(/\/+$/, '')}/${name}`;
    if (recordingName.test(name) || (await io.look(file)).kind === 'directory') return undefined;
    if (/\.(?:json|ya?ml)$/i.test(name)) files.push(file);
  }
  const given = files.length === 0 ? undefined : await readDeclarations([path], resolveBy(io));
  return given?.ok === true && given.workflow.sources.some(({ tools }) => tools.length > 0) ? files : undefined;
}

/** What the files of such a folder declare. */
export async function toolsOfFolder(path: string, io: Io): Promise<readonly FoundTool[]> {
  const given = await readGiven([path], io);
  return given === undefined ? [] : pinned(given, resolveBy(io));
}

async function pinned(given: GivenWorkflow, resolve: Resolve): Promise<readonly FoundTool[]> {
  return (await lockGiven(given, resolve)).map(({ source, ...tool }) => ({ ...tool, at: source }));
}

interface OpenInput extends AuditInput {
  readonly resolve: Resolve;
}

/** Standard input can be read once only, so it is kept for both ways of reading it. */
async function openInput(path: string, io: Io): Promise<OpenInput> {
  if (path !== '-') return { name: path, chunks: () => io.chunks(path), resolve: resolveBy(io) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.chunks('-')) chunks.push(Uint8Array.from(chunk)); // a copy: the chunk’s bytes are lent
  const bytes = Buffer.concat(chunks);
  return {
    name: path,
    resolve: async (asked) => (asked === '-' ? { kind: 'file', bytes } : resolveBy(io)(asked)),
    async *chunks() {
      yield bytes;
    },
  };
}

async function recordedTools(input: AuditInput, refusal: DeclarationRefusal | undefined): Promise<readonly FoundTool[]> {
  const { reader, nearest, tools } = await declaredTools(input);
  if (reader === undefined) {
    // a refusal with a place is about a file that is a declaration; text that is no JSON may be anything
    if (refusal?.place !== undefined && !refusal.detail.startsWith('not ')) return refuse(refusal);
    throw new UsageError(`${input.name}: ${nearest ?? refusal?.detail ?? 'no recording that is known here, and it declares no tool'}`);
  }
  if (tools.length === 0) {
    const why = reader.carries.includes('declarations') ? 'this one declares no tool' : 'this format carries no declarations';
    throw new UsageError(`${input.name}: ${reader.title}: ${why} (give the declarations themselves)`);
  }
  return tools.map(({ line, isDeep, twice, ...tool }) => {
    const at = `${input.name}:${line}`;
    if (isDeep) throw new UsageError(`${at}: nested too deeply to be locked`);
    if (twice !== undefined)
      throw new UsageError(`${at}: the declaration of ${tool.name} says ${JSON.stringify(twice)} twice in one object`);
    return { ...tool, at };
  });
}
