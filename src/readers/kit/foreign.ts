import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import { readers } from '../index.ts';
import type { Reader } from '../reader.ts';

/** How a record is told of that belongs to another format than its input. */
export const foreignRecord = 'record of another format';

/** The same shape, by two names: a record without a mark of either is read alike by both. */
const alike: ReadonlySet<string> = new Set(['openai-chat', 'mistral']);

/** The title of the other format that has calls or answers in a record which the reader of its input could not use. */
export function foreignTitle(own: Reader, record: SourceRecord): string | undefined {
  if (own.recognize([record.value]).isRecognized) return undefined;
  const other = readers.find(
    (reader) => !(alike.has(own.id) && alike.has(reader.id)) && reader !== own && reader.recognize([record.value]).isRecognized,
  );
  return other !== undefined && hasCalls(other, record) ? other.title : undefined;
}

/** True for an event that a gate may have something to say of. */
export const isOfCalls = ({ kind }: LedgerEvent): boolean =>
  kind === 'proposed' || kind === 'executed' || kind === 'returned' || kind === 'answered';

function hasCalls(reader: Reader, record: SourceRecord): boolean {
  let isFound = false;
  const session = reader.open((event) => {
    isFound ||= isOfCalls(event);
  });
  session.push(record);
  session.end();
  return isFound;
}
