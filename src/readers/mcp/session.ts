import type { LedgerEvent } from '../../model/event.ts';
import type { JsonValue } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { unreachable } from '../../model/unreachable.ts';
import type { ReaderSession } from '../reader.ts';
import { type Connection, learnServer, newConnection } from './connection.ts';
import { connectionName, readEnvelope, type WholeSession } from './envelope.ts';
import type { Message, Request } from './message.ts';
import { readRequest } from './request.ts';
import { readResponse } from './response.ts';

/** One pass over one capture, which may hold several connections: one after the other, or side by side where its envelopes tell them apart. */
export function openSession(emit: (event: LedgerEvent) => void): ReaderSession {
  const capture = new Capture();
  function push(record: SourceRecord): void {
    for (const event of capture.read(record)) emit(event);
  }
  return { push, end: () => undefined };
}

/** Connections that are remembered side by side; no capture has more. */
const sideBySide = 1024;

class Capture {
  #connections = 0;
  /** The name that the envelope gives the connection; empty where it gives none. */
  #name = '';
  readonly #byName = new Map<string, Connection>();

  get #connection(): Connection {
    return this.#byName.get(this.#name) ?? this.#onlyOne() ?? this.#begin();
  }

  /** A session gets its name with its first answer, and not every message repeats it. */
  #onlyOne(): Connection | undefined {
    const [[name, connection] = ['', undefined], other] = this.#byName;
    if (connection === undefined || other !== undefined || (name !== '' && this.#name !== '')) return undefined;
    if (name === '') this.#byName.delete(name);
    this.#byName.set(name === '' ? this.#name : name, connection);
    return connection;
  }

  #begin(): Connection {
    const [oldest] = this.#byName.size < sideBySide ? [] : this.#byName.keys();
    if (oldest !== undefined) this.#byName.delete(oldest);
    this.#connections += 1;
    const connection = newConnection(`connection-${this.#connections}`);
    this.#byName.set(this.#name, connection);
    return connection;
  }

  *read(record: SourceRecord): Generator<LedgerEvent> {
    this.#name = connectionName(record.value) ?? '';
    const envelope = readEnvelope(record.value);
    switch (envelope.kind) {
      case 'messages':
        for (const message of envelope.messages) yield* this.#readNext(record, message);
        break;
      case 'session':
        yield* this.#readWhole(record, envelope);
        break;
      case 'closed':
        yield this.#connection.isOpen && !this.#connection.isEnded ? this.#close(record) : { kind: 'unrelated', ...this.#base(record) };
        break;
      case 'noise':
        yield { kind: 'unrelated', ...this.#base(record) };
        break;
      case 'unknown':
        yield { kind: 'unread', ...this.#base(record), what: envelope.what };
        break;
      default:
        unreachable(envelope);
    }
  }

  *#readNext(record: SourceRecord, message: Message): Generator<LedgerEvent> {
    if (message.kind !== 'unknown') {
      if (this.#connection.isEnded || (message.kind === 'request' && beginsAnew(this.#connection, message))) this.#renew();
      yield* this.#open(record);
    }
    yield* this.#readMessage(record, message);
  }

  #readMessage(record: SourceRecord, message: Message): readonly LedgerEvent[] {
    switch (message.kind) {
      case 'request':
        return readRequest(this.#connection, record, message);
      case 'response':
        return readResponse(this.#connection, record, message);
      case 'unknown':
        return [{ kind: 'unread', ...this.#base(record), what: message.what }];
    }
  }

  *#readWhole(record: SourceRecord, envelope: WholeSession): Generator<LedgerEvent> {
    this.#renew();
    yield* this.#open(record);
    learnServer(this.#connection, envelope.server);
    for (const message of envelope.messages) yield* this.#readMessage(record, message);
    if (envelope.isEnded) yield this.#close(record);
    this.#connection.isEnded = true;
  }

  #renew(): void {
    if (!this.#connection.isOpen) return;
    this.#begin();
  }

  *#open(record: SourceRecord): Generator<LedgerEvent> {
    if (this.#connection.isOpen) return;
    this.#connection.isOpen = true;
    yield { kind: 'run-opened', ...this.#base(record) };
  }

  #close(record: SourceRecord): LedgerEvent {
    this.#connection.isEnded = true;
    return { kind: 'run-closed', ...this.#base(record) };
  }

  #base(record: SourceRecord): { readonly record: SourceRecord; readonly run: string } {
    return { record, run: this.#connection.run };
  }
}

/**
 * `initialize` opens a connection, unless all that came before is the probe of a client that also speaks
 * 2026-07-28. `server/discover` may be asked at any time: it opens one only where the ids start over.
 */
function beginsAnew(connection: Connection, request: Request): boolean {
  if (!connection.isOpen) return false;
  if (request.method === 'initialize') return connection.isUsed;
  return request.method === 'server/discover' && request.id !== undefined && request.id.key === connection.firstId;
}

/** For recognition: the messages among the first records of an input. */
export function messagesAmong(first: readonly JsonValue[]): readonly Message[] {
  return first.flatMap((value) => {
    const envelope = readEnvelope(value);
    return envelope.kind === 'messages' || envelope.kind === 'session' ? envelope.messages : [];
  });
}
