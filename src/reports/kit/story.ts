import type { Disposition, Finding } from '../../model/finding.ts';
import type { Look } from '../../model/look.ts';
import { countsInWords, limitFindings } from './limits.ts';
import { joinDots, type Line, padLine, solid, span, widthOf } from './spans.ts';
import type { Story } from './stories.ts';
import { renderConsequence, renderRoots } from './story-findings.ts';
import { showName } from './values.ts';
import { wrapLine } from './wrap.ts';

/** What a block depends on besides its findings. */
export interface Page {
  readonly width: number;
  readonly values: Look['values'];
}

const dispositionWords: Readonly<Record<Disposition, string>> = {
  accepted: 'went through',
  unknown: 'outcome not recorded',
  errored: 'answered with an error',
  refused: 'stopped',
};

/** The disposition that says most against the value: what went through outweighs what was stopped. */
function dispositionOf(findings: readonly Finding[]): Disposition | undefined {
  const order = ['accepted', 'unknown', 'errored', 'refused'] as const;
  return order.find((disposition) => findings.some((finding) => finding.disposition === disposition));
}

function subjectWords({ kind, subject }: Story): string[] {
  const { server, tool, call } = subject;
  switch (kind) {
    case 'call':
      return [call === undefined ? 'call without an id' : `call ${showName(call)}`, ...(tool === undefined ? [] : [showName(tool)])];
    case 'answer':
      return ['answer'];
    case 'run':
      return ['run'];
    case 'declaration':
      return ['declaration', ...(tool === undefined ? [] : [showName(server === undefined ? tool : `${server}/${tool}`)])];
    case 'file':
      return [subject.at.file, 'the record itself'];
  }
}

function titleOf(story: Story): Line {
  const { run, step, instance, attempt, agent } = story.subject;
  const isInRun = story.kind !== 'declaration' && story.kind !== 'file';
  const words = [
    ...(isInRun && run !== undefined ? [showName(run)] : []),
    ...subjectWords(story),
    ...(step === undefined ? [] : [`step ${showName(step)}`]),
    ...(isInRun && instance !== undefined ? [`instance ${showName(instance)}`] : []),
    ...(isInRun && attempt !== undefined ? [`attempt ${attempt}`] : []),
    ...(isInRun && agent !== undefined ? [`agent ${showName(agent)}`] : []),
  ];
  return joinDots(words.map((word) => solid(word, 'strong')));
}

/** The title with the disposition at the right edge, or under it when there is no room. */
function renderTitle(story: Story, width: number): Line[] {
  const title = titleOf(story);
  const disposition = dispositionOf(story.findings);
  if (disposition === undefined) return wrapLine(title, width, 4);
  const isInferred = story.findings.some((finding) => finding.evidence === 'inferred');
  const words = span(`${dispositionWords[disposition]}${isInferred ? ' (inferred)' : ''}`, disposition === 'refused' ? 'good' : 'bad');
  const right = width - widthOf([words]);
  if (widthOf(title) + 2 <= right) return [[...padLine(title, right), words]];
  return [...wrapLine(title, width, 4), ...wrapLine([span('  '), words], width, 4)];
}

function isConsequence(finding: Finding): boolean {
  return finding.cause !== undefined;
}

/** One block: the title, the deviations, what followed from them, and how many more there are. */
export function renderStory(story: Story, page: Page): Line[] {
  const { shown, hiddenCodes } = limitFindings(story.findings);
  const roots = shown.filter((finding) => !isConsequence(finding));
  const deviationsFirst = [
    ...roots.filter((finding) => finding.code.startsWith('structure/')),
    ...roots.filter((finding) => !finding.code.startsWith('structure/')),
  ];
  const more = `  … ${countsInWords(hiddenCodes)} more here (--format json shows all)`;
  return [
    ...renderTitle(story, page.width),
    ...renderRoots(deviationsFirst, page),
    ...groupSiblings(shown.filter(isConsequence)).flatMap((group) => renderConsequence(group, story, page)),
    ...(hiddenCodes.size === 0 ? [] : wrapLine([span(more, 'dim')], page.width, 4)),
  ];
}

/** Stage differences of one pair of stages on one line share a heading. */
function groupSiblings(findings: readonly Finding[]): Finding[][] {
  const groups: Finding[][] = [];
  for (const finding of findings) {
    const group = groups.at(-1);
    const before = group?.[0];
    if (group !== undefined && before !== undefined && areSiblings(before, finding)) group.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

function areSiblings(a: Finding, b: Finding): boolean {
  if (a.stages === undefined || b.stages === undefined) return false;
  const stagesOf = ({ stages = [] }: Finding): string => stages.map(({ stage, line }) => `${stage}:${line}`).join(' ');
  return a.code === b.code && a.at.line === b.at.line && stagesOf(a) === stagesOf(b);
}
