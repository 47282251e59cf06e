import type { JsonValue } from '../../model/json.ts';
import type { Facts } from '../walk/facts.ts';
import type { Dialect } from './dialect.ts';

/** The subschemas under one keyword. */
export type Children =
  | { readonly kind: 'one'; readonly node: SchemaNode }
  | { readonly kind: 'list'; readonly nodes: readonly SchemaNode[] }
  | { readonly kind: 'map'; readonly nodes: ReadonlyMap<string, SchemaNode> };

/** One schema location. Identity is the place, not the object: one object in two places is two nodes. */
export interface SchemaNode {
  readonly schema: JsonValue;
  /** JSON Pointer in its document. */
  readonly pointer: string;
  readonly resource: SchemaResource;
  readonly children: ReadonlyMap<string, Children>;
  /** Where its references lead, once resolved. */
  readonly links: Links;
  /** What the walk has read here: kept at the node, for a look-up by node costs more than the reading saves. */
  facts: Facts | undefined;
}

export interface Links {
  ref: SchemaNode | undefined;
  recursive: SchemaNode | undefined;
  dynamic: { readonly node: SchemaNode; readonly anchor: string | undefined } | undefined;
}

/** A schema with an identity of its own: a document's root, or a subschema with an `$id`. */
export interface SchemaResource {
  /** Absolute where any id is; else relative to nothing. Never with a fragment. */
  readonly uri: string;
  readonly dialect: Dialect;
  readonly document: IndexedDocument;
  readonly pointer: string;
  readonly anchors: Map<string, SchemaNode>;
  readonly dynamicAnchors: Map<string, SchemaNode>;
}

export interface IndexedDocument {
  /** The URI it was asked by; empty for the schema in question itself. */
  readonly uri: string;
  readonly root: JsonValue;
  /** Every schema location, by JSON Pointer. */
  readonly locations: Map<string, SchemaNode>;
  readonly resources: SchemaResource[];
  /** For a document reached by reference: the pointer, in the schema in question, of the first reference to it. */
  readonly via: string | undefined;
  /** True when subschemas nest deeper than depthLimit; what lies below is not indexed. */
  isTooDeep: boolean;
}

export function childOf(node: SchemaNode, keyword: string): SchemaNode | undefined {
  const found = node.children.get(keyword);
  return found?.kind === 'one' ? found.node : undefined;
}
export function childList(node: SchemaNode, keyword: string): readonly SchemaNode[] | undefined {
  const found = node.children.get(keyword);
  return found?.kind === 'list' ? found.nodes : undefined;
}
export function childMap(node: SchemaNode, keyword: string): ReadonlyMap<string, SchemaNode> | undefined {
  const found = node.children.get(keyword);
  return found?.kind === 'map' ? found.nodes : undefined;
}
