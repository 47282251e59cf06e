import { digestOf } from '../digest/sha256.ts';
import { isEqual } from '../json/equal.ts';
import { appendToken, resolvePointer } from '../json/pointer.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import { isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { compareText } from '../model/order.ts';
import type { GivenDeclarations, GivenWorkflow, Resolve } from './declared.ts';
import { type GivenDocument, readDocument } from './document.ts';
import { expectList, expectObject, expectText, type Part, partAt, refusePart } from './shape.ts';
import { readToolEntry } from './tool-entry.ts';

/** One declaration, pinned. */
export interface LockedTool {
  readonly server?: string | undefined;
  readonly name: string;
  /** SHA-256 of the RFC 8785 form of `tool`, in lower-case hex. */
  readonly sha256: string;
  /** The tool object as it was declared; of a notation that wraps it, what it says in the words of MCP. */
  readonly tool: JsonObject;
}

/** The object to pin for a declaration. `holder` is the record or file that holds it, which the declaration's pointers lead into. */
export function toolObjectOf(declared: ToolDeclaration, holder: JsonValue): JsonObject {
  return asDeclared(declared, holder) ?? inPlainWords(declared);
}

export function lockTool({ server, name }: Pick<ToolDeclaration, 'server' | 'name'>, tool: JsonObject): LockedTool {
  return { server, name, sha256: digestOf(tool), tool };
}

/** Pins everything that given files declare, each with the file it stands in. The files were read before and are read again for their tool objects. */
export async function lockGiven(
  { sources }: GivenWorkflow,
  resolve: Resolve,
): Promise<readonly (LockedTool & { readonly source: string })[]> {
  const locked: (LockedTool & { readonly source: string })[] = [];
  for (const { source, tools } of sources) {
    if (tools.length === 0) continue;
    const { value } = await readDocument(source, resolve);
    for (const declared of tools) locked.push({ ...lockTool(declared, toolObjectOf(declared, value)), source });
  }
  return locked;
}

/** By server, then by name; a tool without a server first. */
export function compareLocked(a: LockedTool, b: LockedTool): number {
  return compareText(a.server ?? '', b.server ?? '') || compareText(a.name, b.name);
}

/** The object around the schemas, if it reads as the very same declaration when it stands alone. */
function asDeclared(declared: ToolDeclaration, holder: JsonValue): JsonObject | undefined {
  const around = resolvePointer(holder, declared.inputPointer.replace(/\/[^/]*$/, ''));
  if (!isJsonObject(around)) return undefined;
  const read = readToolEntry(around, { pointer: '', server: declared.server });
  return read !== undefined && isSame(read, declared) ? around : undefined;
}

function isSame(a: ToolDeclaration, b: ToolDeclaration): boolean {
  const isSameValue = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
    one === other || (one !== undefined && other !== undefined && isEqual(one, other));
  return (
    a.name === b.name &&
    a.title === b.title &&
    a.description === b.description &&
    isSameValue(a.annotations, b.annotations) &&
    isSameValue(a.inputSchema, b.inputSchema) &&
    isSameValue(a.outputSchema, b.outputSchema)
  );
}

function inPlainWords({ name, title, description, annotations, inputSchema, outputSchema }: ToolDeclaration): JsonObject {
  const members: readonly (readonly [string, JsonValue | undefined])[] = [
    ['name', name],
    ['title', title],
    ['description', description],
    ['inputSchema', inputSchema],
    ['outputSchema', outputSchema],
    ['annotations', annotations],
  ];
  const tool: Record<string, JsonValue> = {};
  for (const [key, value] of members) if (value !== undefined) tool[key] = value;
  return tool;
}

/** Whether a document is a lock file, of whatever version. */
export function isLock(value: JsonValue): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'lock') && Object.hasOwn(value, 'tools');
}

/** Reads a lock file back. Throws Refused where a digest does not fit its tool: then one of the two was changed by hand. */
export function readLock(document: GivenDocument): GivenDeclarations {
  const top: Part = { document, pointer: '', value: document.value };
  expectObject(top, 'a lock file', ['lock', 'tools']);
  const version = partAt(top, 'lock');
  if (version !== undefined && version.value !== 1)
    return refusePart(version, 'a lock file of a version that is not known here (known: 1)');
  const tools = expectList(partAt(top, 'tools'), 'tools').map(readLocked);
  return { source: document.source, sha256: document.sha256, tools, steps: [], scope: 'open' };
}

function readLocked(part: Part): ToolDeclaration {
  expectObject(part, 'a locked tool', ['server', 'name', 'sha256', 'tool']);
  const server = expectText(partAt(part, 'server'), 'server');
  const name = expectText(partAt(part, 'name'), 'name');
  const digest = expectText(partAt(part, 'sha256'), 'sha256');
  const tool = partAt(part, 'tool');
  if (name === undefined || digest === undefined || tool === undefined || !isJsonObject(tool.value))
    return refusePart(part, 'a locked tool needs a name, its sha256 and the tool, which is an object');
  const actual = digestOf(tool.value);
  if (actual !== digest)
    return refusePart(
      part,
      `the digest of ${JSON.stringify(name)} does not fit its tool: ${actual} (one of them was changed: lock it again)`,
    );
  const read = readToolEntry(tool.value, { pointer: appendToken(part.pointer, 'tool'), server });
  if (read === undefined || read.name !== name)
    return refusePart(part, `the tool is called ${JSON.stringify(member(tool.value, 'name') ?? null)}, not ${JSON.stringify(name)}`);
  return read;
}
