import { parseJson } from '../json/parse.ts';
import { memberOf } from '../model/json.ts';
import type { AuditInput } from './input.ts';

/** An input and its position among those that were named, which is where the report has it. */
export interface Numbered {
  readonly input: AuditInput;
  readonly index: number;
}

/** RFC 3339 in UTC: without the Z, texts stand in the order of their times. */
const plainTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** The date of the first event, where the input is a native ledger that is written a line at a time. */
async function dateOf({ head }: AuditInput): Promise<string | undefined> {
  if (head === undefined) return undefined;
  const [line = ''] = Buffer.from(await head())
    .toString('utf8')
    .split('\n', 1);
  const parsed = parseJson(line);
  if (!parsed.ok || memberOf(parsed.value, 'v') !== 1) return undefined;
  const time = memberOf(parsed.value, 'ts');
  return typeof time === 'string' && plainTime.test(time) ? time.replace('Z', '') : undefined;
}

/**
 * Several files of one ledger are read as it was written, whatever their names are: `app.jsonl.1` before `app.jsonl`. Native ledgers
 * change places among themselves by the dates of their first events; all others stay where they are.
 */
export async function inReadingOrder(inputs: readonly AuditInput[]): Promise<readonly Numbered[]> {
  const numbered = inputs.map((input, index) => ({ input, index }));
  if (inputs.length < 2) return numbered;
  const dated: (Numbered & { readonly date: string })[] = [];
  for (const one of numbered) {
    const date = await dateOf(one.input);
    if (date !== undefined) dated.push({ ...one, date });
  }
  const places = new Set(dated.map(({ index }) => index));
  const sorted = dated.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.index - b.index));
  let next = 0;
  return numbered.map((one) => (places.has(one.index) ? (sorted[next++] ?? one) : one));
}
