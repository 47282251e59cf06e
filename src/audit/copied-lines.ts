import { sha256 } from '../digest/sha256.ts';
import type { LedgerEvent } from '../model/event.ts';
import { memberOf } from '../model/json.ts';
import type { CopiedLines } from '../model/observation/files.ts';
import type { SourceRecord } from '../model/record.ts';

// A ledger may be given beside a copy of a part of it: a snapshot that was taken while it grew, or a new file that begins with the last lines of the
// one before. What an input tells of a run in the very bytes, and the very order, of an earlier input is counted there. A record is told from one of
// the same words by a date, an id or a count of its own. Until all that was told before is repeated, or the input ends, it may still turn out that
// the two part: then nothing of it was a copy, and the two are judged as two.

/** What earlier inputs tell of runs, for the inputs after them. */
export interface LineCopies {
  /** What of an event, and of those held before it, is no copy. */
  admit(event: LedgerEvent, file: string): readonly LedgerEvent[];
  /** The input ended: one remark for all copies in it. */
  end(): CopiedLines | undefined;
}

/** Records of all runs that are remembered, 8 bytes each; of a run beyond that no copy is looked for. */
const rememberedLimit = 4_000_000;
/** Events of one input that may still turn out to be none. */
const heldLimit = 50_000;

interface Told {
  /** A number for each record, in their order. Undefined: there were too many. */
  records: number[] | undefined;
  readonly files: string[];
}

interface Copying {
  /** The next record that is told again; undefined once none is. */
  next: number | undefined;
  held: LedgerEvent[];
}

/** Its record cannot be that of another event of the same words. */
const isOnlyOne = ({ value }: SourceRecord): boolean => ['seq', 'ts', 'id', 'time'].some((name) => memberOf(value, name) !== undefined);

/** 52 bits of the digest: whoever wants to hide a record behind another one must find its digest. */
const numberOf = ({ text }: SourceRecord): number => Number.parseInt(sha256(text).slice(0, 13), 16);

export function openLineCopies(): LineCopies {
  const runs = new Map<string, Told>();
  let remembered = 0;
  let copying = new Map<string, Copying>();
  let held = 0;
  let copies: { count: number; readonly first: LedgerEvent; readonly from: Set<string> } | undefined;
  /** Several events may lie in one record. */
  let last: { readonly record: SourceRecord; readonly number: number } | undefined;

  const numberFor = (record: SourceRecord): number => {
    if (last?.record !== record) last = { record, number: numberOf(record) };
    return last.number;
  };

  const remember = (event: LedgerEvent, file: string): void => {
    const told = runs.get(event.run) ?? { records: [], files: [] };
    runs.set(event.run, told);
    if (told.files.at(-1) !== file) told.files.push(file);
    if (told.records === undefined) return;
    if (remembered >= rememberedLimit) {
      remembered -= told.records.length;
      told.records = undefined;
      return;
    }
    told.records.push(numberFor(event.record));
    remembered++;
  };

  const count = (events: readonly LedgerEvent[], files: readonly string[]): void => {
    const [first] = events;
    if (first === undefined) return;
    copies ??= { count: 0, first, from: new Set() };
    copies.count += events.length;
    for (const file of files) copies.from.add(file);
  };

  /** Where a run that an earlier input told is told again from. */
  const begin = (event: LedgerEvent): Copying => {
    const records = isOnlyOne(event.record) ? runs.get(event.run)?.records : undefined;
    const at = records?.indexOf(numberFor(event.record)) ?? -1;
    return { next: at < 0 ? undefined : at, held: [] };
  };

  const release = (one: Copying): readonly LedgerEvent[] => {
    const events = one.held;
    held -= events.length;
    one.held = [];
    one.next = undefined;
    return events;
  };

  return {
    admit(event, file) {
      if (event.run === '') return [event];
      const one = copying.get(event.run) ?? begin(event);
      copying.set(event.run, one);
      const told = runs.get(event.run);
      const isCopy = one.next !== undefined && isOnlyOne(event.record) && told?.records?.[one.next] === numberFor(event.record);
      if (!isCopy || held >= heldLimit) {
        const admitted = [...release(one), event];
        for (const next of admitted) remember(next, file);
        return admitted;
      }
      one.held.push(event);
      held++;
      one.next = (one.next ?? 0) + 1;
      // all of it is told again: from here on the run goes on
      if (one.next === told?.records?.length) count(release(one), told.files);
      return [];
    },
    end() {
      for (const [run, one] of copying) count(release(one), runs.get(run)?.files ?? []);
      const found = copies;
      copying = new Map();
      copies = undefined;
      if (found === undefined) return undefined;
      const { count: total, first, from } = found;
      const site = { record: first.record, pointer: '', part: 'value' } as const;
      return { kind: 'copied-lines', site, subject: { run: first.run }, count: total, from: [...from] };
    },
  };
}
