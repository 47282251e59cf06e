import type { Finding } from '../model/finding.ts';
import type { Look, RuleCatalogue } from '../model/look.ts';
import type { Report } from '../model/report.ts';
import { renderAgainst } from './kit/against.ts';
import { renderChains } from './kit/chains.ts';
import {
  renderAccommodations,
  renderBalance,
  renderExplanations,
  renderFailedBranches,
  renderHostVerdicts,
  renderNotAsked,
  renderPromises,
  renderStops,
  renderUnchecked,
} from './kit/closing.ts';
import { renderHeader } from './kit/header.ts';
import { renderLayers } from './kit/layers.ts';
import { countsInWords, limitStories } from './kit/limits.ts';
import { maskValues } from './kit/mask.ts';
import { renderNotes } from './kit/notes.ts';
import { loadPainter, type Painter } from './kit/paint.ts';
import { type Line, span } from './kit/spans.ts';
import { groupStories, type Story, storiesByFile } from './kit/stories.ts';
import { type Page, renderStory } from './kit/story.ts';
import { wrapLine } from './kit/wrap.ts';
import type { ReportFormat } from './report.ts';

/** Columns where the output is no terminal, and the fewest and most that are laid out for. */
const defaultWidth = 100;
const narrowest = 40;
const widest = 120;

/** Columns to lay out for: below 40 nothing stands beside anything, and across 200 no eye follows a line. */
export function widthOfLook({ width }: Look): number {
  return Math.min(widest, Math.max(narrowest, width ?? defaultWidth));
}

/** A note that follows from a finding is told with it; every other one stands among the notes. */
function isLoneNote(finding: Finding): boolean {
  return finding.severity === 'note' && finding.cause === undefined;
}

function renderStories(stories: readonly Story[], page: Page): Line[] {
  const { shown, hiddenItems, hiddenCodes } = limitStories(stories);
  const more = `… ${hiddenItems} more blocks in ${stories[0]?.file ?? ''}: ${countsInWords(hiddenCodes)} (--format json shows all)`;
  return [
    ...shown.flatMap((story): Line[] => [[], ...renderStory(story, page)]),
    ...(hiddenItems === 0 ? [] : [[], ...wrapLine([span(more, 'dim')], page.width, 4)]),
  ];
}

function renderClosing(report: Report, painter: Painter, width: number): Line[] {
  // of declarations alone nothing was judged: no layer and no balance has anything to say
  if (report.command === 'lint') return [[]];
  return [
    [],
    ...renderLayers(report, width),
    ...renderUnchecked(report, width),
    ...renderNotAsked(report, width),
    ...renderAccommodations(report, painter, width),
    ...renderChains(report, width),
    [],
    ...renderPromises(report, width),
    ...renderStops(report, width),
    ...renderFailedBranches(report, width),
    ...renderHostVerdicts(report, width),
    ...renderBalance(report, width),
  ];
}

/** What no format lists: where everything deviates, the first ones say what it is. */
function renderOmitted({ omitted }: Report, width: number): Line[] {
  if (omitted === undefined) return [];
  const words = `… ${countsInWords(new Map(Object.entries(omitted)))} beyond the first of each: counted, and not listed`;
  return wrapLine([span(words, 'dim')], width, 4);
}

/** The last line. In a file or a pipe it is never broken: scripts and people read it there with `tail -n 1`. */
function renderConclusion({ conclusion, exit }: Report, width: number | undefined): Line[] {
  const tones = { 0: 'good', 1: 'bad', 3: 'warn' } as const;
  const line = [span(conclusion, tones[exit])];
  return width === undefined ? [line] : wrapLine(line, width, 4);
}

/** Build servers read a line that begins so as a command to them; what is recorded must not give any. */
const isCommand = (line: Line): boolean =>
  /^(?:::|##)/.test(
    line
      .map(({ text }) => text)
      .join('')
      .trimStart(),
  );

async function render(given: Report, catalogue: RuleCatalogue, look: Look): Promise<string> {
  const report = maskValues(given, look.values);
  const painter = await loadPainter({ isColored: look.color, hasTable: report.accommodations.length > 0 });
  const page = { width: widthOfLook(look), values: look.values };
  const stories = groupStories(report.findings.filter((finding) => !isLoneNote(finding)));
  const lines = [
    ...renderHeader(report, page.width),
    ...storiesByFile(stories).flatMap((list) => renderStories(list, page)),
    ...renderOmitted(report, page.width),
    ...renderNotes(report.findings.filter(isLoneNote), page.width),
    ...renderExplanations(report, catalogue, page.width),
    ...renderClosing(report, painter, page.width),
    ...renderAgainst(report, page),
    ...renderConclusion(report, look.width === undefined ? undefined : page.width),
  ];
  return lines.map((line) => `${isCommand(line) ? ' ' : ''}${painter.paint(line)}\n`).join('');
}

/** For a person at a terminal: what deviated, what followed, and what was not shown by anything. */
export const terminal: ReportFormat = { id: 'terminal', title: 'for reading in a terminal', render };
