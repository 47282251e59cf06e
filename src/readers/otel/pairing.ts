import type { Proposed, Returned } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { Payload } from '../../model/payload.ts';
import { argumentKey } from '../kit/argument-key.ts';
import type { Execution } from './execution.ts';

/** An event of a trace at its place in time, with the execution that followed from it. */
export interface Entry {
  readonly order: number;
  event: LedgerEvent;
  readonly followers: LedgerEvent[];
  isDropped: boolean;
}

/** Calls that their tool's span answered before any message did: how many such messages may still come, by run and call. */
export type Answered = Map<string, number>;

/** The proposals and results of a trace that an execution may belong to. */
export interface Pairing {
  proposalOf(execution: Execution): Entry | undefined;
  /** Drops the message that brings the same result. */
  dropResult(returned: Returned, proposal: Entry | undefined): void;
}

/** Entries in their order; the first `head` of them are taken. */
interface Queue {
  readonly entries: Entry[];
  head: number;
}

export function openPairing(entries: readonly Entry[], answered: Answered): Pairing {
  const proposals = new Map<string, Queue>();
  const results = new Map<string, Queue>();
  const taken = new Set<Entry>();
  for (const entry of entries) {
    const { event } = entry;
    if (event.kind === 'proposed') for (const key of proposalKeys(event)) hold(proposals, key, entry);
    if (event.kind === 'returned' && !isAnswered(event, answered)) hold(results, nameOf(event.call, event.tool), entry);
    else if (event.kind === 'returned') entry.isDropped = true;
  }
  const lastOf = new Map<string, Entry>();
  /** By equal arguments, or by the name alone where those of one of the two are not recorded. */
  const takeBare = (execution: Execution): Entry | undefined => {
    for (const key of bareKeys(execution)) {
      const entry = take(proposals.get(key), taken);
      if (entry !== undefined) return entry;
    }
    return undefined;
  };
  /** Calls that were told without an id: the results among messages name none either. */
  const named = new Set<Entry>();
  const name = (entry: Entry, id: string): void => {
    if (entry.event.kind !== 'proposed') return;
    named.add(entry);
    entry.event = { ...entry.event, call: id, callPointer: undefined };
  };
  return {
    proposalOf(execution) {
      if (execution.id === undefined) return takeBare(execution);
      const key = nameOf(execution.id, execution.tool);
      const own = take(proposals.get(key), taken);
      // The same id once more is another run of the same call.
      const known = own ?? lastOf.get(key);
      const entry = known ?? takeBare(execution);
      if (entry === undefined) return undefined;
      lastOf.set(key, entry);
      if (known === undefined) name(entry, execution.id);
      return entry;
    },
    dropResult(returned, proposal) {
      const message = proposal !== undefined && named.has(proposal) ? { ...returned, call: undefined } : returned;
      const entry = take(results.get(nameOf(message.call, message.tool)), taken);
      if (entry !== undefined) {
        entry.isDropped = true;
        return;
      }
      const key = answeredKey(message);
      answered.set(key, (answered.get(key) ?? 0) + 1);
    },
  };
}

function isAnswered(event: Returned, answered: Answered): boolean {
  const key = answeredKey(event);
  const count = answered.get(key) ?? 0;
  if (count > 0) answered.set(key, count - 1);
  return count > 0;
}

const nameOf = (id: string | undefined, tool: string | undefined): string => (id === undefined ? `name ${tool ?? ''}` : `id ${id}`);

const answeredKey = ({ run, call, tool }: Returned): string => `${run}\n${nameOf(call, tool)}`;

/** Without an id, only equal arguments show that it is the same call, or arguments that were not captured on one side. */
function proposalKeys({ call, tool, payload }: Proposed): readonly string[] {
  const bare = nameOf(undefined, tool);
  const equal = `${bare}\n${argumentsOf(payload)}`;
  if (call === undefined) return [bare, equal];
  return payload.form === 'opaque' ? [nameOf(call, tool)] : [nameOf(call, tool), equal];
}

function bareKeys({ tool, payload }: Execution): readonly string[] {
  const name = nameOf(undefined, tool);
  return payload.form === 'opaque' ? [name] : [`${name}\n${argumentsOf(payload)}`, `${name}\n${unknown}`];
}

const unknown = 'not captured';

const argumentsOf = (payload: Payload): string => (payload.form === 'opaque' ? unknown : `= ${argumentKey(payload)}`);

function hold(queues: Map<string, Queue>, key: string, entry: Entry): void {
  const queue = queues.get(key);
  if (queue === undefined) queues.set(key, { entries: [entry], head: 0 });
  else queue.entries.push(entry);
}

/** The earliest that is left, whichever key it was held by. */
function take(queue: Queue | undefined, taken: Set<Entry>): Entry | undefined {
  while (queue !== undefined && queue.head < queue.entries.length) {
    const entry = queue.entries[queue.head++];
    if (entry === undefined || taken.has(entry)) continue;
    taken.add(entry);
    return entry;
  }
  return undefined;
}
