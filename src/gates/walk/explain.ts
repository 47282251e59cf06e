import { equalityKey } from '../../json/equal.ts';
import { printJson } from '../../json/print.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, jsonTypeOf } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { labelOf, literalsOf, propertiesOf, typesOf } from './describe.ts';
import { type Discriminator, findDiscriminator } from './discriminator.ts';
import { evaluate } from './evaluate.ts';
import { factsOf, type TypeName } from './facts.ts';
import { pointerOf } from './path.ts';
import { repairFor } from './repair.ts';
import { complain, descend, faultAt } from './report.ts';
import { absorb, addFault, countFaults, newSink, type Sink } from './sink.ts';
import { isOfTypes } from './types.ts';
import { explainLiteral, leaveOpen, type Union } from './unions.ts';
import { noteMissing, recordOf, type Visit } from './visit.ts';

/** Nested plain unions are looked into this deep, and up to this many alternatives in all. */
const flattenDepth = 8;
const flattenLimit = 20_000;

/** Words beside a union that assert nothing. */
const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'discriminator',
  '$comment',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

function flatten(branches: readonly SchemaNode[], depth: number = 0, found: SchemaNode[] = []): readonly SchemaNode[] {
  for (const branch of branches) {
    if (found.length >= flattenLimit) break;
    const inner = depth < flattenDepth ? plainUnionOf(branch) : undefined;
    if (inner === undefined) found.push(branch);
    else flatten(inner, depth + 1, found);
  }
  return found;
}

/** The alternatives with nested unions opened, unless one of those failed because several of its own match. */
function alternativesOf(union: Union, value: JsonValue, visit: Visit): readonly SchemaNode[] {
  const flat = flatten(union.branches);
  if (flat.length === union.branches.length || flat.length >= flattenLimit) return union.branches;
  return flat.some((node) => evaluate(node, value, visit.walk.silent)) ? union.branches : flat;
}

/** The alternatives of a schema that is nothing but a union, or a reference to one. */
function plainUnionOf(node: SchemaNode, depth: number = 0): readonly SchemaNode[] | undefined {
  if (!isJsonObject(node.schema) || depth > flattenDepth) return undefined;
  const words = Object.keys(node.schema).filter((word) => !annotations.has(word));
  if (words.length !== 1) return undefined;
  if (words[0] === '$ref') return node.links.ref === undefined ? undefined : plainUnionOf(node.links.ref, depth + 1);
  const { inPlace } = factsOf(node);
  return inPlace?.anyOf ?? inPlace?.oneOf;
}

function nounOf(value: JsonValue): string {
  const type = jsonTypeOf(value);
  if (type === 'null') return 'null';
  return type === 'array' || type === 'object' ? `an ${type}` : `a ${type}`;
}

/**
 * Says why no alternative of a union holds, in as few faults as are true: one for literals, one for a type no
 * alternative has, the faults of the alternative that the discriminator names, or of the closest one.
 */
export function explainNone(union: Union, value: JsonValue, visit: Visit): false {
  const alternatives = alternativesOf(union, value, visit);
  const literals = literalsOfAll(alternatives);
  if (literals !== undefined) return explainLiteral({ ...union, values: literals }, value, visit);
  const dialect = union.node.resource.dialect.name;
  const admitting = alternatives.filter((node) => {
    const types = typesOf(node);
    return node.schema !== false && (types === undefined || isOfTypes(value, types, dialect));
  });
  if (admitting.length === 0) return explainTypes(union, alternatives, value, visit);
  const found = isJsonObject(value) && admitting.length > 1 ? findDiscriminator(admitting) : undefined;
  if (found === undefined || !isJsonObject(value))
    return explainClosest(union, { alternatives, candidates: admitting, reason: undefined }, value, visit);
  return explainTagged(union, { alternatives, found }, value, visit);
}

function literalsOfAll(alternatives: readonly SchemaNode[]): readonly JsonValue[] | undefined {
  if (alternatives.length === 0) return undefined;
  const values = new Map<string, JsonValue>();
  for (const node of alternatives) {
    const literals = literalsOf(node);
    if (literals === undefined) return undefined;
    for (const value of literals) values.set(equalityKey(value), value);
  }
  return [...values.values()];
}

function explainTypes(union: Union, alternatives: readonly SchemaNode[], value: JsonValue, visit: Visit): false {
  const { node, keyword } = union;
  leaveOpen(value, visit);
  const types: readonly TypeName[] = [...new Set(alternatives.flatMap((one) => typesOf(one) ?? []))];
  if (types.length === 0)
    return complain(visit, { node, keyword, kind: 'forbidden', recorded: value, detail: 'no alternative allows any value' });
  const declared = types.length === 1 ? (types[0] ?? null) : types;
  const repair = repairFor(node, types, value, visit);
  return complain(visit, { node, keyword, kind: 'wrong-type', declared, recorded: value, repair });
}

interface Tagged {
  readonly alternatives: readonly SchemaNode[];
  readonly found: Discriminator;
}

function explainTagged(union: Union, { alternatives, found }: Tagged, value: JsonObject, visit: Visit): false {
  const { name, arms } = found;
  const { node, keyword } = union;
  const untagged = arms.filter(({ tags }) => tags === undefined).map((arm) => arm.node);
  const all = [...new Map(arms.flatMap(({ tags }) => tags ?? []).map((tag) => [equalityKey(tag), tag])).values()];
  const recorded = Object.hasOwn(value, name) ? value[name] : undefined;
  if (recorded === undefined) {
    if (untagged.length > 0)
      return explainClosest(union, { alternatives, candidates: arms.map((arm) => arm.node), reason: undefined }, value, visit);
    leaveOpen(value, visit);
    const detail = `it says which of ${alternatives.length} alternatives is meant; none taken`;
    return complainOfTag(value, { ...visit }, { node, keyword, name, declared: all, detail });
  }
  const key = equalityKey(recorded);
  const hits = arms.filter(({ tags }) => tags?.some((tag) => equalityKey(tag) === key) === true).map((arm) => arm.node);
  const candidates = hits.length > 0 ? hits : untagged;
  if (candidates.length > 0) {
    const reason = hits.length > 0 ? `the alternative where ${name} is ${printJson(recorded, 40)}` : undefined;
    return explainClosest(union, { alternatives, candidates, reason }, value, visit);
  }
  leaveOpen(value, visit);
  const detail = `it says which of ${alternatives.length} alternatives is meant; none taken`;
  return explainLiteral({ node, keyword, values: all, detail }, recorded, descend(visit, name));
}

interface MissingTag {
  readonly node: SchemaNode;
  readonly keyword: string;
  readonly name: string;
  readonly declared: JsonValue;
  readonly detail: string;
}

function complainOfTag(value: JsonObject, visit: Visit, { name, ...rest }: MissingTag): false {
  const { sink } = visit;
  if (sink === undefined) return false;
  const fault = faultAt(descend(visit, name), { ...rest, kind: 'missing-field' });
  addFault(sink, fault);
  noteMissing(recordOf(sink, value, visit.at), name, fault);
  return false;
}

interface Choice {
  readonly alternatives: readonly SchemaNode[];
  readonly candidates: readonly SchemaNode[];
  readonly reason: string | undefined;
}

interface Attempt {
  readonly node: SchemaNode;
  readonly sink: Sink;
  readonly cost: number;
  readonly shared: number;
}

function attempt(node: SchemaNode, value: JsonValue, visit: Visit): Attempt {
  const sink = newSink();
  evaluate(node, value, { walk: visit.walk, at: visit.at, sink, marks: undefined });
  return { node, sink, cost: countFaults(sink), shared: countShared(node, value) };
}

/**
 * Trying k alternatives at each of d nested unions costs k^d. Beyond this many tries at once the alternatives that
 * share the most names with the value stand for the rest.
 */
const spreadLimit = 64;

function tryAll(candidates: readonly SchemaNode[], value: JsonValue, visit: Visit): readonly Attempt[] {
  const { walk } = visit;
  const before = walk.spread;
  const affordable = Math.max(1, Math.floor(spreadLimit / before));
  const tried = candidates.length <= affordable ? candidates : mostAlike(candidates, value).slice(0, affordable);
  walk.spread = before * tried.length;
  const attempts = tried.map((node) => attempt(node, value, visit));
  walk.spread = before;
  return attempts;
}

function mostAlike(candidates: readonly SchemaNode[], value: JsonValue): readonly SchemaNode[] {
  const scored = candidates.map((node) => ({ node, shared: countShared(node, value) }));
  return scored.sort((a, b) => b.shared - a.shared).map(({ node }) => node);
}

function countShared(node: SchemaNode, value: JsonValue): number {
  const properties = propertiesOf(node);
  return isJsonObject(value) ? Object.keys(value).filter((key) => properties.has(key)).length : 0;
}

function explainClosest(union: Union, choice: Choice, value: JsonValue, visit: Visit): false {
  const { sink } = visit;
  if (sink === undefined) return false;
  const attempts = tryAll(choice.candidates, value, visit);
  const best = attempts.reduce((a, b) => (b.cost < a.cost || (b.cost === a.cost && b.shared > a.shared) ? b : a));
  const tied = attempts.filter(({ cost, shared }) => cost === best.cost && shared === best.shared);
  if (tied.some((one) => signature(one) !== signature(best)))
    return complainOfTie(union, { ...choice, candidates: tied.map((one) => one.node) }, tied, value, visit);
  // Once more with the marks, so that what this alternative evaluates is not reported as left over.
  if (visit.marks !== undefined) evaluate(best.node, value, { ...visit, sink: newSink() });
  addUnionRepair(union, choice, best, value, visit);
  absorb(sink, best.sink, takenReason(choice, best, value));
  return false;
}

/** A scalar that this alternative refuses may be another alternative's value in the wrong spelling. */
function addUnionRepair(union: Union, { alternatives }: Choice, best: Attempt, value: JsonValue, visit: Visit): void {
  const [only, second] = best.sink.faults;
  if (only === undefined || second !== undefined || only.fault.at !== visit.at || only.fault.repair !== undefined) return;
  if (isJsonObject(value) || isJsonArray(value)) return;
  only.fault.repair = repairFor(union.node, [...new Set(alternatives.flatMap((node) => typesOf(node) ?? []))], value, visit);
}

function takenReason({ alternatives, candidates, reason }: Choice, best: Attempt, value: JsonValue): string | undefined {
  const others = alternatives.length - 1;
  if (others <= 0) return reason;
  const label = labelOf(best.node, alternatives.indexOf(best.node));
  const because = candidates.length === 1 ? `${label} is the only alternative for ${nounOf(value)}` : `${label} is the closest alternative`;
  const which = reason ?? because;
  return `${which}; ${others} other${others === 1 ? '' : 's'} not taken`;
}

function signature({ sink }: Attempt): string {
  return sink.faults.map(({ fault, pointer }) => `${fault.kind} ${pointer} ${printJson(fault.declared ?? null, 200)}`).join('\n');
}

function complainOfTie(union: Union, { alternatives }: Choice, tied: readonly Attempt[], value: JsonValue, visit: Visit): false {
  leaveOpen(value, visit);
  const labels = tied.slice(0, 8).map(({ node }) => labelOf(node, alternatives.indexOf(node)));
  const root = pointerOf(visit.at).length;
  const reasons = tied.slice(0, 8).map((one, index) => `${labels[index] ?? ''} (${brief(one, root)})`);
  const detail = `fits none of ${alternatives.length} alternatives; equally close: ${reasons.join(', ')}`;
  return complain(visit, { node: union.node, keyword: union.keyword, kind: 'no-variant', declared: labels, recorded: value, detail });
}

function brief({ sink }: Attempt, root: number): string {
  const told = sink.faults.slice(0, 3).map(({ fault, pointer }) => `${fault.kind} ${pointer.slice(root) || 'here'}`);
  return told.join(', ') + (sink.faults.length > 3 ? ', …' : '');
}
