import type { JsonObject } from '../../model/json.ts';
import { labelOf, propertiesOf } from './describe.ts';
import type { ObjectFacts } from './facts.ts';
import { candidateLimit, findLookalike, type Lookalike, plainName } from './likeness.ts';
import { descend } from './report.ts';
import { addFault, addNote, type Fault, type Sink } from './sink.ts';
import type { ObjectRecord, Visit, Walk } from './visit.ts';

/** After the walk: the keys no schema names, and the look-alikes among missing, extra and undeclared names. */
export function settleFields(sink: Sink, walk: Walk): void {
  for (const [value, record] of sink.records) {
    const undeclared = record.isUnclear ? none : undeclaredKeys(value, record, walk);
    if (undeclared.length > 0) reportUndeclared(sink, walk, { value, record, undeclared });
    if (undeclared.length > 0 || record.extra !== undefined) pairNames(value, record, undeclared);
  }
}

interface Undeclared {
  readonly key: string;
  fault: Fault | undefined;
}
const none: readonly Undeclared[] = [];

function undeclaredKeys(value: JsonObject, record: ObjectRecord, walk: Walk): readonly Undeclared[] {
  const { facts, extra } = record;
  let hasNames = false;
  for (const one of facts) {
    if (one.isExplicitlyOpen) return none;
    if (one.properties.size > 0) hasNames = true;
  }
  if (!hasNames) return none;
  let found: Undeclared[] | undefined;
  for (const key of Object.keys(value)) {
    if (isNamed(facts, key, walk) || extra?.has(key) === true) continue;
    found ??= [];
    found.push({ key, fault: undefined });
  }
  return found ?? none;
}

function isNamed(facts: readonly ObjectFacts[], key: string, walk: Walk): boolean {
  for (const { properties } of facts) if (properties.has(key)) return true;
  return facts.some(({ patterns }) => patterns.some(([pattern]) => walk.settings.matchPattern(pattern, key)));
}

interface Reporting {
  readonly value: JsonObject;
  readonly record: ObjectRecord;
  readonly undeclared: readonly Undeclared[];
}

function reportUndeclared(sink: Sink, walk: Walk, { value, record, undeclared }: Reporting): void {
  const node = record.facts.find(({ properties }) => properties.size > 0)?.node;
  if (node === undefined) return;
  const visit: Visit = { walk, at: record.at, sink, marks: undefined };
  const isClosed = walk.settings.isClosedObjects;
  for (const entry of undeclared) {
    const arm = record.otherArms?.find((other) => propertiesOf(other.node).has(entry.key));
    const fault: Fault = {
      kind: isClosed ? 'extra-field' : 'undeclared-field',
      at: descend(visit, entry.key).at,
      node,
      keyword: 'properties',
      recorded: value[entry.key],
      detail: arm === undefined ? undefined : `declared in another alternative (${labelOf(arm.node, arm.index)})`,
      repair: isClosed ? 'drop the field' : undefined,
    };
    entry.fault = fault;
    if (isClosed) addFault(sink, fault);
    else addNote(sink, fault);
  }
}

function looksLike(name: string): string {
  return `looks like ${JSON.stringify(name)}`;
}

/** A surplus name beside an absent one of the same look: said at both, changed at neither. */
function pairNames(value: JsonObject, record: ObjectRecord, undeclared: readonly Undeclared[]): void {
  const surplus = new Map(record.extra ?? []);
  for (const { key, fault } of undeclared) if (fault !== undefined) surplus.set(key, fault);
  const absent = absentNames(value, record);
  if (absent.length === 0) return;
  const byPlainName = new Map(absent.map((name) => [plainName(name), name]));
  const pairs: Pair[] = [];
  let compared = 0;
  for (const [key, fault] of surplus) {
    const same = byPlainName.get(plainName(key));
    const match = same !== undefined ? { name: same, slips: 0 } : compared++ < candidateLimit ? findLookalike(key, absent) : undefined;
    if (match !== undefined) pairs.push({ key, fault, match });
  }
  for (const { key, fault, match } of pairs.sort((a, b) => a.match.slips - b.match.slips)) {
    fault.hint = looksLike(match.name);
    const missing = record.missing?.get(match.name);
    if (missing !== undefined) missing.hint ??= looksLike(key);
  }
}

interface Pair {
  readonly key: string;
  readonly fault: Fault;
  readonly match: Lookalike;
}

/** Missing names first, then the optional ones that are not there. */
function absentNames(value: JsonObject, record: ObjectRecord): readonly string[] {
  const names = new Set(record.missing?.keys() ?? []);
  for (const { properties } of record.facts) {
    for (const name of properties.keys()) if (!Object.hasOwn(value, name)) names.add(name);
  }
  return [...names];
}
