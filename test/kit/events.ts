import type { LedgerEvent } from '../../src/model/event.ts';

/** An event as fixtures hold it: plain JSON, with the record's line in place of the record. */
export type PlainEvent = Readonly<Record<string, unknown>>;

/** Drops `record` in favour of `line`, and every field that is undefined. */
export function plainEvents(events: readonly LedgerEvent[]): readonly PlainEvent[] {
  return events.map(({ record, ...rest }) => JSON.parse(JSON.stringify({ line: record.line, ...rest })));
}
