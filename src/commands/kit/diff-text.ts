import type { DeclarationChange, DiffResult } from '../../diff.ts';
import type { Look } from '../../model/look.ts';
import { renderDifferenceTree } from '../../reports/tree.ts';
import { escapeControl } from '../../text/escape.ts';
import { countEffects, failingChanges } from './diff-verdict.ts';

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
  if (result.kind === 'declarations') return `${escapeControl(head.trimEnd())}\n${await declarationsText(result, sides, look)}`;
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

type Declarations = Extract<DiffResult, { readonly kind: 'declarations' }>;

/** A tree for every tool and step that changed, and a closing line that says what would fail, or did. */
async function declarationsText({ changes, unchanged, unused }: Declarations, sides: Sides, look: Look): Promise<string> {
  const groups = new Map<string, DeclarationChange[]>();
  for (const change of changes) {
    const key = JSON.stringify([change.of, change.server ?? null, change.name]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  let text = '';
  for (const group of groups.values()) {
    const title = group[0] === undefined ? '' : titleOf(group[0]);
    text += `\n${escapeControl(title)}\n${await renderDifferenceTree({ kind: 'declarations', changes: group }, look)}`;
  }
  for (const id of unused) text += `\naccepted, and no change has this id: ${id}\n`;
  return `${text}${text === '' ? '' : '\n'}${declarationsClosing(changes, unchanged, sides)} → exit ${sides.exit}${strictWords(changes, sides)}\n`;
}

function titleOf({ of, server, name, change }: DeclarationChange): string {
  if (of === 'workflow') return `${of} · ${change}`;
  return `${of} ${name === '' || /\s/.test(name) ? JSON.stringify(name) : name}${server === undefined ? '' : ` · server ${server}`} · ${change}`;
}

function declarationsClosing(changes: readonly DeclarationChange[], unchanged: number, { exit }: Sides): string {
  const accepted = changes.filter(({ isAccepted }) => isAccepted).length;
  const parts = [
    changes.length === 0 ? 'no differences' : `${counted(changes.length, 'difference')} (${countEffects(changes)})`,
    ...(accepted === 0 ? [] : [`${accepted} accepted`]),
    ...(unchanged === 0 ? [] : [`${unchanged} unchanged`]),
    ...(exit === 1 ? [`not accepted: ${countEffects(failingChanges(changes))}`] : []),
  ];
  return parts.join('; ');
}

function strictWords(changes: readonly DeclarationChange[], { exit }: Sides): string {
  if (exit === 1) return ' (strict)';
  return failingChanges(changes).length > 0 ? ' (--strict to fail)' : '';
}
