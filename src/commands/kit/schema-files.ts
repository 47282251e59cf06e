import type { Io } from '../../io/io.ts';
import { isEqual } from '../../json/equal.ts';
import { parseJson } from '../../json/parse.ts';
import { type JsonValue, stringMember } from '../../model/json.ts';
import { UsageError } from './usage.ts';

/** More files than any collection of schemas has: a wrong directory is said early. */
const mostFiles = 100_000;

interface SchemaFile {
  /** As a message names it. */
  readonly path: string;
  /** Path segments below the directory that was named. */
  readonly segments: readonly string[];
}

/**
 * The documents a `$ref` may lead to, by absolute URI: those under the directories named, and nothing else. Never a network,
 * and never a symbolic link out of the directory: the link's owner would choose what a schema means.
 */
export async function readResources(sources: readonly string[], io: Io): Promise<ReadonlyMap<string, JsonValue>> {
  const resources = new Map<string, JsonValue>();
  for (const source of sources) {
    const { base, directory } = splitSource(source);
    await requireDirectory(directory, io);
    for (const file of await walk(directory, io)) {
      const schema = await readSchemaFile(file.path, io);
      const uri = base === undefined ? ownUri(schema) : pathUri(base, file.segments);
      if (uri !== undefined) add(resources, uri, schema, file.path);
    }
  }
  return resources;
}

/** `BASE_URI=DIR` or `DIR`. A scheme has two letters or more, so that a drive letter is none. */
function splitSource(source: string): { readonly base: string | undefined; readonly directory: string } {
  const split = /^([A-Za-z][A-Za-z0-9+.-]+:[^=]*)=(.+)$/s.exec(source);
  const base = split?.[1];
  const directory = split?.[2];
  if (base === undefined || directory === undefined) return { base: undefined, directory: source };
  if (!URL.canParse(base)) throw new UsageError(`--schemas ${source}: "${base}" is not an absolute URI (write BASE_URI=DIR)`);
  return { base: base.endsWith('/') ? base : `${base}/`, directory };
}

function pathUri(base: string, segments: readonly string[]): string {
  return new URL(segments.map(encodeURIComponent).join('/'), base).href;
}

/** `$id` (`id` in draft-04), where it is absolute. A file without one can be reached only by BASE_URI=DIR. */
function ownUri(schema: JsonValue): string | undefined {
  const id = stringMember(schema, '$id') ?? stringMember(schema, 'id');
  if (id === undefined || !URL.canParse(id)) return undefined;
  const url = new URL(id);
  url.hash = '';
  return url.href;
}

function add(resources: Map<string, JsonValue>, uri: string, schema: JsonValue, path: string): void {
  const earlier = resources.get(uri);
  if (earlier !== undefined && !isEqual(earlier, schema)) {
    throw new UsageError(`${path}: another file under --schemas has the same URI ${uri} and says something else (keep one of them)`);
  }
  resources.set(uri, schema);
}

async function requireDirectory(directory: string, io: Io): Promise<void> {
  const { kind } = await io.look(directory);
  if (kind === 'missing') throw new UsageError(`${directory}: no such directory (check --schemas)`);
  if (kind !== 'directory') throw new UsageError(`${directory}: not a directory (--schemas takes DIR or BASE_URI=DIR)`);
}

/** Every *.json below the directory, in the order of names. A linked directory inside is read where it really stands. */
async function walk(directory: string, io: Io): Promise<readonly SchemaFile[]> {
  const root = await io.realPath(directory);
  const files: SchemaFile[] = [];
  const waiting: (readonly string[])[] = [[]];
  for (let segments = waiting.pop(); segments !== undefined; segments = waiting.pop()) {
    const folder = [directory, ...segments].join('/');
    for (const name of await io.list(folder)) {
      const path = `${folder}/${name}`;
      const { kind } = await io.look(path);
      if (kind !== 'directory' && !(kind === 'file' && name.endsWith('.json'))) continue;
      const isLinked = await isLink(path, root, [...segments, name], io);
      if (kind === 'file') files.push({ path, segments: [...segments, name] });
      else if (!isLinked) waiting.push([...segments, name]);
    }
    if (files.length + waiting.length > mostFiles)
      throw new UsageError(`${directory}: more than ${mostFiles} files (name a smaller directory)`);
  }
  return files;
}

async function isLink(path: string, root: string, segments: readonly string[], io: Io): Promise<boolean> {
  const real = await io.realPath(path);
  if (real === [root === '/' ? '' : root, ...segments].join('/')) return false;
  if (real !== root && !real.startsWith(root === '/' ? '/' : `${root}/`)) {
    throw new UsageError(`${path}: a symbolic link that leads out of the directory (name its target with a --schemas of its own)`);
  }
  return true;
}

async function readSchemaFile(path: string, io: Io): Promise<JsonValue> {
  const parsed = parseJson(decode(path, await io.readFile(path)));
  if (!parsed.ok) throw new UsageError(`${path}: not JSON: ${parsed.fault.detail} (mend it, or name a directory of schemas only)`);
  const twice = parsed.defects.find(({ kind }) => kind === 'duplicate-key');
  if (twice !== undefined) throw new UsageError(`${path}: one object says ${twice.text} twice at ${twice.pointer} (keep one of them)`);
  return parsed.value;
}

/** Text of a file that must be UTF-8; a byte order mark is dropped. */
export function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: not UTF-8 text (save it as UTF-8)`);
  }
}
