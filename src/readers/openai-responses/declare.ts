import type { Declared } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type PointerTo, pointersIn, type Side } from '../kit/pair.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import type { PlacedItem } from './stream.ts';
import { remoteTools, type ToolGroup, toolGroups } from './tools.ts';

/** What is known of the set of tools: all of it, or only a part. */
export type Scope = 'whole' | 'open';

/**
 * Declares the tools of a request, or of the response that repeats them. Absent or, in a response, empty: nothing is known,
 * because gateways and deferred tools leave the repeated list empty.
 */
export function declareTools(request: Side | undefined, echo: Side | undefined, sink: Sink, isChained: boolean): Scope {
  const side = [request, echo].find((one) => one !== undefined && isList(one, one === echo));
  const list = memberOf(side?.value, 'tools');
  if (side === undefined || !isJsonArray(list)) return 'open';
  const { groups, unreadable } = toolGroups(list, pointersIn(side, '/tools'));
  // What earlier responses of the chain loaded is in force too, and is not in this list.
  const scope = unreadable === 0 && !isChained ? 'whole' : 'open';
  for (const group of groups) emitDeclared(group, 'replace', scope, sink);
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
  return scope;
}

function isList(side: Side, isEcho: boolean): boolean {
  const list = memberOf(side.value, 'tools');
  return isJsonArray(list) && (list.length > 0 || !isEcho);
}

/** Declares what arrives during the conversation. A call never stands before the list that names its tool. */
export function declareArrivals(items: readonly PlacedItem[], scope: Scope, sink: Sink): void {
  for (const { item, at } of items) {
    const list = memberOf(item, 'tools');
    if (!isJsonArray(list)) continue;
    const type = stringMember(item, 'type');
    if (type === 'mcp_list_tools') declareServer(item, list, at, scope, sink);
    if (type === 'additional_tools' || type === 'tool_search_output') declareAdded(list, at, scope, sink);
  }
}

/** All that one server has, as it answered. An empty list stands beside the error of a server that did not. */
function declareServer(item: JsonValue, list: readonly JsonValue[], at: PointerTo, scope: Scope, sink: Sink): void {
  const { tools, unreadable } = remoteTools(list, (path) => at(`/tools${path}`));
  const group: ToolGroup = { server: stringMember(item, 'server_label'), tools };
  if (list.length > 0) emitDeclared(group, 'replace', unreadable > 0 ? 'open' : scope, sink);
  if (unreadable > 0) emitUnread(sink, 'declaration without a name or a schema');
}

function declareAdded(list: readonly JsonValue[], at: PointerTo, scope: Scope, sink: Sink): void {
  const { groups, unreadable } = toolGroups(list, (path) => at(`/tools${path}`));
  for (const group of groups) if (group.tools.length > 0) emitDeclared(group, 'add', unreadable > 0 ? 'open' : scope, sink);
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
}

function emitDeclared({ server, tools }: ToolGroup, mode: Declared['mode'], scope: Scope, sink: Sink): void {
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode, isWhole: scope === 'whole', server });
}
