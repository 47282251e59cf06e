import { openEffects } from './compensation.ts';
import { openDelivery } from './delivery.ts';
import { LateMap } from './late-map.ts';
import type { Run } from './run.ts';

// Recordings of requests have a run for each request, and none of them ever ends: the result of a call may come with any later one. Of a run
// with nothing open only that is kept which a later event of it needs.

/** A run with nothing open: all that tells it from one that has just begun. */
export interface Resting {
  readonly isResting: true;
  readonly closedCalls: readonly number[];
  readonly shown: Run['shown'];
  readonly unnamed: number;
  readonly firstPlace: Run['firstPlace'];
}

/** The open runs of an input, in the order in which they began. */
export interface OpenRuns {
  has(id: string): boolean;
  /** The run, woken if it rested. */
  get(id: string): Run | undefined;
  set(run: Run): void;
  delete(id: string): void;
  ids(): readonly string[];
  /** Told of the run of each event: when the record goes on to another, the one before may rest. */
  turnTo(run: Run): void;
}

export function openRuns(begin: (id: string, place: Run['firstPlace']) => Run): OpenRuns {
  const runs = new Map<string, Run | Resting>();
  const isAtRest = openRest(begin);
  let current: Run | undefined;
  return {
    has: (id) => runs.has(id),
    get(id) {
      const known = runs.get(id);
      if (known === undefined || !('isResting' in known)) return known;
      const run = begin(id, known.firstPlace);
      for (const call of known.closedCalls) run.closedCalls.add(call);
      for (const [key, verdict] of known.shown) run.shown.set(key, verdict);
      run.unnamed = known.unnamed;
      runs.set(id, run);
      return run;
    },
    set: (run) => void runs.set(run.id, run),
    delete: (id) => void runs.delete(id),
    ids: () => [...runs.keys()],
    turnTo(run) {
      if (run === current) return;
      if (current !== undefined && runs.get(current.id) === current && isAtRest(current)) runs.set(current.id, restOf(current));
      current = run;
    },
  };
}

const restOf = ({ closedCalls, shown, unnamed, firstPlace }: Run): Resting => ({
  isResting: true,
  closedCalls: [...closedCalls],
  shown,
  unnamed,
  firstPlace,
});

/** What a resting run keeps, and its name. */
const kept: ReadonlySet<string> = new Set(['id', 'closedCalls', 'shown', 'unnamed', 'firstPlace']);

/** Whether all but `kept` of a run is as it was when it began: asked of every member, so that none is forgotten when runs learn more. */
function openRest(begin: (id: string, place: Run['firstPlace']) => Run): (run: Run) => boolean {
  /** The members of a run that has just begun, in the order in which its class has them. */
  let members: readonly { readonly isKept: boolean; readonly fresh: unknown }[] | undefined;
  return (run) => {
    if (run.opened !== undefined || run.calls.size > 0) return false;
    members ??= Object.entries(begin('', run.firstPlace)).map(([name, fresh]: readonly [string, unknown]) => ({
      isKept: kept.has(name),
      fresh,
    }));
    const { effects, delivery } = run.made;
    const values: readonly unknown[] = Object.values(run);
    return (
      members.every(({ isKept, fresh }, index) => isKept || isAlike(values[index], fresh)) &&
      (effects === undefined || isAlike(effects, openEffects())) &&
      (delivery === undefined || isAlike(delivery, openDelivery()))
    );
  };
}

function isAlike(value: unknown, fresh: unknown): boolean {
  if (value instanceof Map || value instanceof LateMap || value instanceof Set) return value.size === 0;
  if (Array.isArray(value)) return value.length === 0;
  // What a weak set knows of is held by the others, which are empty.
  if (value instanceof WeakSet) return true;
  if (typeof value !== 'object' || value === null || typeof fresh !== 'object' || fresh === null) return Object.is(value, fresh);
  const others = new Map<string, unknown>(Object.entries(fresh));
  return Object.entries(value).every(([name, inner]: readonly [string, unknown]) => isAlike(inner, others.get(name)));
}
