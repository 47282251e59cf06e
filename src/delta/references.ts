import { resolvePointer } from '../json/pointer.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../model/json.ts';

/** References that lead straight to references. */
const hopLimit = 32;

/** What a document says of itself that references depend on. Looked up once for each document. */
interface Names {
  readonly anchors: ReadonlyMap<string, JsonObject>;
  /** A schema inside has an id of its own: what `#/…` means there is relative to it. */
  readonly hasOwnIds: boolean;
  readonly hasReferences: boolean;
}

const known = new WeakMap<JsonObject, Names>();

function namesOf(root: JsonValue): Names {
  if (!isJsonObject(root)) return { anchors: new Map(), hasOwnIds: false, hasReferences: false };
  const found = known.get(root) ?? readNames(root);
  known.set(root, found);
  return found;
}

/** Without a call stack: schemas nest as deep as their author likes. */
function readNames(root: JsonObject): Names {
  const anchors = new Map<string, JsonObject>();
  let hasOwnIds = false;
  let hasReferences = false;
  const waiting: JsonValue[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isJsonArray(node)) for (const item of node) waiting.push(item);
    if (!isJsonObject(node)) continue;
    const id = stringMember(node, '$id');
    const anchor = stringMember(node, '$anchor') ?? (id?.startsWith('#') === true ? id.slice(1) : undefined);
    if (anchor !== undefined) anchors.set(anchor, node);
    else if (id !== undefined && node !== root) hasOwnIds = true;
    hasReferences ||= ['$ref', '$dynamicRef', '$recursiveRef'].some((name) => stringMember(node, name) !== undefined);
    for (const item of Object.values(node)) waiting.push(item);
  }
  return { anchors, hasOwnIds, hasReferences };
}

/** Whether references in the document could lead anywhere but where they seem to. */
export function isAmbiguous(root: JsonValue): boolean {
  const { hasOwnIds, hasReferences } = namesOf(root);
  return hasOwnIds && hasReferences;
}

export interface Target {
  readonly node: JsonValue;
  readonly pointer: string | undefined;
}

/** The schema a local reference leads to, and where it stands. Undefined for anything that is not plainly local. */
export function followReference(root: JsonValue, schema: JsonObject): Target | undefined {
  const reference = stringMember(schema, '$ref');
  if (reference === undefined || !reference.startsWith('#')) return undefined;
  const fragment = decoded(reference.slice(1));
  if (fragment === undefined) return undefined;
  if (fragment !== '' && !fragment.startsWith('/')) {
    const node = namesOf(root).anchors.get(fragment);
    return node === undefined ? undefined : { node, pointer: undefined };
  }
  const node = resolvePointer(root, fragment);
  return node === undefined ? undefined : { node, pointer: fragment };
}

function decoded(fragment: string): string | undefined {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined; // no percent-encoding of UTF-8: it leads nowhere
  }
}

const besideReference: ReadonlySet<string> = new Set([
  ...['$ref', 'title', 'description', '$comment', '$defs', 'definitions', '$schema', '$id', 'default', 'examples', 'deprecated'],
]);
const notCarried: ReadonlySet<string> = new Set(['$ref', '$defs', 'definitions', '$schema', '$id']);

function isPlainReference(schema: JsonObject): boolean {
  return Object.hasOwn(schema, '$ref') && Object.keys(schema).every((name) => besideReference.has(name));
}

const merged = new WeakMap<JsonObject, JsonObject>();

/** The schema behind a reference with the words that stand beside the reference: they speak of this use of it. */
function withWords(reference: JsonObject, target: JsonObject): JsonObject {
  const words = Object.entries(reference).filter(([name]) => !notCarried.has(name));
  if (words.length === 0) return target;
  const found = merged.get(reference) ?? Object.fromEntries([...Object.entries(target), ...words]);
  merged.set(reference, found);
  return found;
}

/** Follows references that stand alone or beside words only; others are left to the keyword rules. */
export function unfold(root: JsonValue, schema: JsonObject, reached: Set<JsonValue>): Target {
  let node: JsonValue = schema;
  let pointer: string | undefined;
  const beside: JsonObject[] = [];
  for (let hop = 0; hop < hopLimit && isJsonObject(node) && isPlainReference(node); hop += 1) {
    const target = followReference(root, node);
    if (target === undefined) break;
    beside.push(node);
    reached.add(target.node);
    ({ node, pointer } = target);
  }
  for (const reference of beside.reverse()) if (isJsonObject(node)) node = withWords(reference, node);
  return { node, pointer };
}

/** Definitions of a document, by their names. */
export function definitionsOf(root: JsonValue): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  if (!isJsonObject(root)) return found;
  for (const keyword of ['$defs', 'definitions']) {
    const definitions = member(root, keyword);
    if (isJsonObject(definitions))
      for (const [name, schema] of Object.entries(definitions))
        found.set(`/${keyword}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, schema);
  }
  return found;
}
