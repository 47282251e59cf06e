import type { LedgerEvent } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { SourceRecord, Spot } from '../model/record.ts';
import type { Choice } from '../readers/index.ts';
import { foreignRecord, foreignTitle, isOfCalls } from '../readers/kit/foreign.ts';
import type { Reader, ReaderSession } from '../readers/reader.ts';
import { increase } from '../replay/tally.ts';

/** How many records are looked at before a reader is chosen. */
const sniffedRecords = 20;

export interface ReadingCounts {
  records: number;
  read: number;
  unrelated: number;
  readonly unread: Map<string, number>;
  /** Where the first of each kind stands. */
  readonly unreadFirst: Map<string, Spot>;
}

/** Records in, events out: chooses the reader from the first records, then counts what it understood. */
export interface Reading {
  readonly counts: ReadingCounts;
  push(record: SourceRecord): void;
  end(): void;
  reader(): Reader | undefined;
  /** "looks like FORMAT, but …", when no reader knows the input. */
  nearest(): string | undefined;
}

export interface ReadingSettings {
  readonly forced: Reader | undefined;
  choose(first: readonly JsonValue[], head: string): Choice;
  /** The beginning of the input, as text. Absent: not asked for. */
  head?(): string;
  /** Told before the first event. */
  start(reader: Reader): void;
  event(event: LedgerEvent): void;
}

/** A reader may hold a record back, so the first one told need not be the first in the file. */
function keepEarliest(first: Map<string, Spot>, what: string, { line, column, offset }: SourceRecord): void {
  const known = first.get(what);
  if (known === undefined || offset < known.offset) first.set(what, { line, column, offset });
}

export function openReading(settings: ReadingSettings): Reading {
  const counts: ReadingCounts = { records: 0, read: 0, unrelated: 0, unread: new Map(), unreadFirst: new Map() };
  const waiting: SourceRecord[] = [];
  let reader: Reader | undefined;
  let session: ReaderSession | undefined;
  let nearest: string | undefined;
  let isChosen = false;
  let isUnderstood = true;
  let isUsed = false;

  const countUnread = (what: string, record: SourceRecord): void => {
    increase(counts.unread, what);
    keepEarliest(counts.unreadFirst, what, record);
  };
  const onEvent = (event: LedgerEvent): void => {
    if (event.kind === 'unrelated') counts.unrelated++;
    if (event.kind === 'unread') {
      isUnderstood = false;
      countUnread(event.what, event.record);
    }
    isUsed ||= isOfCalls(event);
    settings.event(event);
  };
  const read = (record: SourceRecord): void => {
    counts.records++;
    if (session === undefined) return;
    isUnderstood = true;
    isUsed = false;
    session.push(record);
    if (isUnderstood) counts.read++;
    const other = isUnderstood || isUsed || reader === undefined ? undefined : foreignTitle(reader, record);
    if (other !== undefined) countUnread(`${foreignRecord}: ${other}`, record);
  };
  const choose = (): void => {
    isChosen = true;
    const chosen =
      settings.forced === undefined
        ? settings.choose(
            waiting.map((record) => record.value),
            settings.head?.() ?? '',
          )
        : { reader: settings.forced };
    if ('reader' in chosen) reader = chosen.reader;
    else if (chosen.hint !== undefined) nearest = chosen.hint;
    else if (chosen.nearest !== undefined) nearest = `looks like ${chosen.nearest.reader.title}, but ${chosen.nearest.missing}`;
    if (reader !== undefined) {
      settings.start(reader);
      session = reader.open(onEvent);
    }
    for (const record of waiting.splice(0)) read(record);
  };
  return {
    counts,
    push(record) {
      if (isChosen) {
        read(record);
        return;
      }
      waiting.push(record);
      if (waiting.length >= sniffedRecords) choose();
    },
    end() {
      if (!isChosen) choose();
      session?.end();
    },
    reader: () => reader,
    nearest: () => nearest,
  };
}
