import { locate, locateInString } from '../json/locate.ts';
import type { Site } from '../model/observation.ts';
import type { Place } from '../model/record.ts';
import { placeOf } from '../text/place.ts';

/** The index a site stands at: nearest enclosing value that is really there, so that every finding has a place. */
function indexOf(site: Site): number {
  const { record } = site;
  let pointer = site.pointer;
  const isInText = site.textPath !== undefined || site.textIndex !== undefined; // then `part` speaks of what is inside
  let index = locate(record.text, pointer, isInText ? 'value' : site.part);
  while (index === undefined && pointer !== '') {
    pointer = pointer.slice(0, pointer.lastIndexOf('/'));
    index = locate(record.text, pointer, 'value');
  }
  const start = index ?? 0;
  // a record that is itself the checked text, and no JSON: the place is in the text
  if (site.textIndex !== undefined && record.text[start] !== '"') return Math.min(site.textIndex, record.text.length);
  if (record.text[start] !== '"') return start;
  const inner = innerIndex(site, start);
  return inner === undefined ? start : locateInString(record.text, start, inner);
}

/** Inside a JSON text that is written in a string: the index in the decoded text. */
function innerIndex(site: Site, start: number): number | undefined {
  if (site.textIndex !== undefined) return site.textIndex;
  if (site.textPath === undefined) return undefined;
  const text = decodedString(site.record.text, start);
  if (text === undefined) return undefined;
  let path = site.textPath;
  let found = locate(text, path, site.part);
  while (found === undefined && path !== '') {
    path = path.slice(0, path.lastIndexOf('/'));
    found = locate(text, path, 'value');
  }
  return found;
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
  const place = placeOf(record, indexOf(site));
  return { file, line: place.line, column: place.column, offset: place.offset, pointer: site.pointer };
}
