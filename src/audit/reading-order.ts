import { parseJson } from '../json/parse.ts';
import { type JsonValue, memberOf } from '../model/json.ts';
import type { AuditInput } from './input.ts';

/** An input and its position among those that were named, which is where the report has it. */
export interface Numbered {
  readonly input: AuditInput;
  readonly index: number;
}

/** The beginning of a native ledger that is written a line at a time. */
interface Beginning extends Numbered {
  /** The date of its first dated event, in milliseconds. */
  readonly date: number | undefined;
  /** Where the count of each run begins in it. */
  readonly counts: ReadonlyMap<string, number>;
}

/** RFC 3339: case does not matter, and the offset does. */
const time = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;

function instantOf(event: JsonValue): number | undefined {
  const text = memberOf(event, 'ts');
  if (typeof text !== 'string' || !time.test(text)) return undefined;
  const instant = Date.parse(text.toUpperCase());
  return Number.isNaN(instant) ? undefined : instant;
}

/** The event, out of its envelope; undefined where the line is none of a native ledger. */
function eventOf(line: string): JsonValue | undefined {
  const parsed = parseJson(line);
  if (!parsed.ok) return undefined;
  const event = memberOf(parsed.value, 'v') === 1 ? parsed.value : memberOf(parsed.value, 'data');
  return event !== undefined && memberOf(event, 'v') === 1 ? event : undefined;
}

async function beginningOf({ input, index }: Numbered): Promise<Beginning | undefined> {
  if (input.head === undefined) return undefined;
  const lines = Buffer.from(await input.head())
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n');
  // a head that is full ends in the middle of a line
  const events = (lines.length > 1 ? lines.slice(0, -1) : lines).map(eventOf);
  if (events[0] === undefined) return undefined;
  const counts = new Map<string, number>();
  let date: number | undefined;
  for (const event of events) {
    if (event === undefined) continue;
    date ??= instantOf(event);
    const [run, seq] = [memberOf(event, 'run'), memberOf(event, 'seq')];
    if (typeof run === 'string' && typeof seq === 'number' && !counts.has(run)) counts.set(run, seq);
  }
  return { input, index, date, counts };
}

/** A run that both count begins in the one where its count is lower. */
function compareCounts({ counts: a }: Beginning, { counts: b }: Beginning): number {
  for (const [run, count] of a) {
    const other = b.get(run);
    if (other !== undefined && other !== count) return count - other;
  }
  return 0;
}

/** Files whose counts are compared one by one. */
const countedLimit = 256;

/** Before the first of those that it comes before. */
function place(ordered: Beginning[], one: Beginning): void {
  const isCounted = ordered.length <= countedLimit;
  const at = ordered.findIndex((other) => {
    if (one.date !== undefined && other.date !== undefined && one.date !== other.date) return one.date < other.date;
    return isCounted && compareCounts(one, other) < 0;
  });
  if (at < 0) ordered.push(one);
  else ordered.splice(at, 0, one);
}

/**
 * Several files of one ledger are read as it was written, whatever their names are: `app.jsonl.1` before `app.jsonl`. Native ledgers change
 * places among themselves by the dates of their first events, else by the counts of their runs; all others stay where they are.
 */
export async function inReadingOrder(inputs: readonly AuditInput[]): Promise<readonly Numbered[]> {
  const numbered = inputs.map((input, index) => ({ input, index }));
  if (inputs.length < 2) return numbered;
  const ordered: Beginning[] = [];
  const places = new Set<number>();
  for (const one of numbered) {
    const beginning = await beginningOf(one);
    if (beginning === undefined) continue;
    places.add(one.index);
    place(ordered, beginning);
  }
  let next = 0;
  return numbered.map((one) => (places.has(one.index) ? (ordered[next++] ?? one) : one));
}
