import { readdirSync, readFileSync } from 'node:fs';
import { parseJson } from '../../src/json/parse.ts';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import type { SourceRecord } from '../../src/model/record.ts';
import type { Reader } from '../../src/readers/reader.ts';

/** The records of a JSONL text, every line being JSON. */
export function recordsOf(text: string): readonly SourceRecord[] {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return lines.filter(({ line }) => line !== '').map(({ line, number }) => recordOf(line, number));
}

export function recordOf(text: string, line: number): SourceRecord {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`line ${line} is not JSON: ${parsed.fault.detail}`);
  const { value, defects, isDeep } = parsed;
  return { input: 0, line, column: 1, offset: 0, text, value, defects, isDeep };
}

export function read(reader: Reader, records: readonly SourceRecord[]): readonly LedgerEvent[] {
  const events: LedgerEvent[] = [];
  const session = reader.open((event) => events.push(event));
  for (const record of records) session.push(record);
  session.end();
  return events;
}

export function readValues(reader: Reader, values: readonly JsonValue[]): readonly LedgerEvent[] {
  return read(reader, recordsOf(values.map((value) => JSON.stringify(value)).join('\n')));
}

export interface ReaderCase {
  readonly name: string;
  readonly input: string;
  readonly expected: unknown;
}

export function casesOf(reader: Reader): readonly ReaderCase[] {
  const folder = new URL(`../../fixtures/readers/${reader.id}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      input: readFileSync(new URL(`${name}/input.jsonl`, folder), 'utf8'),
      expected: JSON.parse(readFileSync(new URL(`${name}/events.json`, folder), 'utf8')),
    }));
}
