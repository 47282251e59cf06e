import type { ToolDeclaration } from '../../model/declaration.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { type Connection, type Pending, settleServer } from './connection.ts';
import { elementsOf, into, type Located, textOf } from './located.ts';
import { dialectOf, isAtLeast } from './protocol.ts';

/**
 * A page of `tools/list` (MCP, server/tools and utilities/pagination). `pending` is undefined where the capture
 * does not hold the request: then nothing says which page this is, and the set stays open.
 */
export function readToolList(connection: Connection, record: SourceRecord, result: Located, pending: Pending | undefined): LedgerEvent[] {
  const entries = into(result, 'tools');
  if (!isJsonArray(entries.value)) return [{ kind: 'unread', record, run: connection.run, what: 'tools/list result without tools' }];
  const server = settleServer(connection);
  const revision = pending?.revision ?? connection.revision;
  const tools = elementsOf(entries).map((entry) => readTool(entry, server, revision));
  const named = tools.filter((tool) => tool !== undefined);
  const mode = turnPage(connection, into(result, 'nextCursor'), pending);
  if (mode === 'replace') connection.toolsWithOutput.clear();
  for (const tool of named) if (tool.outputSchema !== undefined) connection.toolsWithOutput.add(tool.name);
  const declared: LedgerEvent = {
    kind: 'declared',
    record,
    run: connection.run,
    tools: named,
    mode,
    isWhole: connection.list.isWhole,
    server,
  };
  if (named.length === tools.length) return [declared];
  return [declared, { kind: 'unread', record, run: connection.run, what: 'declared tool without a name' }];
}

/** One `Tool`. A schema that is absent is nothing declared, and so is a null for the optional `outputSchema`; any other is for the gate to judge. */
function readTool(entry: Located, server: string | undefined, revision: string | undefined): ToolDeclaration | undefined {
  const name = textOf(into(entry, 'name'));
  if (name === undefined) return undefined;
  const input = into(entry, 'inputSchema');
  const output = into(entry, 'outputSchema');
  return {
    server,
    name,
    title: textOf(into(entry, 'title')),
    annotations: into(entry, 'annotations').value,
    description: textOf(into(entry, 'description')),
    inputSchema: input.value,
    outputSchema: output.value ?? undefined,
    inputPointer: input.pointer,
    outputPointer: output.pointer,
    dialect: dialectOf(revision),
    outputMustBeObject: revision === undefined ? undefined : !isAtLeast(revision, '2026-07-28'),
  };
}

/**
 * Keeps what is known of the list. A page continues it only with the very cursor the last page gave; an empty
 * cursor is a cursor. Servers answer a cursor they never gave with the whole list or with anything else, so such
 * a page adds tools and settles nothing. A change announced after the first page was asked for leaves the list open.
 */
function turnPage(connection: Connection, next: Located, pending: Pending | undefined): 'replace' | 'extend' | 'add' {
  const { list } = connection;
  if (pending === undefined) return 'add';
  const isFirst = pending.cursor === undefined;
  const isNext = !isFirst && pending.cursor === list.nextCursor;
  if (!isFirst && !isNext) return 'extend';
  if (isFirst) list.listChanges = pending.listChanges;
  const isLast = next.value === undefined || next.value === null;
  list.nextCursor = textOf(next);
  list.isWhole = isLast && list.listChanges === connection.listChanges;
  return isFirst ? 'replace' : 'extend';
}
