import type { Request, Response, Sender } from './message.ts';
import type { Round } from './rounds.ts';

/** A request that waits for its answer. Only what the answer needs: never the record. */
export interface Pending {
  readonly method: string;
  readonly call: string | undefined;
  readonly callPointer: string | undefined;
  /** The tool called; undefined where the request named none. */
  readonly tool: string | undefined;
  /** Equal for equal arguments. Only of a call, and only where the revision lets servers answer it with questions. */
  readonly arguments: string | undefined;
  readonly cursor: string | undefined;
  readonly revision: string | undefined;
  readonly taskId: string | undefined;
  /** How many times the list had changed when this was sent. */
  readonly listChanges: number;
  isCancelled: boolean;
}

/** What one client and one server have said to each other so far. */
export interface Connection {
  readonly run: string;
  isOpen: boolean;
  isEnded: boolean;
  /** True once anything but the opening probe of a client that speaks several revisions was said. */
  isUsed: boolean;
  firstId: string | undefined;
  serverName: string | undefined;
  /** The name went out with an event: it stays as it is, or a call and its declaration would no longer meet. */
  isServerSettled: boolean;
  revision: string | undefined;
  listChanges: number;
  /** The tool list as far as its pages were seen. */
  readonly list: { isWhole: boolean; nextCursor: string | undefined; listChanges: number };
  readonly toolsWithOutput: Set<string>;
  readonly pending: { readonly client: Map<string, Pending>; readonly server: Map<string, Pending> };
  /** Requests without ids, by method: the last one, and how many are open. */
  readonly unnumbered: Map<string, { pending: Pending; open: number }>;
  /** Tasks that stand for a call. */
  readonly tasks: Map<string, Pending>;
  /** Calls that were answered with questions. */
  readonly rounds: Round[];
}

export function newConnection(run: string): Connection {
  return {
    run,
    isOpen: false,
    isEnded: false,
    isUsed: false,
    firstId: undefined,
    serverName: undefined,
    isServerSettled: false,
    revision: undefined,
    listChanges: 0,
    list: { isWhole: false, nextCursor: undefined, listChanges: 0 },
    toolsWithOutput: new Set(),
    pending: { client: new Map(), server: new Map() },
    unnumbered: new Map(),
    tasks: new Map(),
    rounds: [],
  };
}

/** The server's name for an event, fixed from now on. */
export function settleServer(connection: Connection): string | undefined {
  connection.isServerSettled = true;
  return connection.serverName;
}

export function learnServer(connection: Connection, name: string | undefined): void {
  if (!connection.isServerSettled && name !== undefined) connection.serverName = name;
}

export function remember(connection: Connection, request: Request, sender: Sender, pending: Pending): void {
  if (request.id !== undefined) {
    connection.pending[sender].set(request.id.key, pending);
  } else if (request.isUnnumbered) {
    const open = connection.unnumbered.get(request.method)?.open ?? 0;
    connection.unnumbered.set(request.method, { pending, open: open + 1 });
  }
}

/** Finds and forgets the request that a response answers. Ids are counted per direction: `asked` says whose request it was. */
export function takePending(connection: Connection, response: Response, asked: Sender): Pending | undefined {
  if (response.id === undefined) return takeUnnumbered(connection, response.method);
  const waiting = connection.pending[asked];
  const found = waiting.get(response.id.key);
  waiting.delete(response.id.key);
  return found;
}

/** With several open requests of one method nothing says which one is answered: the method is certain, the tool is not. */
function takeUnnumbered(connection: Connection, method: string | undefined): Pending | undefined {
  const waiting = method === undefined ? undefined : connection.unnumbered.get(method);
  if (method === undefined || waiting === undefined) return undefined;
  if (waiting.open > 1) {
    waiting.open -= 1;
    waiting.pending = { ...waiting.pending, tool: undefined };
  } else {
    connection.unnumbered.delete(method);
  }
  return waiting.pending;
}
