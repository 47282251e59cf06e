import type { Declared } from '../../model/event/declarations.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { emitUnread, type Sink, within } from '../kit/sink.ts';
import type { Arrival } from './arrivals.ts';
import { isOfRollout } from './exchange.ts';
import type { WholeList } from './namespaces.ts';
import type { Promises } from './promises.ts';
import type { PlacedItem } from './stream.ts';
import { remoteTools, strictnessOf, type ToolGroup, toolGroups } from './tools.ts';

/** What is known of the set of tools: all of it, or only a part. */
export type Scope = 'whole' | 'open';

/** Where the tools of a pair are listed. */
export interface Declaring {
  readonly request: Side | undefined;
  /** The record of the request, where it is another one than that of the response. */
  readonly requestRecord: SourceRecord | undefined;
  readonly echo: Side | undefined;
  /** True when what earlier responses loaded may be in force too, is not in the list, and is not recorded here. */
  readonly isPart: boolean;
  /** The pair holds a search for tools that the provider made: what it was given has the provider's form. */
  readonly isSearchedByProvider: boolean;
}

export interface DeclaredTools {
  readonly scope: Scope;
  /** The list, where it is whole. */
  readonly whole: WholeList | undefined;
}

/**
 * Declares the tools of a request, or of the response that repeats them. Absent or, in a response, empty: nothing is known,
 * because gateways and deferred tools leave the repeated list empty. An empty list of a request whose response has tools was recorded before they came.
 */
export function declareTools(declaring: Declaring, outer: Sink, promises: Promises): DeclaredTools {
  const { request, requestRecord, echo, isPart, isSearchedByProvider } = declaring;
  const side = [request, echo].find(hasTools) ?? (request !== undefined && !isOfRollout(request) ? request : undefined);
  const list = memberOf(side?.value, 'tools');
  if (side === undefined || !isJsonArray(list)) return { scope: 'open', whole: undefined };
  const sink = side === request ? within(outer, requestRecord) : outer;
  const repeated = memberOf(echo?.value, 'tools');
  const strictness = isJsonArray(repeated) && side !== echo ? strictnessOf(repeated) : undefined;
  const { groups, unreadable } = toolGroups(list, pointersIn(side, '/tools'), { strictness, isSearchedByProvider });
  const scope = unreadable === 0 && !isPart ? 'whole' : 'open';
  for (const group of groups) {
    promises.declare(group.tools, group.server);
    emitDeclared(group, 'replace', scope, sink);
  }
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
  return { scope, whole: scope === 'whole' ? { entries: list, sink } : undefined };
}

function hasTools(side: Side | undefined): boolean {
  const list = memberOf(side?.value, 'tools');
  return isJsonArray(list) && list.length > 0;
}

/** What one item brings, and what of it could not be read. */
interface Brought {
  readonly arrivals: readonly Arrival[];
  readonly unread: string | undefined;
  readonly record: SourceRecord;
}

/** Declares what arrives during the conversation, and returns it. A call never stands before the list that names its tool. */
export function declareArrivals(items: readonly PlacedItem[], scope: Scope, sink: Sink): readonly Arrival[] {
  return items.flatMap((placed) => {
    const { arrivals, unread, record } = broughtBy(placed, sink);
    declareAgain(arrivals, scope, sink);
    if (unread !== undefined) emitUnread({ ...sink, record }, unread);
    return arrivals;
  });
}

/** Declares what arrived before, at the records that hold it. */
export function declareAgain(arrivals: readonly Arrival[], scope: Scope, sink: Sink): void {
  for (const { group, mode, isReadable, record } of arrivals) emitDeclared(group, mode, isReadable ? scope : 'open', { ...sink, record });
}

function broughtBy(placed: PlacedItem, sink: Sink): Brought {
  const list = memberOf(placed.item, 'tools');
  const record = placed.record ?? sink.record;
  if (!isJsonArray(list)) return { arrivals: [], unread: undefined, record };
  const type = stringMember(placed.item, 'type');
  if (type === 'mcp_list_tools') return serverList(placed, list, record);
  return type === 'additional_tools' || type === 'tool_search_output'
    ? addedTools(placed, list, record)
    : { arrivals: [], unread: undefined, record };
}

/** All that one server has, as it answered. An empty list stands beside the error of a server that did not. */
function serverList({ item, at }: PlacedItem, list: readonly JsonValue[], record: SourceRecord): Brought {
  const { tools, unreadable } = remoteTools(list, (path) => at(`/tools${path}`));
  const group: ToolGroup = { server: stringMember(item, 'server_label'), tools };
  const arrival: Arrival = { group, mode: 'replace', isReadable: unreadable === 0, record, item: stringMember(item, 'id') };
  const unread = unreadable > 0 ? 'declaration without a name or a schema' : undefined;
  return { arrivals: list.length > 0 ? [arrival] : [], unread, record };
}

function addedTools({ item, at }: PlacedItem, list: readonly JsonValue[], record: SourceRecord): Brought {
  const { groups, unreadable } = toolGroups(list, (path) => at(`/tools${path}`));
  const id = stringMember(item, 'id');
  const filled = groups.filter((group) => group.tools.length > 0);
  const arrivals = filled.map((group): Arrival => ({ group, mode: 'add', isReadable: unreadable === 0, record, item: id }));
  return { arrivals, unread: unreadable > 0 ? 'declaration without a name' : undefined, record };
}

function emitDeclared({ server, tools }: ToolGroup, mode: Declared['mode'], scope: Scope, sink: Sink): void {
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode, isWhole: scope === 'whole', server });
}
