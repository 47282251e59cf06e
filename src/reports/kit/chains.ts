import type { AttemptChain, ChainAttempt, ChainEnd, ChainsReport } from '../../model/report/stories.ts';
import { chainEnds } from '../../model/report/stories.ts';
import type { Report } from '../../model/report.ts';
import { optionalNumber, optionalText, placeText } from './finding-text.ts';
import { countWords } from './header.ts';
import { objectText, stringText } from './json-text.ts';
import { joinDots, type Line, solid, span } from './spans.ts';
import { showName } from './values.ts';
import { wrapLine } from './wrap.ts';

/** Chains shown in full on a terminal. */
const chainLimit = 20;

const endWords: Readonly<Record<ChainEnd, string>> = {
  recovered: 'recovered',
  exhausted: 'exhausted',
  abandoned: 'abandoned',
  accepted: 'went through',
  open: 'still open',
  unknown: 'outcome not known',
};

const verdictWords = { pass: 'passed', fail: 'failed', unchecked: 'was not checked', 'no-contract': 'has no contract' } as const;

function attemptWords(attempt: ChainAttempt, index: number): string {
  const { first, stopped_by: by, deviations } = attempt;
  const name = `attempt ${attempt.attempt ?? index + 1}`;
  if (first === undefined) return by === 'host' ? `${name} refused by the host` : `${name} ${verdictWords[attempt.verdict]}`;
  const more = deviations > 1 ? ` and ${deviations - 1} more` : '';
  return `${name} failed (${first.kind}${first.path === '' ? '' : ` ${first.path}`}${more})`;
}

/** "attempt 1 failed (wrong-type /amount) → critique 1 → attempt 2 passed". */
function storyOf({ attempts, critiques, length }: AttemptChain): string {
  const words = attempts.flatMap((attempt, index) => {
    const isBack = index > 0 && index <= critiques && attempt.attempt !== attempts[index - 1]?.attempt;
    return [...(isBack ? [`critique ${index}`] : []), attemptWords(attempt, index)];
  });
  return [...words, ...(length > attempts.length ? [`${length - attempts.length} more`] : [])].join(' → ');
}

function lineOf(chain: AttemptChain, width: number): Line[] {
  const { at, run, step, instance, tool, agent } = chain;
  const names = [
    `${at.file}:${at.line}`,
    showName(run),
    ...(step === undefined ? [] : [`step ${showName(step)}`]),
    ...(instance === undefined ? [] : [`instance ${showName(instance)}`]),
    ...(agent === undefined ? [] : [`agent ${showName(agent)}`]),
    ...(tool === undefined ? [] : [showName(tool)]),
  ];
  const tone = chain.end === 'recovered' ? 'good' : chain.end === 'accepted' ? 'bad' : 'warn';
  return [
    ...wrapLine([span('  '), ...joinDots(names.map((name) => solid(name))), span(`  ${endWords[chain.end]}`, tone)], width, 6),
    ...wrapLine([span(`    ${storyOf(chain)}`, 'dim')], width, 6),
  ];
}

/** A value that was stopped once is told with its deviations; here is what has more than one attempt, or no deviation to be told with. */
const isTold = ({ length, attempts }: AttemptChain): boolean => length > 1 || attempts.every(({ deviations }) => deviations === 0);

/** Attempts at what was stopped, each chain as one story. */
export function renderChains({ chains }: Report, width: number): Line[] {
  const told = chains?.rows.filter(isTold) ?? [];
  if (chains === undefined || told.length === 0) return [];
  const ends = chainEnds.filter((end) => chains.ends[end] > 0).map((end) => `${endWords[end]} ${chains.ends[end]}`);
  const words = [countWords(chains.total, 'chain of attempts', 'chains of attempts'), ...ends, `longest ${chains.longest}`];
  const rest = told.length - chainLimit;
  return [
    [],
    ...wrapLine(joinDots(words.map((word) => solid(word, 'strong'))), width, 4),
    ...told.slice(0, chainLimit).flatMap((chain) => lineOf(chain, width)),
    ...(rest <= 0 ? [] : wrapLine([span(`  … ${rest} more (--format json lists the first 1,000)`, 'dim')], width, 4)),
  ];
}

function attemptText(attempt: ChainAttempt): string {
  const { first } = attempt;
  return objectText([
    ['line', String(attempt.line)],
    ['file', optionalText(attempt.file)],
    ['attempt', optionalNumber(attempt.attempt)],
    ['call', optionalText(attempt.call)],
    ['tool', optionalText(attempt.tool)],
    ['verdict', stringText(attempt.verdict)],
    ['stopped_by', optionalText(attempt.stopped_by)],
    ['deviations', String(attempt.deviations)],
    [
      'first',
      first === undefined
        ? undefined
        : objectText([
            ['kind', stringText(first.kind)],
            ['path', stringText(first.path)],
          ]),
    ],
  ]);
}

function chainText(chain: AttemptChain): string {
  return objectText([
    ['at', placeText(chain.at)],
    ['run', stringText(chain.run)],
    ['step', optionalText(chain.step)],
    ['instance', optionalText(chain.instance)],
    ['agent', optionalText(chain.agent)],
    ['server', optionalText(chain.server)],
    ['tool', optionalText(chain.tool)],
    ['bound', String(chain.bound)],
    ['critiques', String(chain.critiques)],
    ['end', stringText(chain.end)],
    ['length', String(chain.length)],
    ['attempts', `[${chain.attempts.map(attemptText).join(',')}]`],
  ]);
}

export function chainsText(chains: ChainsReport, linesText: (elements: readonly string[]) => string): string {
  return objectText([
    ['total', String(chains.total)],
    ['ends', objectText(chainEnds.map((end) => [end, String(chains.ends[end])]))],
    ['longest', String(chains.longest)],
    ['rows', linesText(chains.rows.map(chainText))],
  ]);
}
