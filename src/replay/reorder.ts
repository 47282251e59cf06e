import type { LedgerEvent } from '../model/event.ts';
import { positionOf } from '../model/record.ts';
import { hashText } from '../text/hash.ts';

// Inside a run order is `seq`, else file order (ledger.md §6). Several writers of one ledger append in the order in which they get to it: what is
// counted later may stand earlier. Such events wait until what is counted before them has come.

/** Events of one run that wait for the same gap; a writer that is this far ahead does not wait for another one: the gap is real. */
const runLimit = 32;
/** Events of all runs that wait. */
const totalLimit = 4096;
/** Steps between two positions in one place of a file: a fraction of a byte, exact for files of petabytes. */
const step = 1 / 1024;

/** What is remembered of the count of one run. */
interface Counted {
  /** The count that is due; undefined before the first. */
  due: number | undefined;
  /** The line of the last counted event that went on. */
  line: number;
  /** Where the last event that went on stands in the order of its run. */
  position: number;
  /** Waiting events by their count, each with what stands behind it uncounted; absent in nearly all runs. */
  waiting: Map<number, LedgerEvent[]> | undefined;
  size: number;
  /** The group that the last event was laid to. */
  latest: LedgerEvent[] | undefined;
  /** Said once a run. */
  isTold: boolean;
}

export interface ReorderSettings {
  emit(event: LedgerEvent): void;
  /** Whether the counts of all runs so far could be one count of the file. */
  countsFile(): boolean;
  /** The first event of a run that stands behind what is counted after it. */
  late(event: LedgerEvent, after: number): void;
}

/** Stands before the machine: hands on the events of each run in the order of its own count, and at once where that is the order of the file. */
export function openReorder(settings: ReorderSettings): { push(event: LedgerEvent): void; end(): void } {
  const runs = new Map<string, Counted>();
  /** What is due in runs that ended: they may be opened again, and count on. */
  const ended = new Map<number, number>();
  let total = 0;

  const begin = (run: string): Counted => {
    const due = ended.get(hashText(run));
    const counted: Counted = { due, line: 0, position: 0, waiting: undefined, size: 0, latest: undefined, isTold: false };
    runs.set(run, counted);
    return counted;
  };

  const pass = (counted: Counted, event: LedgerEvent): void => {
    const { record, seq } = event;
    const isBehind = positionOf(record) < counted.position;
    counted.position = isBehind ? counted.position + step : positionOf(record);
    if (seq !== undefined) {
      counted.due = Math.max(counted.due ?? 0, seq + 1);
      counted.line = record.line;
    }
    if (event.kind === 'run-closed' && event.outcome !== 'suspended' && counted.size === 0) {
      runs.delete(event.run);
      if (counted.due !== undefined) ended.set(hashText(event.run), counted.due);
    }
    settings.emit(isBehind ? { ...event, record: { ...record, position: counted.position } } : event);
  };

  /** Hands on one group, and whatever is due after it. */
  const release = (counted: Counted, from: number): void => {
    for (let seq = from; ; seq++) {
      const group = counted.waiting?.get(seq);
      if (group === undefined) return;
      counted.waiting?.delete(seq);
      counted.size -= group.length;
      total -= group.length;
      if (counted.latest === group) counted.latest = undefined;
      for (const event of group) pass(counted, event);
    }
  };

  const releaseLowest = (counted: Counted): void => {
    let lowest = Number.POSITIVE_INFINITY;
    for (const seq of counted.waiting?.keys() ?? []) lowest = Math.min(lowest, seq);
    release(counted, lowest);
  };

  const groupOf = (counted: Counted, seq: number): LedgerEvent[] => {
    counted.waiting ??= new Map();
    const known = counted.waiting.get(seq);
    if (known !== undefined) return known;
    const group: LedgerEvent[] = [];
    counted.waiting.set(seq, group);
    return group;
  };

  const hold = (counted: Counted, group: LedgerEvent[], event: LedgerEvent): void => {
    group.push(event);
    counted.latest = group;
    counted.size++;
    total++;
    if (total > totalLimit) while (counted.size > 0) releaseLowest(counted);
    else if (counted.size > runLimit) releaseLowest(counted);
  };

  /** Whether something that is counted before this event may still come. */
  const isAhead = ({ due, line, size }: Counted, event: LedgerEvent, seq: number): boolean => {
    if (due === undefined) return seq > 0 && (size > 0 || (seq < runLimit && event.kind !== 'run-opened'));
    if (seq <= due) return false;
    return seq - due + 1 !== event.record.line - line || !settings.countsFile();
  };

  const follow = (event: LedgerEvent, seq: number): void => {
    const counted = runs.get(event.run) ?? begin(event.run);
    if (isAhead(counted, event, seq)) {
      hold(counted, groupOf(counted, seq), event);
      return;
    }
    const [after] = counted.waiting?.keys() ?? [];
    if (after !== undefined && after > seq && !counted.isTold && seq >= (counted.due ?? 0)) {
      counted.isTold = true;
      settings.late(event, after);
    }
    pass(counted, event);
    if (counted.size > 0) release(counted, counted.due ?? 0);
  };

  return {
    push(event) {
      if (event.seq !== undefined) {
        follow(event, event.seq);
        return;
      }
      const known = runs.get(event.run);
      if (known?.latest !== undefined) hold(known, known.latest, event);
      else settings.emit(event);
    },
    end() {
      for (const counted of runs.values()) while (counted.size > 0) releaseLowest(counted);
    },
  };
}
