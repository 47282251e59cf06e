import { locateInString } from '../json/locate.ts';
import { type Locator, openLocator } from '../json/locator.ts';
import type { Site } from '../model/observation/base.ts';
import type { Place, SourceRecord } from '../model/record.ts';
import { openPlaces, type TextPlace } from '../text/place.ts';

/** What finding places in one record has learned: a large record may hold thousands of findings. */
interface Reading {
  readonly text: Locator;
  readonly placeOf: (index: number) => TextPlace;
  /** Decoded texts inside the record, by the index of their opening quote. */
  readonly inner: Map<number, Locator | undefined>;
}

const readings = new WeakMap<SourceRecord, Reading>();

function readingOf(record: SourceRecord): Reading {
  const known = readings.get(record);
  if (known !== undefined) return known;
  const reading = { text: openLocator(record.text), placeOf: openPlaces(record), inner: new Map() };
  readings.set(record, reading);
  return reading;
}

/** The nearest enclosing value that is really there, so that every finding has a place. */
function nearest(locator: Locator, pointer: string, part: 'value' | 'key'): number | undefined {
  let path = pointer;
  let found = locator.locate(path, part);
  while (found === undefined && path !== '') {
    path = path.slice(0, path.lastIndexOf('/'));
    found = locator.locate(path, 'value');
  }
  return found;
}

/** The index a site stands at. */
function indexOf(site: Site, reading: Reading): number {
  const { text } = site.record;
  const isInText = site.textPath !== undefined || site.textIndex !== undefined; // then `part` speaks of what is inside
  const start = nearest(reading.text, site.pointer, isInText ? 'value' : site.part) ?? 0;
  // a record that is itself the checked text, and no JSON: the place is in the text
  if (site.textIndex !== undefined && text[start] !== '"') return Math.min(site.textIndex, text.length);
  if (text[start] !== '"') return start;
  const inner = innerIndex(site, start, reading);
  return inner === undefined ? start : locateInString(text, start, inner);
}

/** Inside a JSON text that is written in a string: the index in the decoded text. */
function innerIndex(site: Site, start: number, reading: Reading): number | undefined {
  if (site.textIndex !== undefined) return site.textIndex;
  if (site.textPath === undefined) return undefined;
  const locator = reading.inner.has(start) ? reading.inner.get(start) : innerLocator(site.record.text, start);
  reading.inner.set(start, locator);
  return locator === undefined ? undefined : nearest(locator, site.textPath, site.part);
}

function innerLocator(text: string, start: number): Locator | undefined {
  const decoded = decodedString(text, start);
  return decoded === undefined ? undefined : openLocator(decoded);
}

function decodedString(text: string, start: number): string | undefined {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // a damaged string has no inside to point at: its own start is the place
  }
}

/** File, line, column and offset of a site; computed for findings only. */
export function placeOfSite(site: Site, file: string): Place {
  const isWholeEvent = site.pointer === '' && site.textIndex === undefined && site.textPath === undefined;
  const { record } = site;
  if (record.input < 0) return { file, line: 1, column: 1, offset: 0, pointer: site.pointer };
  if (isWholeEvent) return { file, line: record.line, column: record.column, offset: record.offset, pointer: '' };
  const reading = readingOf(record);
  const place = reading.placeOf(indexOf(site, reading));
  return { file, line: place.line, column: place.column, offset: place.offset, pointer: site.pointer };
}
