import type { LedgerEvent } from '../../src/model/event.ts';

/** An event as fixtures hold it: plain JSON, with the record's line in place of the record. */
export type PlainEvent = Readonly<Record<string, unknown>>;

/** Drops `record` in favour of `line`, and every field that is undefined; the record of a contract is told by its line, too. */
export function plainEvents(events: readonly LedgerEvent[]): readonly PlainEvent[] {
  return events.map((event) => {
    const { record, ...rest } = event;
    const contract = event.kind === 'answered' ? event.contract : undefined;
    const told = contract === undefined ? rest : { ...rest, contract: { ...contract, record: contract.record?.line } };
    return JSON.parse(JSON.stringify({ line: record.line, ...told }));
  });
}
