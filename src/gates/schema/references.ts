import { appendToken, pointerTokens } from '../../json/pointer.ts';
import type { DeclarationFault, DeclarationProblem } from '../../model/declaration.ts';
import { isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import type { SchemaResources } from '../gates.ts';
import { metaschemas } from '../metaschemas/index.ts';
import { activeMember, type Dialect, findDialect } from './dialect.ts';
import { indexDocument } from './indexing.ts';
import type { IndexedDocument, SchemaNode, SchemaResource } from './node.ts';
import { isAbsolute, resolveUri, splitFragment } from './uri.ts';

/** Every document a schema reaches, and every resource in them. */
export interface SchemaIndex {
  /** The schema in question first, then what it reaches, in the order of reaching. */
  readonly documents: readonly IndexedDocument[];
  /** True when some reference depends on the path the evaluation took. */
  readonly isDynamic: boolean;
}

interface Resolving {
  readonly resources: SchemaResources;
  readonly documents: IndexedDocument[];
  readonly byUri: Map<string, SchemaResource>;
  /** URIs that two places claim: a reference to one would be a guess. */
  readonly ambiguous: Set<string>;
  readonly problems: DeclarationProblem[];
  isDynamic: boolean;
}

interface Reference {
  readonly node: SchemaNode;
  readonly keyword: string;
  readonly text: string;
}

type Target = { readonly kind: 'found'; readonly node: SchemaNode; readonly anchor: string | undefined } | Missing;
interface Missing {
  readonly kind: 'missing';
  readonly fault: DeclarationFault;
  readonly detail: string;
}

const missing = (detail: string): Missing => ({ kind: 'missing', fault: 'unresolved-ref', detail });

/**
 * Links every reference to its schema location and reads the documents they lead to. Only given documents and the
 * built-in meta-schemas are ever read: nothing is fetched.
 */
export function resolveReferences(
  main: IndexedDocument,
  resources: SchemaResources,
): { readonly index: SchemaIndex; readonly problems: readonly DeclarationProblem[] } {
  const resolving: Resolving = {
    resources,
    documents: [],
    byUri: new Map(),
    ambiguous: new Set(),
    problems: [],
    isDynamic: false,
  };
  addDocument(resolving, main);
  // The list grows while references lead to further documents.
  for (let next = 0; next < resolving.documents.length; next++) {
    for (const node of resolving.documents[next]?.locations.values() ?? []) linkNode(resolving, node);
  }
  return { index: { documents: resolving.documents, isDynamic: resolving.isDynamic }, problems: resolving.problems };
}

function addDocument(resolving: Resolving, document: IndexedDocument): void {
  resolving.documents.push(document);
  for (const resource of document.resources) {
    const known = resolving.byUri.get(resource.uri);
    if (known === undefined) resolving.byUri.set(resource.uri, resource);
    else if (known.document.root !== document.root || known.pointer !== resource.pointer) resolving.ambiguous.add(resource.uri);
  }
  const root = document.resources.find((resource) => resource.pointer === '');
  if (root !== undefined && !resolving.byUri.has(document.uri)) resolving.byUri.set(document.uri, root);
}

function linkNode(resolving: Resolving, node: SchemaNode): void {
  if (!isJsonObject(node.schema)) return;
  const { links } = node;
  const plain = link(resolving, node, '$ref');
  if (plain !== undefined) links.ref = plain.node;
  const recursive = link(resolving, node, '$recursiveRef');
  if (recursive !== undefined) links.recursive = recursive.node;
  const dynamic = link(resolving, node, '$dynamicRef');
  if (dynamic !== undefined) links.dynamic = { node: dynamic.node, anchor: dynamic.anchor };
  if (recursive !== undefined || dynamic !== undefined) resolving.isDynamic = true;
}

type Found = Extract<Target, { readonly kind: 'found' }>;

function link(resolving: Resolving, node: SchemaNode, keyword: string): Found | undefined {
  const { schema, resource, pointer } = node;
  const text = isJsonObject(schema) ? activeMember(resource.dialect, schema, keyword) : undefined;
  if (text === undefined) return undefined;
  const target = typeof text === 'string' ? resolve(resolving, { node, keyword, text }) : missing(`${keyword} must be a text`);
  if (target.kind === 'found') return target;
  const at = resource.document.via ?? appendToken(pointer, keyword);
  const inside = resource.document.via === undefined ? '' : ` (in ${resource.document.uri} at ${appendToken(pointer, keyword)})`;
  const { fault, detail } = target;
  resolving.problems.push({ fault, pointer: at, detail: detail + inside, recorded: text, isBlocking: true });
  return undefined;
}

function resolve(resolving: Resolving, reference: Reference): Target {
  const { uri, fragment } = splitFragment(reference.text);
  const { resource } = reference.node;
  const absolute = resolveUri(resource.uri, uri);
  const found = uri === '' || absolute === resource.uri ? resource : findResource(resolving, absolute, reference);
  if (found === undefined) return noDocument(absolute, reference.text);
  if ('kind' in found) return found;
  if (found !== resource && resolving.ambiguous.has(found.uri)) return missing(`two schemas claim to be ${found.uri}`);
  return atFragment(found, fragment ?? '', reference.text);
}

function noDocument(absolute: string, text: string): Missing {
  if (isAbsolute(absolute)) {
    return { kind: 'missing', fault: 'external-ref', detail: `${absolute} is not in this document and is not fetched` };
  }
  return missing(`${text} leads to no schema in this document`);
}

function findResource(resolving: Resolving, uri: string, reference: Reference): SchemaResource | Missing | undefined {
  const known = resolving.byUri.get(uri);
  if (known !== undefined) return known;
  const root = metaschemas.get(uri) ?? resolving.resources.get(uri) ?? resolving.resources.get(`${uri}#`) ?? identified(resolving, uri);
  if (root === undefined) return undefined;
  const { node, keyword } = reference;
  const { document } = node.resource;
  const dialect = dialectOfDocument(root, node.resource.dialect, resolving.resources);
  if ('kind' in dialect) return dialect;
  const via = document.via ?? appendToken(node.pointer, keyword);
  const indexed = indexDocument({ root, uri, dialect, via }, resolving.resources);
  resolving.problems.push(...indexed.problems);
  addDocument(resolving, indexed.document);
  return resolving.byUri.get(uri);
}

/** A document without `$schema` is read by the rules of the one that refers to it. */
function dialectOfDocument(root: JsonValue, referring: Dialect, resources: SchemaResources): Dialect | Missing {
  const named = stringMember(root, '$schema');
  if (named === undefined) return referring;
  const found = findDialect(named, resources);
  return found.kind === 'known' ? found.dialect : { kind: 'missing', fault: 'unsupported-dialect', detail: found.detail };
}

const identifiedRoots = new WeakMap<SchemaResources, ReadonlyMap<string, JsonValue>>();

/** A given document by the absolute id it states itself, which may differ from the URI it was given under. */
function identified(resolving: Resolving, uri: string): JsonValue | undefined {
  const known = identifiedRoots.get(resolving.resources);
  if (known !== undefined) return known.get(uri);
  const roots = new Map<string, JsonValue>();
  for (const root of resolving.resources.values()) {
    const id = stringMember(root, '$id') ?? stringMember(root, 'id');
    const own = id === undefined ? '' : splitFragment(id).uri;
    if (isAbsolute(own) && !roots.has(own)) roots.set(own, root);
  }
  identifiedRoots.set(resolving.resources, roots);
  return roots.get(uri);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Emitters leave names unescaped (`#/$defs/100%`): a `%` that escapes nothing is taken as it is.
    return fragment;
  }
}

function atFragment(resource: SchemaResource, fragment: string, text: string): Target {
  const decoded = decodeFragment(fragment);
  const { locations, root } = resource.document;
  if (decoded !== '' && !decoded.startsWith('/')) {
    const node = resource.anchors.get(decoded);
    if (node === undefined) return missing(`${text}: no schema is named ${decoded} there`);
    return { kind: 'found', node, anchor: resource.dynamicAnchors.get(decoded) === node ? decoded : undefined };
  }
  const pointer = pointerTokens(decoded).reduce<string>(appendToken, resource.pointer);
  const node = locations.get(pointer);
  if (node !== undefined) return { kind: 'found', node, anchor: undefined };
  const detail = isInside(root, pointer) ? `${text} leads to a value that is not a schema` : `${text} leads nowhere`;
  return missing(detail);
}

function isInside(root: JsonValue, pointer: string): boolean {
  let here: JsonValue | undefined = root;
  for (const token of pointerTokens(pointer)) here = Array.isArray(here) ? here[Number(token)] : own(here, token);
  return here !== undefined;
}
function own(value: JsonValue | undefined, name: string): JsonValue | undefined {
  const object: JsonObject | undefined = isJsonObject(value) ? value : undefined;
  return object === undefined ? undefined : member(object, name);
}
