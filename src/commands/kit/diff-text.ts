import type { DiffResult } from '../../diff.ts';
import type { Look } from '../../model/report.ts';
import { renderDifferenceTree } from '../../reports/tree.ts';
import { escapeControl } from '../../text/escape.ts';

/** What was compared, as the user wrote it, and the verdict. */
export interface Sides {
  readonly before: string;
  readonly after: string;
  readonly exit: 0 | 1 | 3;
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** The differences for a person: a tree of paths, what else is to say, and a closing line with the exit code. */
export async function diffText(result: DiffResult, sides: Sides, look: Look): Promise<string> {
  const head = `${sides.before} → ${sides.after}\n`;
  if (result.kind === 'values') {
    const tree = await renderDifferenceTree({ kind: 'values', changes: result.changes }, look);
    return `${escapeControl(head.trimEnd())}\n${tree}${closing(result.changes.length, 0)} → exit ${sides.exit}\n`;
  }
  const { deltas, notes, remarks, unchecked } = result;
  const tree = await renderDifferenceTree({ kind: 'declared', deltas }, look);
  const noted =
    notes.length === 0 ? '' : `notes, which fail nothing:\n${await renderDifferenceTree({ kind: 'declared', deltas: notes }, look)}`;
  const lines = [
    ...remarks.map(({ code, message }) => `${code}: ${message}`),
    ...unchecked.map(({ reason, detail }) => `unchecked: ${reason} · ${detail}`),
  ];
  const last = unchecked.length === 0 ? closing(deltas.length, notes.length) : 'no answer: the value could not be judged';
  return `${escapeControl(head.trimEnd())}\n${tree}${noted}${lines.map((line) => `${escapeControl(line)}\n`).join('')}${last} → exit ${sides.exit}\n`;
}

function closing(differences: number, notes: number): string {
  const found = differences === 0 ? 'no differences' : counted(differences, 'difference');
  return notes === 0 ? found : `${found}, ${counted(notes, 'note')}`;
}
