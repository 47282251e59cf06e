import type { Finding } from '../../model/finding.ts';
import { countsInWords } from './limits.ts';
import { remarksOf } from './remarks.ts';
import { type Line, span } from './spans.ts';
import { placeWords } from './story-findings.ts';
import { pathPattern } from './values.ts';
import { wrapLine } from './wrap.ts';

/** Kinds of note shown; the rest are counted by code. */
const noteLimit = 30;

interface NoteGroup {
  readonly first: Finding;
  count: number;
}

/** Notes that say the same of the same place: one code, one tool or step, one path but for array indices. */
function groupNotes(notes: readonly Finding[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const note of notes) {
    const path = note.path === undefined ? undefined : pathPattern(note.path);
    const key = JSON.stringify([note.code, note.server, note.tool, note.step, path]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: note, count: 1 });
    else group.count += 1;
  }
  return [...groups.values()];
}

function noteLines({ first, count }: NoteGroup, width: number): Line[] {
  const times = count > 1 ? `  ×${count}, first` : '';
  const said = [first.message, ...remarksOf(first)].join(' · ');
  return wrapLine([span(`  ${first.code}${times}  ${placeWords(first)}  `, 'dim'), span(said, 'dim')], width, 4);
}

/** All notes, collapsed and dimmed: they are told and never change an exit. */
export function renderNotes(notes: readonly Finding[], width: number): Line[] {
  if (notes.length === 0) return [];
  const groups = groupNotes(notes);
  const hidden = new Map<string, number>();
  for (const { first, count } of groups.slice(noteLimit)) hidden.set(first.code, (hidden.get(first.code) ?? 0) + count);
  const more = `  … ${countsInWords(hidden)} more (--format json shows all)`;
  return [
    [],
    [span(`notes ${notes.length}`, 'dim')],
    ...groups.slice(0, noteLimit).flatMap((group) => noteLines(group, width)),
    ...(hidden.size === 0 ? [] : wrapLine([span(more, 'dim')], width, 4)),
  ];
}
