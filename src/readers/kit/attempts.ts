import type { HistoryCall, LinkedResult, ShownCall } from './history-steps.ts';

/** A call that was shown, and what may still follow it. */
export interface TriedCall extends ShownCall {
  /** Whether a later call of its tool may be a further attempt; undefined until its result is known. */
  isStopped: boolean | undefined;
  /** A further attempt followed it, or a person spoke after it. */
  isOver: boolean;
  /** The response that made it was read; a history may show it before. */
  isMade: boolean;
  /** What its provider marked it with. */
  readonly mark: string | undefined;
  /** The run in which its conversation began. */
  readonly origin: string;
  /** The run of the last pair that has it in its conversation and declares tools, else of the first that has it. */
  seenIn: string;
  /** Ids of the attempts before it, and its own; undefined while it is the only one. */
  readonly ids: Set<string> | undefined;
}

/** The attempts of one conversation that wait for a further one, in the order in which they were stopped. */
export interface Waiting {
  /** A call that the host marks as refused where it stands. */
  call(call: HistoryCall, shown: TriedCall): void;
  result(result: LinkedResult): void;
  /** The attempt that a new call of its tool goes on from. */
  next(call: HistoryCall): TriedCall | undefined;
  /** A person speaks: answers the runs in which an attempt was still waiting. */
  endTurn(): ReadonlySet<string>;
}

interface Queue {
  readonly stopped: TriedCall[];
  head: number;
}

/** A further attempt calls the same tool of the same server. */
const nameOf = ({ server, tool }: HistoryCall): string => `${server ?? ''}\n${tool}`;

/** A conversation is read again with each request: what is over stays over. */
export function openWaiting(): Waiting {
  const queues = new Map<string, Queue>();

  const stop = (name: string, shown: TriedCall): void => {
    if (shown.isOver) return;
    const queue = queues.get(name);
    if (queue === undefined) queues.set(name, { stopped: [shown], head: 0 });
    else queue.stopped.push(shown);
  };

  return {
    call(call, shown) {
      if (call.isRefused === true) stop(nameOf(call), shown);
    },
    result({ call, step }) {
      if (call?.shown === undefined || call.step.isRefused === true) return;
      call.shown.isStopped ??= step.isStop?.() ?? false;
      if (call.shown.isStopped) stop(nameOf(call.step), call.shown);
    },
    next(call) {
      const queue = queues.size === 0 ? undefined : queues.get(nameOf(call));
      const before = queue?.stopped[queue.head];
      if (queue === undefined || before === undefined) return undefined;
      queue.head++;
      before.isOver = true;
      return before;
    },
    endTurn() {
      const runs = new Set<string>();
      for (const { stopped, head } of queues.values()) {
        for (const shown of stopped.slice(head)) {
          shown.isOver = true;
          runs.add(shown.run);
        }
      }
      queues.clear();
      return runs;
    },
  };
}

/** A new call: in the run of the attempt that it goes on from, unless an attempt there has its id already. */
export function tryCall(
  { id, tool, mark }: HistoryCall,
  { run, origin }: { readonly run: string; readonly origin: string },
  before: TriedCall | undefined,
): TriedCall {
  const ids = before === undefined || before.run === run ? undefined : (before.ids ?? new Set(before.id === undefined ? [] : [before.id]));
  if (before === undefined || ids === undefined || (id !== undefined && ids.has(id)))
    return { run, id, tool, mark, isStopped: undefined, isOver: false, isMade: false, origin, seenIn: run, ids: undefined };
  if (id !== undefined) ids.add(id);
  return { run: before.run, id, tool, mark, isStopped: undefined, isOver: false, isMade: false, origin, seenIn: run, ids };
}
