import { isJsonArray, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Sink } from '../kit/sink.ts';
import type { Arrival } from './arrivals.ts';
import { ownNamespace } from './steps.ts';
import type { PlacedItem } from './stream.ts';

/** A list of tools that is whole, and where it is told of. */
export interface WholeList {
  readonly entries: JsonArray;
  readonly sink: Sink;
}

export interface Named {
  readonly input: readonly PlacedItem[];
  /** The items of the response: what it calls, it was given to call. */
  readonly items: readonly PlacedItem[];
  readonly arrivals: readonly Arrival[];
}

/**
 * Says of namespaces that calls name and a whole list with namespaces does not have that they have no tools. A search may bring others while a
 * response is made: where one is offered, or tools are left for one, nothing is said.
 */
export function declareMissing({ entries, sink }: WholeList, { input, items, arrivals }: Named): void {
  if (!entries.some(isNamespace) || entries.some(isForSearch) || [...input, ...items].some(isSearch)) return;
  const listed = new Set([
    ownNamespace,
    ...entries.flatMap((entry) => [stringMember(entry, isNamespace(entry) ? 'name' : 'server_label')]),
    ...arrivals.map(({ group }) => group.server),
  ]);
  const called = new Set(items.flatMap(({ item }) => (isCall(item) ? [stringMember(item, 'namespace')] : [])));
  for (const server of called) {
    if (server === undefined || listed.has(server)) continue;
    sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools: [], mode: 'replace', isWhole: true, server });
  }
}

const isNamespace = (entry: JsonValue): boolean => stringMember(entry, 'type') === 'namespace';

function isForSearch(entry: JsonValue): boolean {
  if (stringMember(entry, 'type') === 'tool_search' || memberOf(entry, 'defer_loading') === true) return true;
  const members = memberOf(entry, 'tools');
  return isJsonArray(members) && members.some((tool) => memberOf(tool, 'defer_loading') === true);
}

function isSearch({ item }: PlacedItem): boolean {
  const type = stringMember(item, 'type');
  return type === 'tool_search_call' || type === 'tool_search_output';
}

function isCall(item: JsonValue): boolean {
  const type = stringMember(item, 'type');
  return type === 'function_call' || type === 'custom_tool_call';
}
