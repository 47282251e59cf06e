import type { Finding } from '../../model/finding.ts';
import { deltaRow } from './delta-row.ts';
import { remarksOf } from './remarks.ts';
import { layRows, type Row } from './rows.ts';
import { type Line, padLine, type Span, solid, spaces, span, widthOf } from './spans.ts';
import { stageNames, stageRow } from './stage-row.ts';
import type { Story } from './stories.ts';
import type { Page } from './story.ts';
import { wrapLine } from './wrap.ts';

const headIndent = 2;
const rowIndent = 4;

/** `file:line:column`; whole events stand at column 1, which is left out. */
export function placeWords({ at }: Finding): string {
  return at.column === 1 ? `${at.file}:${at.line}` : `${at.file}:${at.line}:${at.column}`;
}

function codeSpan({ code, severity }: Finding): Span {
  return span(code, severity === 'note' ? 'dim' : 'bad');
}

/** What says more than the code: the gate, and a severity other than the usual failure. */
function tailWords({ gate, severity }: Finding): string[] {
  return [...(gate === undefined ? [] : [`${gate} gate`]), ...(severity === 'failure' ? [] : [severity])];
}

/** A difference a row can show; everything else is said by its message. */
function rowOf(finding: Finding, { values }: Page): Row | undefined {
  if (finding.stages !== undefined) return stageRow(finding, values);
  const { code, path, declared, recorded } = finding;
  if (path === undefined || !code.startsWith('structure/')) return undefined;
  const kind = code.slice('structure/'.length);
  const isSaid = declared !== undefined || recorded !== undefined || kind === 'missing-field';
  return isSaid ? deltaRow({ kind, path, declared, recorded }, values) : undefined;
}

function headOf(finding: Finding): Line[] {
  const tail = [...tailWords(finding), ...(finding.stages === undefined ? [] : [stageNames(finding.stages)])];
  return [[codeSpan(finding)], [solid(placeWords(finding), 'dim')], [solid(tail.join(' · '))]];
}

function remarkLines(finding: Finding, indent: number, width: number): Line[] {
  const remarks = remarksOf(finding);
  if (remarks.length === 0) return [];
  const words = remarks.flatMap((remark, index) => [...(index === 0 ? [] : [span(' · ', 'dim')]), span(remark, 'dim')]);
  return wrapLine([spaces(indent), ...words], width, indent + 2);
}

function messageLines(finding: Finding, indent: number, width: number): Line[] {
  return wrapLine([spaces(indent), span(finding.message)], width, indent + 2);
}

/** The findings nothing else caused, their heads and rows in common columns. */
export function renderRoots(findings: readonly Finding[], page: Page): Line[] {
  const heads = alignHeads(findings.map(headOf), page.width);
  const rows = findings.map((finding) => rowOf(finding, page));
  const laid = layRows(
    rows.filter((row) => row !== undefined),
    { indent: rowIndent, width: page.width },
  );
  let next = 0;
  return findings.flatMap((finding, index) => {
    const body = rows[index] === undefined ? messageLines(finding, rowIndent, page.width) : (laid[next++] ?? []);
    return [...(heads[index] ?? []), ...body, ...remarkLines(finding, rowIndent + 2, page.width)];
  });
}

/** Codes, places and tails of a block in columns; wrapped where they do not fit. */
function alignHeads(heads: readonly (readonly Line[])[], width: number): Line[][] {
  const widest = (index: number): number => Math.max(0, ...heads.map((head) => widthOf(head[index] ?? [])));
  const [codes, places] = [widest(0), widest(1)];
  return heads.map(([code = [], place = [], tail = []]) => {
    const aligned = [spaces(headIndent), ...padLine(code, codes + 3), ...padLine(place, places + 3), ...tail];
    if (widthOf(aligned) <= width) return wrapLine(aligned, width, rowIndent);
    const tight = [spaces(headIndent), ...code, span('  '), ...place, ...(widthOf(tail) === 0 ? [] : [span('  '), ...tail])];
    return wrapLine(tight, width, rowIndent);
  });
}

/** Where the cause stands in another block, its code and line are said. */
function causeWords({ at, cause }: Finding, story: Story): string {
  if (cause === undefined) return '';
  const file = cause.file ?? at.file;
  const isHere = story.findings.some((other) => other.code === cause.code && other.at.line === cause.line && other.at.file === file);
  return isHere ? '' : ` (follows from ${cause.code}, ${cause.file === undefined ? 'line ' : `${cause.file}:`}${cause.line})`;
}

/** What followed: under `└`, with its message, or for stage differences the stages and one row each. */
export function renderConsequence(group: readonly Finding[], story: Story, page: Page): Line[] {
  const [first] = group;
  if (first === undefined) return [];
  const rows = group.map((finding) => rowOf(finding, page)).filter((row) => row !== undefined);
  const place = group.length > 1 ? `${first.at.file}:${first.at.line}` : placeWords(first);
  const said = first.stages !== undefined ? stageNames(first.stages) : rows.length > 0 ? tailWords(first).join(' · ') : first.message;
  const head = [span('  └ ', 'dim'), codeSpan(first), span('  '), span(place, 'dim'), span('  ')];
  const words = span(`${said}${causeWords(first, story)}${first.severity === 'failure' ? '' : ` · ${first.severity}`}`);
  return [
    ...wrapLine([...head, words], page.width, 6),
    ...layRows(rows, { indent: 6, width: page.width }).flat(),
    ...group.flatMap((finding) => remarkLines(finding, 8, page.width)),
  ];
}
