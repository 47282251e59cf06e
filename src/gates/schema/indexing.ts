import { appendToken } from '../../json/pointer.ts';
import type { DeclarationProblem } from '../../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { depthLimit } from '../../model/record.ts';
import type { SchemaResources } from '../gates.ts';
import { activeMember, type Dialect, findDialect, isActive } from './dialect.ts';
import { type ChildShape, keywordFacts } from './keywords.ts';
import type { Children, IndexedDocument, SchemaNode, SchemaResource } from './node.ts';
import { resolveUri, splitFragment } from './uri.ts';

/** What to read: a whole document, and the rules it starts under. */
export interface IndexRequest {
  readonly root: JsonValue;
  readonly uri: string;
  readonly dialect: Dialect;
  readonly via: string | undefined;
}

interface OpenNode extends SchemaNode {
  readonly children: Map<string, Children>;
  /** How many schemas it lies in. */
  readonly depth: number;
}

interface Indexing {
  readonly document: IndexedDocument;
  readonly resources: SchemaResources;
  readonly problems: DeclarationProblem[];
  /** Nodes whose children are not read yet: a list, because a schema may nest deeper than a stack. */
  readonly open: OpenNode[];
}

export interface Indexed {
  readonly document: IndexedDocument;
  readonly problems: readonly DeclarationProblem[];
}

/** Finds every schema location of a document, with its resource. Iterative: no depth overflows it. */
export function indexDocument(request: IndexRequest, resources: SchemaResources): Indexed {
  const document: IndexedDocument = {
    uri: request.uri,
    root: request.root,
    locations: new Map(),
    resources: [],
    via: request.via,
    isTooDeep: false,
  };
  const indexing: Indexing = { document, resources, problems: [], open: [] };
  const outer = newResource(document, request.uri, request.dialect, '');
  addNode(indexing, request.root, { pointer: '', resource: outer, depth: 0 });
  if (document.resources[0]?.pointer !== '' || document.resources.length === 0) document.resources.unshift(outer);
  for (let next = 0; next < indexing.open.length; next++) {
    const node = indexing.open[next];
    if (node !== undefined) readChildren(indexing, node);
  }
  return { document, problems: indexing.problems };
}

function newResource(document: IndexedDocument, uri: string, dialect: Dialect, pointer: string): SchemaResource {
  return { uri, dialect, document, pointer, anchors: new Map(), dynamicAnchors: new Map() };
}

function addNode(indexing: Indexing, schema: JsonValue, { pointer, resource: outer, depth }: Below): SchemaNode {
  const resource = isJsonObject(schema) ? enterResource(indexing, schema, pointer, outer) : outer;
  const node: OpenNode = {
    schema,
    pointer,
    resource,
    children: new Map(),
    depth,
    links: { ref: undefined, recursive: undefined, dynamic: undefined },
    facts: undefined,
  };
  indexing.document.locations.set(pointer, node);
  if (isJsonObject(schema)) {
    addAnchors(node, schema, outer);
    indexing.open.push(node);
  }
  return node;
}

/** The id keyword's text, where it identifies: not beside a `$ref` that hides it. */
function identifierOf(dialect: Dialect, schema: JsonObject): string | undefined {
  if (dialect.isRefAlone && stringMember(schema, '$ref') !== undefined) return undefined;
  return stringMember(schema, dialect.name === 'draft-04' ? 'id' : '$id');
}

/** An embedded resource may name a dialect of its own, and is then identified by that dialect's keyword. */
function dialectAt(indexing: Indexing, schema: JsonObject, pointer: string, outer: SchemaResource): Dialect {
  const named = pointer === '' ? undefined : stringMember(schema, '$schema');
  if (named === undefined) return outer.dialect;
  const found = findDialect(named, indexing.resources);
  if (found.kind === 'known') return identifierOf(found.dialect, schema) === undefined ? outer.dialect : found.dialect;
  if (identifierOf(outer.dialect, schema) === undefined) return outer.dialect;
  const at = indexing.document.via ?? appendToken(pointer, '$schema');
  indexing.problems.push({ fault: 'unsupported-dialect', pointer: at, detail: found.detail, recorded: named, isBlocking: true });
  return outer.dialect;
}

function enterResource(indexing: Indexing, schema: JsonObject, pointer: string, outer: SchemaResource): SchemaResource {
  const dialect = dialectAt(indexing, schema, pointer, outer);
  const identifier = identifierOf(dialect, schema);
  if (identifier === undefined) return outer;
  const { uri, fragment } = splitFragment(identifier);
  // Up to draft-07 `"$id": "#name"` is an anchor, not a resource.
  if (dialect.isRefAlone && uri === '' && fragment !== undefined && fragment !== '') return outer;
  const resource = newResource(indexing.document, resolveUri(outer.uri, uri), dialect, pointer);
  indexing.document.resources.push(resource);
  return resource;
}

function addAnchors(node: SchemaNode, schema: JsonObject, outer: SchemaResource): void {
  const { resource } = node;
  const { dialect } = resource;
  if (dialect.isRefAlone) {
    const fragment = splitFragment(identifierOf(dialect, schema) ?? '').fragment;
    if (fragment !== undefined && fragment !== '' && !fragment.startsWith('/')) setOnce((resource ?? outer).anchors, fragment, node);
    return;
  }
  const anchor = activeMember(dialect, schema, '$anchor');
  if (typeof anchor === 'string') setOnce(resource.anchors, anchor, node);
  const dynamic = activeMember(dialect, schema, '$dynamicAnchor');
  if (typeof dynamic !== 'string') return;
  setOnce(resource.anchors, dynamic, node);
  setOnce(resource.dynamicAnchors, dynamic, node);
}

function setOnce<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

function readChildren(indexing: Indexing, node: OpenNode): void {
  const { schema, pointer, resource } = node;
  if (!isJsonObject(schema)) return;
  // Pointers of ten thousand tokens each would take all memory; a walk would not come down here either.
  if (node.depth > depthLimit) {
    indexing.document.isTooDeep = true;
    return;
  }
  const depth = node.depth + 1;
  for (const keyword of Object.keys(schema)) {
    const shape = keywordFacts.get(keyword)?.children;
    if (shape === undefined || !isActive(resource.dialect, keyword)) continue;
    const value = member(schema, keyword);
    if (value === undefined) continue;
    const children = childrenOf(indexing, value, shape, { pointer: appendToken(pointer, keyword), resource, depth });
    if (children !== undefined) node.children.set(keyword, children);
  }
}

interface Below {
  readonly pointer: string;
  readonly resource: SchemaResource;
  readonly depth: number;
}

function childrenOf(indexing: Indexing, value: JsonValue, shape: ChildShape, below: Below): Children | undefined {
  const add = (schema: JsonValue, pointer: string): SchemaNode => addNode(indexing, schema, { ...below, pointer });
  if (isJsonArray(value)) {
    const isList = shape === 'list' || (shape === 'one-or-list' && below.resource.dialect.name !== '2020-12');
    if (!isList) return shape === 'one' || shape === 'one-or-list' ? { kind: 'one', node: add(value, below.pointer) } : undefined;
    return { kind: 'list', nodes: value.map((item, index) => add(item, appendToken(below.pointer, index))) };
  }
  if (shape === 'one' || shape === 'one-or-list') return { kind: 'one', node: add(value, below.pointer) };
  if (shape === 'list' || !isJsonObject(value)) return undefined;
  const nodes = new Map<string, SchemaNode>();
  for (const name of Object.keys(value)) {
    const schema = member(value, name);
    if (schema === undefined || (shape === 'named' && isJsonArray(schema))) continue;
    nodes.set(name, add(schema, appendToken(below.pointer, name)));
  }
  return { kind: 'map', nodes };
}
