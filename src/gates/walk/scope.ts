import { isJsonObject, member } from '../../model/json.ts';
import type { SchemaNode, SchemaResource } from '../schema/node.ts';
import type { Scope } from './visit.ts';

function rootOf(resource: SchemaResource): SchemaNode | undefined {
  return resource.document.locations.get(resource.pointer);
}

function isRecursive(resource: SchemaResource): boolean {
  const { schema } = rootOf(resource) ?? {};
  return resource.dialect.name === '2019-09' && isJsonObject(schema) && member(schema, '$recursiveAnchor') === true;
}

/** `$recursiveRef` (2019-09, core §8.2.4.2): the outermost resource that says `$recursiveAnchor: true`, if the nearest does. */
export function recursiveTarget(initial: SchemaNode, scope: Scope | undefined): SchemaNode {
  if (!isRecursive(initial.resource)) return initial;
  let found = initial;
  for (let at = scope; at !== undefined; at = at.outer) {
    if (isRecursive(at.resource)) found = rootOf(at.resource) ?? found;
  }
  return found;
}

/** `$dynamicRef` (2020-12, core §8.2.3.2): the outermost resource that has the dynamic anchor, if the first target is one. */
export function dynamicTarget(initial: SchemaNode, anchor: string | undefined, scope: Scope | undefined): SchemaNode {
  if (anchor === undefined) return initial;
  let found = initial;
  for (let at = scope; at !== undefined; at = at.outer) found = at.resource.dynamicAnchors.get(anchor) ?? found;
  return found;
}
