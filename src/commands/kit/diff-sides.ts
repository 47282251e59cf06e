import type { GivenWorkflow, Resolve } from '../../declare/declared.ts';
import { readDeclarations } from '../../declare/read.ts';
import type { Io } from '../../io/io.ts';
import { isJsonArray, isJsonObject, type JsonValue, member } from '../../model/json.ts';
import { resolveBy } from './given.ts';
import { openInputs } from './inputs.ts';
import { UsageError } from './usage.ts';

/** The two sides' bytes; standard input can be read once only, so it is kept. */
export interface SideFiles {
  read(path: string): Promise<Uint8Array>;
  readonly resolve: Resolve;
}

/** Finds both sides before anything is read; a folder of declarations is a side too. */
export async function requireSides(paths: readonly string[], io: Io): Promise<void> {
  const kinds = await Promise.all(paths.map(async (path) => (path === '-' ? 'file' : (await io.look(path)).kind)));
  await openInputs(
    paths.filter((_, index) => kinds[index] !== 'directory'),
    io,
  );
}

export async function openSides(before: string, after: string, io: Io): Promise<SideFiles> {
  const piped = [before, after].includes('-') ? await readAll('-', io) : undefined;
  const resolve = resolveBy(io);
  return {
    read: async (path) => (path === '-' && piped !== undefined ? piped : readAll(path, io)),
    resolve: async (path) => (path === '-' && piped !== undefined ? { kind: 'file', bytes: piped } : resolve(path)),
  };
}

async function readAll(path: string, io: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.chunks(path)) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

/** One side, read as declarations: what it declares, or why it declares nothing. */
export interface Side {
  readonly path: string;
  readonly workflow: GivenWorkflow | undefined;
  readonly refusal: string | undefined;
}

export async function readSide(path: string, files: SideFiles): Promise<Side> {
  const read = await readDeclarations([path], files.resolve);
  if (!read.ok) {
    const { source, place, detail } = read.refusal;
    return { path, workflow: undefined, refusal: `${place === undefined ? source : `${source}:${place}`}: ${detail}` };
  }
  const schema = bareSchema(read.workflow);
  if (schema !== undefined && !isPlausible(schema)) return { path, workflow: undefined, refusal: `${path}: holds no schema` };
  return { path, workflow: read.workflow, refusal: undefined };
}

/** Both sides declare: compared as declarations. Neither does: undefined, they are values. One of each cannot be compared. */
export function readAsDeclarations(
  before: Side,
  after: Side,
): { readonly before: GivenWorkflow; readonly after: GivenWorkflow } | undefined {
  const [old, now] = [before.workflow, after.workflow];
  if (old === undefined && now === undefined) return undefined;
  if (old === undefined || now === undefined) {
    const [one, other] = old === undefined ? [after, before] : [before, after];
    throw new UsageError(`${one.path} is a declaration and ${other.path} is none: ${other.refusal ?? ''} (give two of a kind)`);
  }
  const name = bareSchema(old) === undefined || bareSchema(now) === undefined ? undefined : old.sources[0]?.tools[0]?.name;
  return { before: old, after: name === undefined ? now : renamed(now, name) };
}

/** What sets out to be a declaration and is refused as one is damaged: comparing it as a value would pass over that. */
export function refuseDamaged(side: Side, value: JsonValue): void {
  const isMeant =
    isJsonObject(value) && (Object.hasOwn(value, 'workflow') || (Object.hasOwn(value, 'lock') && Object.hasOwn(value, 'tools')));
  if (isMeant && side.refusal !== undefined) throw new UsageError(side.refusal);
}

/** A side that is one schema in a file of its own: it has no name but the file's. */
function bareSchema({ sources }: GivenWorkflow): JsonValue | undefined {
  const [source, second] = sources;
  const [tool, other] = source?.tools ?? [];
  if (tool === undefined || other !== undefined || second !== undefined || tool.inputPointer !== '') return undefined;
  return tool.inputSchema ?? tool.outputSchema;
}

/** Two schemas given as the two sides are the two versions of one, whatever their files are called. */
function renamed(workflow: GivenWorkflow, name: string): GivenWorkflow {
  const sources = workflow.sources.map((source) => ({
    ...source,
    tools: source.tools.map((tool) => ({ ...tool, name })),
    steps: source.steps.map((step) => ({ ...step, step: name })),
  }));
  return { ...workflow, sources };
}

const typeNames: readonly JsonValue[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Whether what looks like a schema is one: a recorded value may have a `type` or a `format` of its own. */
function isPlausible(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return typeof schema === 'boolean';
  const type = member(schema, 'type');
  const types = type === undefined ? [] : isJsonArray(type) ? type : [type];
  if (!types.every((name) => typeNames.includes(name))) return false;
  const isMap = ['properties', '$defs', 'definitions', 'patternProperties'].every((name) => isJsonObject(member(schema, name) ?? {}));
  return isMap && ['required', 'enum', 'anyOf', 'oneOf', 'allOf'].every((name) => isJsonArray(member(schema, name) ?? []));
}
