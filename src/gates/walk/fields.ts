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
    const undeclared = record.isUnclear ? [] : undeclaredKeys(value, record, walk);
    if (undeclared.length > 0) reportUndeclared(sink, walk, { value, record, undeclared });
    pairNames(value, record, undeclared);
  }
}

interface Undeclared {
  readonly key: string;
  fault: Fault | undefined;
}

function undeclaredKeys(value: JsonObject, record: ObjectRecord, walk: Walk): readonly Undeclared[] {
  const { facts } = record;
  if (!facts.some(({ properties }) => properties.size > 0) || facts.some(({ isExplicitlyOpen }) => isExplicitlyOpen)) return [];
  return Object.keys(value)
    .filter((key) => !record.extra.has(key) && !facts.some((one) => isNamed(one, key, walk)))
    .map((key) => ({ key, fault: undefined }));
}

function isNamed({ properties, patterns }: ObjectFacts, key: string, walk: Walk): boolean {
  return properties.has(key) || patterns.some(([pattern]) => walk.settings.matchPattern(pattern, key));
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
    const arm = record.otherArms.find((other) => propertiesOf(other.node).has(entry.key));
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
  const surplus = new Map(record.extra);
  for (const { key, fault } of undeclared) if (fault !== undefined) surplus.set(key, fault);
  if (surplus.size === 0) return;
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
    const missing = record.missing.get(match.name);
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
  const names = new Set(record.missing.keys());
  for (const { properties } of record.facts) {
    for (const name of properties.keys()) if (!Object.hasOwn(value, name)) names.add(name);
  }
  return [...names];
}
