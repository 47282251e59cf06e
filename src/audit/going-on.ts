import type { RunOpened } from '../model/event/runs.ts';
import type { LedgerEvent } from '../model/event.ts';
import { hashText } from '../text/hash.ts';

// A ledger may lie in several files: its writer begins a new one when the old one is full, or when a suspended run is taken up again.
// Every run belongs to the file it began in; what a later file records of it is handed to that one, as if the files were one.

/** A run that is open, in whichever file it began. */
interface OpenedIn {
  readonly input: number;
  /** The input that records it now. */
  current: number;
  opened: RunOpened | undefined;
  lastSeq: number | undefined;
  /** Counts up to the last that were not met: an end that is written early is none yet. */
  missing: number;
  isSuspended: boolean;
  /** It ended in a later file than it began in: what that file still records of it is recorded after its end. */
  isEnded: boolean;
  /** The first event that each file records of it, as a hash: the same one again begins a copy of that file. */
  readonly beginnings: Set<number>;
}

export interface GoingOn {
  /** The input to which an event of `input` belongs. */
  ownerOf(event: LedgerEvent, input: number): number;
  /** Whether this input goes on with a run of an earlier one. */
  goesOn(input: number): boolean;
  /** Whether a later input may go on with a run of this one. */
  hasOpen(input: number): boolean;
  /** Nothing goes on with the runs of this input any more. */
  forget(input: number): void;
}

/** Two files may well use one name for two runs: an opening is missing or follows a pause, or the count goes on. */
function goesOn(known: OpenedIn, event: LedgerEvent): boolean {
  if (known.isEnded || known.beginnings.has(hashText(event.record.text))) return false;
  const { opened, lastSeq } = known;
  const countsOn = event.seq !== undefined && lastSeq !== undefined && event.seq > lastSeq;
  if (event.kind !== 'run-opened') return countsOn || opened !== undefined;
  return known.isSuspended && (countsOn || (event.seq === undefined && opened?.workflow === event.workflow));
}

function count(run: OpenedIn, seq: number): void {
  const last = run.lastSeq ?? seq - 1;
  run.missing += seq > last ? seq - last - 1 : -1;
  run.lastSeq = Math.max(last, seq);
}

export function openGoingOn(): GoingOn {
  /** Open runs by name; two hosts may use one name at once. */
  const runs = new Map<string, OpenedIn[]>();
  const going = new Set<number>();

  const find = (event: LedgerEvent, input: number): OpenedIn => {
    const named = runs.get(event.run);
    const own = named?.find((one) => one.current === input);
    if (own !== undefined) return own;
    const beginning = hashText(event.record.text);
    const known = named?.findLast((one) => goesOn(one, event));
    if (known !== undefined) {
      known.current = input;
      known.beginnings.add(beginning);
      going.add(input);
      return known;
    }
    const begun = {
      ...{ input, current: input, opened: undefined, lastSeq: undefined, missing: 0, isSuspended: false, isEnded: false },
      beginnings: new Set([beginning]),
    };
    if (named === undefined) runs.set(event.run, [begun]);
    else named.push(begun);
    return begun;
  };

  const drop = (name: string, isOver: (run: OpenedIn) => boolean): void => {
    const left = (runs.get(name) ?? []).filter((run) => !isOver(run));
    if (left.length === 0) runs.delete(name);
    else runs.set(name, left);
  };

  return {
    ownerOf(event, input) {
      if (event.run === '') return input;
      const run = find(event, input);
      if (event.kind === 'run-opened') run.opened ??= event;
      if (event.seq !== undefined) count(run, event.seq);
      const isClosing = event.kind === 'run-closed';
      run.isSuspended = isClosing && event.outcome === 'suspended';
      run.isEnded ||= isClosing && !run.isSuspended && run.missing <= 0;
      if (run.isEnded && run.input === input) drop(event.run, (one) => one === run);
      return run.input;
    },
    goesOn: (input) => going.has(input),
    hasOpen(input) {
      for (const named of runs.values()) if (named.some((run) => run.input === input && !run.isEnded)) return true;
      return false;
    },
    forget(input) {
      for (const name of [...runs.keys()]) drop(name, (run) => run.input === input);
    },
  };
}
