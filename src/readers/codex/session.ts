import type { LedgerEvent } from '../../model/event.ts';
import { readItem } from '../kit/response-item.ts';
import { returnedBy } from '../kit/response-result.ts';
import { emitUnread, type MessageCall, type Sink } from '../kit/sink.ts';
import type { ReaderSession } from '../reader.ts';
import { type Line, lineOf } from './line.ts';
import { withContentBlocks } from './output.ts';
import { withRedaction } from './redaction.ts';

/** Before a line names its session. */
const unnamed = 'session';

export function openSession(emit: (event: LedgerEvent) => void): ReaderSession {
  let run = unnamed;
  /** Sessions that this one was forked from: it begins with a copy of their lines, heads included, and is one run with them. */
  const origins = new Set<string>();

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
      readLine(line, { record, run, emit });
    },
    end: () => undefined,
  };
}

function readLine(line: Line, sink: Sink): void {
  switch (line.kind) {
    case 'item':
      readItemLine(line, sink);
      return;
    case 'unread':
      emitUnread(sink, line.what);
      return;
    default:
      emitUnrelated(sink);
  }
}

function readItemLine({ item, pointer }: Line & { readonly kind: 'item' }, sink: Sink): void {
  const read = readItem(item, (path) => `${pointer}${path}`);
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
    case 'quiet':
      emitUnrelated(sink);
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
