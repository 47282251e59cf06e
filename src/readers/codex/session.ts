import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, type JsonObject, memberOf, stringMember } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';
import { type ReadItem, readItem } from '../kit/response-item.ts';
import { returnedBy } from '../kit/response-result.ts';
import { emitAtLeastOne, emitUnread, type MessageCall, type Sink } from '../kit/sink.ts';
import { toolGroups } from '../openai-responses/tools.ts';
import type { ReaderSession } from '../reader.ts';
import { emitInnerCall } from './inner-call.ts';
import { type Line, lineOf } from './line.ts';
import { readOldest } from './oldest.ts';
import { withContentBlocks } from './output.ts';
import { withRedaction } from './redaction.ts';

/** Before a line names its session. */
const unnamed = 'session';

export function openSession(emit: (event: LedgerEvent) => void): ReaderSession {
  let run = unnamed;
  /** Sessions that this one was forked from: it begins with a copy of their lines, heads included, and is one run with them. */
  const origins = new Set<string>();
  /** Ids of the calls that were told. */
  const told = new Set<string>();
  const tell = (event: LedgerEvent): void => {
    if (event.kind === 'proposed' && event.call !== undefined) told.add(event.call);
    emit(event);
  };

  function enter({ id, forkedFrom }: Line & { readonly kind: 'session' }): void {
    if (!origins.has(id)) {
      origins.clear();
      run = id;
    }
    if (forkedFrom !== undefined) origins.add(forkedFrom);
  }

  return {
    push(record) {
      const line = lineOf(record.value);
      if (line.kind === 'session') enter(line);
      const isTold = line.kind === 'inner-call' && told.has(stringMember(line.item, 'id') ?? '');
      readLine(isTold ? { kind: 'quiet' } : line, { record, run, emit: tell });
    },
    end: () => undefined,
  };
}

function readLine(line: Line, sink: Sink): void {
  switch (line.kind) {
    case 'item':
      readItemLine(line, sink);
      return;
    case 'inner-call':
      emitInnerCall(line.item, (path) => `${line.pointer}${path}`, sink);
      return;
    case 'turn':
      sink.emit({ kind: 'turn-begun', record: sink.record, run: sink.run });
      return;
    case 'unread':
      emitUnread(sink, line.what);
      return;
    default:
      emitUnrelated(sink);
  }
}

function readItemLine({ item, pointer }: Line & { readonly kind: 'item' }, outer: Sink): void {
  const at: PointerTo = (path) => `${pointer}${path}`;
  emitAtLeastOne(outer, (sink) => {
    declareFound(item, at, sink);
    emitItem(readOldest(item, at) ?? readItem(item, at), sink);
  });
}

/** Tools that were looked up during the session, with their schemas. What else was offered is not recorded. */
function declareFound(item: JsonObject, at: PointerTo, sink: Sink): void {
  const type = stringMember(item, 'type');
  const list = memberOf(item, 'tools');
  if ((type !== 'tool_search_output' && type !== 'additional_tools') || !isJsonArray(list)) return;
  const { groups, unreadable } = toolGroups(list, (path) => at(`/tools${path}`));
  for (const { server, tools } of groups) {
    if (tools.length > 0) sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'add', isWhole: false, server });
  }
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
}

function emitItem(read: ReadItem, sink: Sink): void {
  switch (read.kind) {
    case 'call':
      emitCall(withRedaction(read.call), sink);
      if (read.result !== undefined) sink.emit(returnedBy(read.result, sink, sink.run));
      return;
    case 'result':
      sink.emit(returnedBy(withContentBlocks(read.result), sink, sink.run));
      return;
    case 'unread':
      emitUnread(sink, read.what);
      return;
    // Rollouts keep what was approved as events of the host, and those are not read.
    case 'asked':
    case 'approval':
    case 'quiet':
  }
}

function emitCall(call: MessageCall, sink: Sink): void {
  sink.emit({
    kind: 'proposed',
    record: sink.record,
    run: sink.run,
    call: call.id,
    callPointer: call.idPointer,
    server: call.server,
    tool: call.tool,
    toolPointer: call.toolPointer,
    payload: call.payload,
    isProviderRun: call.isProviderRun,
  });
}

function emitUnrelated(sink: Sink): void {
  sink.emit({ kind: 'unrelated', record: sink.record, run: sink.run });
}
