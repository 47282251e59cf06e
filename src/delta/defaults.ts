import { resolvePointer } from '../json/pointer.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../model/json.ts';

/** References that lead to references: a chain longer than this is a loop or an attack. */
const hopLimit = 32;

/** A schema seen on the way down, with the document its local references point into. */
export interface SchemaView {
  readonly root: JsonValue;
  readonly node: JsonValue | undefined;
}

export function viewSchema(schema: JsonValue | undefined): SchemaView | undefined {
  return schema === undefined ? undefined : { root: schema, node: schema };
}

/** The view of one member; only `properties` behind local references is followed. */
export function viewProperty(view: SchemaView | undefined, name: string): SchemaView | undefined {
  if (view === undefined) return undefined;
  const node = memberOf(memberOf(dereference(view), 'properties'), name);
  return node === undefined ? undefined : { root: view.root, node };
}

/** The view of one array item: `prefixItems` first, then `items` when it is one schema. */
export function viewItem(view: SchemaView | undefined, index: number): SchemaView | undefined {
  if (view === undefined) return undefined;
  const schema = dereference(view);
  const prefix = memberOf(schema, 'prefixItems');
  const node = (isJsonArray(prefix) ? prefix[index] : undefined) ?? memberOf(schema, 'items');
  return node === undefined || isJsonArray(node) ? undefined : { root: view.root, node };
}

/** The schema's own `default`, beside a reference or behind it. */
export function defaultOf(view: SchemaView | undefined): JsonValue | undefined {
  if (view === undefined) return undefined;
  return memberOf(view.node, 'default') ?? memberOf(dereference(view), 'default');
}

/** A member that a strict contract requires and lets be null: an optional one, as such contracts have to write it. */
export function isOptional(view: SchemaView | undefined, name: string): boolean {
  const property = viewProperty(view, name);
  if (view === undefined || property === undefined) return false;
  const required = memberOf(dereference(view), 'required');
  return isJsonArray(required) && required.includes(name) && admitsNull(property);
}

function admitsNull(view: SchemaView): boolean {
  const type = memberOf(dereference(view), 'type');
  if (type === 'null' || (isJsonArray(type) && type.includes('null'))) return true;
  const branches = memberOf(view.node, 'anyOf') ?? memberOf(view.node, 'oneOf');
  return isJsonArray(branches) && branches.some((branch) => memberOf(branch, 'type') === 'null');
}

function dereference(view: SchemaView): JsonValue | undefined {
  let node = view.node;
  for (let hop = 0; hop < hopLimit; hop += 1) {
    const reference = stringMember(node, '$ref');
    const behind = reference === undefined ? soleBranch(node) : lookUpLocal(view.root, reference);
    if (behind === undefined) return reference === undefined ? node : undefined;
    node = behind;
  }
  return undefined;
}

/** What stands beside null in a union of the two: how an optional object is written where every member is required. */
function soleBranch(node: JsonValue | undefined): JsonValue | undefined {
  const branches = memberOf(node, 'anyOf') ?? memberOf(node, 'oneOf');
  if (!isJsonArray(branches)) return undefined;
  const others = branches.filter((branch) => memberOf(branch, 'type') !== 'null');
  return others.length === 1 && branches.length === 2 ? others[0] : undefined;
}

function lookUpLocal(root: JsonValue, reference: string): JsonValue | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  return resolvePointer(root, decodeFragment(reference.slice(1)));
}

function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
