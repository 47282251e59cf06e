import type { DeclarationEffect } from '../model/declaration.ts';
import type { Delta } from '../model/delta.ts';
import type { JsonValue } from '../model/json.ts';
import type { Look } from '../model/look.ts';
import { deltaRow } from './kit/delta-row.ts';
import { buildTree, type TreeNode } from './kit/difference-tree.ts';
import { maskValue } from './kit/mask.ts';
import { maskRepair } from './kit/mask-repair.ts';
import { loadPainter } from './kit/paint.ts';
import { layRows, type Row } from './kit/rows.ts';
import { type Line, span } from './kit/spans.ts';
import { changeCell, changeSign } from './kit/stage-row.ts';
import { textChange } from './kit/text-change.ts';
import { wrapLine } from './kit/wrap.ts';
import { widthOfLook } from './terminal.ts';

/** A difference between two recorded values, as src/delta names it. */
export interface ValueChange {
  readonly kind: string;
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly detail?: string;
}

/** A change of a declaration, as src/diff names it. Declared things are no recorded values: they are never masked. */
export interface DeclaredChange {
  readonly id: string;
  readonly pointer: string;
  readonly what: string;
  readonly effect: DeclarationEffect;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly isAccepted: boolean;
}

/** Either a value against its declaration, two values against each other, or two declarations of one tool or step. */
export type Differences =
  | { readonly kind: 'declarations'; readonly changes: readonly DeclaredChange[] }
  | { readonly kind: 'declared'; readonly deltas: readonly Delta[] }
  | { readonly kind: 'values'; readonly changes: readonly ValueChange[] };

interface Leaf {
  readonly path: string;
  /** Lines of their own under the row, before the remarks. */
  readonly lines?: readonly string[];
  readonly row: (label: string) => Row;
  readonly remarks: readonly string[];
}

function maskOptional(value: JsonValue | undefined, values: Look['values']): JsonValue | undefined {
  return value === undefined ? undefined : maskValue(value, values);
}

function leafOfDelta(delta: Delta, values: Look['values']): Leaf {
  const { kind, path, declared, reason, hint, repair, count } = delta;
  // Of a text that is no JSON the detail quotes what stands where reading stopped.
  const detail = values === 'show' || kind !== 'not-json' ? delta.detail : undefined;
  const recorded = maskOptional(delta.recorded, values);
  const shownRepair = repair === undefined || values === 'show' ? repair : maskRepair(repair);
  return {
    path,
    row: (label) => deltaRow({ kind, path, declared, recorded }, values, label),
    remarks: [
      kind,
      ...(reason === undefined ? [] : [`reason: ${reason}`]),
      ...(detail === undefined ? [] : [detail]),
      ...(count !== undefined && count > 1 ? [`the same in ${count} items`] : []),
      ...(hint === undefined ? [] : [hint]),
      ...(shownRepair === undefined ? [] : [`a lenient system: ${shownRepair}`]),
    ],
  };
}

function leafOfChange(change: ValueChange, values: Look['values']): Leaf {
  const { kind, path, detail } = change;
  const ends = [maskOptional(change.before, values), maskOptional(change.after, values)];
  return {
    path,
    row: (label) => ({ sign: changeSign(kind), cells: [[span(label)], changeCell(ends, values), [span(kind, 'dim')]] }),
    remarks: detail === undefined ? [] : [detail],
  };
}

function leafOfDeclaration(change: DeclaredChange): Leaf {
  const { pointer, what, before, after } = change;
  const areWords = typeof (after ?? before) === 'string' && change.effect === 'description';
  const values = areWords ? [] : changeCell([before, after], 'show');
  const sign = changeSign(
    before === undefined && after !== undefined ? 'added' : after === undefined && before !== undefined ? 'removed' : undefined,
  );
  const tone = change.isAccepted || change.effect === 'compatible' ? 'dim' : change.effect.startsWith('breaking') ? 'bad' : 'warn';
  return {
    path: pointer === '' ? '/(declaration)' : pointer,
    row: (label) => ({ sign, cells: [[span(label)], [span(change.effect.replaceAll('-', ' '), tone)], ...(areWords ? [] : [values])] }),
    lines: areWords ? textChange(before, after) : [],
    remarks: [...(areWords ? [] : [what]), `id ${change.id}`, ...(change.isAccepted ? ['accepted'] : [])],
  };
}

/** The branch drawn before a node, and the one before what hangs under it. */
function branches(guide: string, isLast: boolean): { readonly own: string; readonly under: string } {
  return { own: `${guide}${isLast ? '└ ' : '├ '}`, under: `${guide}${isLast ? '  ' : '│ '}` };
}

/** Rows of siblings share their columns. Depth is bounded by the tree's own limit, not by the record. */
function renderNodes(nodes: readonly TreeNode<Leaf>[], guide: string, width: number): Line[] {
  const rows = nodes.flatMap((node) => node.leaves.map((leaf) => leaf.row(node.label)));
  const laid = layRows(rows, { indent: 0, width: width - guide.length - 2 });
  let next = 0;
  return nodes.flatMap((node, index) => {
    const { own, under } = branches(guide, index === nodes.length - 1);
    const remarkGuide = `${under}${node.children.length > 0 ? '│   ' : '    '}`;
    const lines = node.leaves.flatMap((leaf, at): Line[] => [
      ...guided(at === 0 ? own : under, under, laid[next++] ?? []),
      ...(leaf.lines ?? []).flatMap((text) => guided(remarkGuide, remarkGuide, wrapLine([span(text)], width - remarkGuide.length, 2))),
      ...remarkLines(leaf, remarkGuide, width),
    ]);
    const title = node.leaves.length > 0 ? [] : guided(own, under, wrapLine([span(node.label, 'strong')], width - own.length, 2));
    return [...title, ...lines, ...renderNodes(node.children, under, width)];
  });
}

function guided(own: string, under: string, lines: readonly Line[]): Line[] {
  return lines.map((line, index): Line => [span(index === 0 ? own : under, 'dim'), ...line]);
}

function remarkLines(leaf: Leaf, guide: string, width: number): Line[] {
  if (leaf.remarks.length === 0) return [];
  const lines = wrapLine([span(leaf.remarks.join(' · '), 'dim')], width - guide.length, 2);
  return guided(guide, guide, lines);
}

function leavesOf(differences: Differences, values: Look['values']): Leaf[] {
  switch (differences.kind) {
    case 'declarations':
      return differences.changes.map(leafOfDeclaration);
    case 'declared':
      return differences.deltas.map((delta) => leafOfDelta(delta, values));
    case 'values':
      return differences.changes.map((change) => leafOfChange(change, values));
  }
}

/**
 * Differences as a tree of their paths (`diff`): `+` only recorded, `-` only declared or dropped, `~` otherwise; siblings without a
 * difference are left out. Empty text when there is none. Values are masked by type unless `look.values` is `show`
 * or they come masked.
 */
export async function renderDifferenceTree(differences: Differences, look: Look): Promise<string> {
  const painter = await loadPainter({ isColored: look.color, hasTable: false });
  const nodes = buildTree(leavesOf(differences, look.values));
  return renderNodes(nodes, '', widthOfLook(look))
    .map((line) => `${painter.paint(line)}\n`)
    .join('');
}
