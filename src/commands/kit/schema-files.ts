import type { Io } from '../../io/io.ts';
import { isEqual } from '../../json/equal.ts';
import { parseJson } from '../../json/parse.ts';
import { type JsonValue, stringMember } from '../../model/json.ts';
import { UsageError } from './usage.ts';
import { walkFiles } from './walk-files.ts';

const isWanted = (segments: readonly string[]): boolean => segments.at(-1)?.endsWith('.json') === true;

/**
 * The documents a `$ref` may lead to, by absolute URI: those under the directories named, and nothing else. Never a network,
 * and never a symbolic link out of the directory: the link's owner would choose what a schema means.
 */
export async function readResources(sources: readonly string[], io: Io): Promise<ReadonlyMap<string, JsonValue>> {
  const resources = new Map<string, JsonValue>();
  for (const source of sources) {
    const { base, directory } = splitSource(source);
    await requireDirectory(directory, io);
    for (const file of await walkFiles({ directory, isWanted, hint: 'name its target with a --schemas of its own' }, io)) {
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
