import { equalityKey } from '../../json/equal.ts';
import type { JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { literalsOf, propertiesOf } from './describe.ts';

export interface Arm {
  readonly node: SchemaNode;
  /** The values the tag has in this alternative; undefined when it does not restrict it. */
  readonly tags: readonly JsonValue[] | undefined;
}

/** The property that tells the alternatives of a union apart. */
export interface Discriminator {
  readonly name: string;
  readonly arms: readonly Arm[];
}

/** An enum longer than this is a value, not a tag. */
const tagLimit = 64;

type TagsByArm = Map<SchemaNode, readonly JsonValue[]>;

/** The property whose const and enum sets separate the most alternatives, two at least; the first named of equals. */
export function findDiscriminator(nodes: readonly SchemaNode[]): Discriminator | undefined {
  const byName = new Map<string, TagsByArm>();
  for (const node of nodes) {
    for (const [name, property] of propertiesOf(node)) {
      const tags = literalsOf(property);
      if (tags === undefined || tags.length > tagLimit) continue;
      const arms = byName.get(name) ?? new Map<SchemaNode, readonly JsonValue[]>();
      byName.set(name, arms.set(node, tags));
    }
  }
  let best: { readonly name: string; readonly tags: TagsByArm; readonly score: number } | undefined;
  for (const [name, tags] of byName) {
    const score = countSeparate(tags);
    if (score >= 2 && (best === undefined || score > best.score)) best = { name, tags, score };
  }
  if (best === undefined) return undefined;
  const { name, tags } = best;
  return { name, arms: nodes.map((node) => ({ node, tags: tags.get(node) })) };
}

/** How many alternatives have tags that no other has. */
function countSeparate(arms: TagsByArm): number {
  const uses = new Map<string, number>();
  const keys = [...arms.values()].map((tags) => tags.map(equalityKey));
  for (const key of keys.flat()) uses.set(key, (uses.get(key) ?? 0) + 1);
  return keys.filter((own) => own.every((key) => uses.get(key) === 1)).length;
}
