import { numberText } from '../../json/decimal.ts';
import type { RuleCatalogue, RulePage } from '../../model/look.ts';
import { compareText } from '../../model/order.ts';
import type { GateCoverage } from '../../model/report/counts.ts';
import type { UncheckedReport } from '../../model/report/inputs.ts';
import type { Report } from '../../model/report.ts';
import { countWords } from './header.ts';
import type { Painter } from './paint.ts';
import { joinDots, type Line, solid, span, widthOf } from './spans.ts';
import { wrapLine } from './wrap.ts';

function addReasons(sum: Map<string, number>, { reasons }: GateCoverage): void {
  for (const [reason, count] of Object.entries(reasons)) sum.set(reason, (sum.get(reason) ?? 0) + count);
}

function exampleWords({ at, call, tool, step, gate, detail }: UncheckedReport): string {
  const subject = [...(call === undefined ? [] : [`call ${call}`]), ...(tool === undefined ? [] : [tool])];
  const what = [...subject, ...(step === undefined ? [] : [`step ${step}`]), `${gate} gate`].join(' · ');
  return `first ${at.file}:${at.line} · ${what}${detail === '' ? '' : `: ${detail}`}`;
}

/** Stages, and digests beside values, of which nothing can be said: they are listed and are no values of a gate. */
function renderUncompared(unchecked: readonly UncheckedReport[], counted: ReadonlyMap<string, number>, width: number): Line[] {
  const listed = new Map<string, number>();
  for (const { reason } of unchecked) listed.set(reason, (listed.get(reason) ?? 0) + 1);
  const more = [...listed].map(([reason, count]) => [reason, count - (counted.get(reason) ?? 0)] as const).filter(([, count]) => count > 0);
  return more
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([reason, count]) => {
      const first = counted.has(reason) ? undefined : unchecked.find((entry) => entry.reason === reason);
      const example = first === undefined ? '' : ` · ${exampleWords(first)}`;
      return wrapLine([span(`not compared: ${reason} ${count}`, 'warn'), span(example, 'dim')], width, 4);
    });
}

/** Why values were not judged: each reason with its count and the first example. */
export function renderUnchecked({ coverage, unchecked }: Report, width: number): Line[] {
  const reasons = new Map<string, number>();
  addReasons(reasons, coverage.input);
  addReasons(reasons, coverage.output);
  const sorted = [...reasons].filter(([, count]) => count > 0).sort(([a], [b]) => compareText(a, b));
  const lines = sorted.flatMap(([reason, count]) => {
    const first = unchecked.find((entry) => entry.reason === reason);
    const example = first === undefined ? '' : ` · ${exampleWords(first)}`;
    return wrapLine([span(`unchecked: ${reason} ${count}`, 'warn'), span(example, 'dim')], width, 4);
  });
  return [...lines, ...renderUncompared(unchecked, reasons, width)];
}

/** One line for the rules that could not be asked of these inputs. */
export function renderNotAsked({ not_asked }: Report, width: number): Line[] {
  if (not_asked.length === 0) return [];
  const reasons = new Map<string, number>();
  for (const { because } of not_asked) reasons.set(because, (reasons.get(because) ?? 0) + 1);
  const sorted = [...reasons].sort(([a, x], [b, y]) => y - x || compareText(a, b));
  // a span each: what is too long for one is clipped
  const words = sorted.map(([because, count], index) =>
    span(`${count} because ${because}${index === sorted.length - 1 ? ')' : '; '}`, 'dim'),
  );
  return wrapLine([span(`not asked: ${countWords(not_asked.length, 'rule')} (`, 'dim'), ...words], width, 4);
}

const accommodationLimit = 20;

/** What lenient systems made fit, most frequent place first as the report has it. */
export function renderAccommodations({ accommodations, leading_accommodation: leading }: Report, painter: Painter, width: number): Line[] {
  if (accommodations.length === 0) return [];
  const shown = accommodations.slice(0, accommodationLimit).map(({ server, tool, path, repair, count }) => {
    const name = tool === null ? '' : server === null ? tool : `${server}/${tool}`;
    return [name, path, repair, String(count)].map((cell) => span(cell).text);
  });
  const rest = accommodations.length - shown.length;
  const rows = [['tool', 'path', 'accommodation', 'times'], ...shown];
  const table = painter.table(rows, ['left', 'left', 'left', 'right']).map((text): Line => [{ text: text.trimEnd(), tone: 'plain' }]);
  const isWide = table.every((line) => widthOf(line) <= width);
  const stacked = shown.map(
    (cells): Line => [
      span(
        cells
          .slice(0, 3)
          .filter((cell) => cell !== '')
          .join(' · '),
      ),
      span(` ×${cells[3] ?? ''}`),
    ],
  );
  return [
    [],
    ...(isWide ? table : stacked.flatMap((line) => wrapLine(line, width, 4))),
    ...(rest === 0 ? [] : wrapLine([span(`… ${rest} more (--format json shows all)`, 'dim')], width, 4)),
    ...renderLeading(leading, width),
  ];
}

/** Worth a line only where one place stands out: the change that would remove the most. */
function renderLeading(leading: Report['leading_accommodation'], width: number): Line[] {
  if (leading === undefined || leading.count < 2) return [];
  const { server, tool, path, repair, count, of, change } = leading;
  const name = tool === null ? 'the answer' : server === null ? tool : `${server}/${tool}`;
  const words = `one change of a schema would remove ${count} of ${of} (${repair}): ${name}${path === '' ? '' : ` ${path}`}: ${change}`;
  return wrapLine([span(words, 'dim')], width, 4);
}

const balanceStages = ['proposed', 'passed', 'authorized', 'executed', 'returned', 'committed', 'unexplained'] as const;

/** The ledger balance; a stage no input records is said to be so, never shown as 0. */
export function renderBalance({ calls, promises }: Pick<Report, 'calls' | 'promises'>, width: number): Line[] {
  const unproposed = calls.unproposed === undefined || calls.proposed === null ? '' : ` (and ${calls.unproposed} that only ran)`;
  const stages = balanceStages.filter((stage) => stage !== 'authorized' || calls.authorized !== undefined);
  // answers are committed as well, and this is the balance of calls
  const hasAnswers = promises.json_looking + promises.json + promises.schema_valid > 0;
  const ofCalls = calls.committed === 0 && hasAnswers ? ' (of calls)' : '';
  const beside: Readonly<Record<string, string>> = { proposed: unproposed, committed: ofCalls };
  const words = stages.map((stage) => `${stage} ${calls[stage] ?? 'not recorded'}${beside[stage] ?? ''}`);
  return wrapLine(joinDots(words.map((word) => solid(word))), width, 4);
}

/** How far answers with a declared contract got: three different promises. */
export function renderPromises({ promises }: Report, width: number): Line[] {
  const { json_looking, json, schema_valid } = promises;
  if (json_looking + json + schema_valid === 0) return [];
  const words = [`looks like JSON ${json_looking}`, `is JSON ${json}`, `structurally as declared ${schema_valid}`];
  return wrapLine([span('answers by the highest promise kept: '), ...joinDots(words.map((word) => solid(word)))], width, 4);
}

/** Why answers stopped short of the highest promise; nothing to say where all kept it. */
export function renderStops({ answers_stopped: stopped }: Report, width: number): Line[] {
  if (stopped === undefined) return [];
  const counts = [
    [stopped.refused, 'refused'],
    [stopped.truncated, 'cut short'],
    [stopped.malformed_call, 'a call that could not be read'],
    [stopped.not_json, 'no JSON'],
    [stopped.not_as_declared, 'not as declared'],
    [stopped.unchecked, 'unchecked'],
  ] as const;
  const words = counts.filter(([count]) => count > 0).map(([count, what]) => `${what} ${count}`);
  return wrapLine([span('answers short of what is declared: '), ...joinDots(words.map((word) => solid(word)))], width, 4);
}

const amountLimit = 3;

/** What failed attempts at answers cost, where the record says it. */
export function renderFailedBranches({ failed_branches: failed }: Report, width: number): Line[] {
  if (failed === undefined) return [];
  const { input_tokens, output_tokens, amounts } = failed.cost;
  const priced = (amounts ?? []).map(({ currency, amount }) => `${amount} ${currency ?? '(no currency)'}`);
  const rest = priced.length - amountLimit;
  const words = [
    ...priced.slice(0, amountLimit),
    ...(rest > 0 ? [`${rest} more currencies`] : []),
    ...(input_tokens === null ? [] : [`${numberText(input_tokens)} input tokens`]),
    ...(output_tokens === null ? [] : [`${numberText(output_tokens)} output tokens`]),
  ];
  if (words.length === 0) return [];
  const what = `${countWords(failed.attempts, 'failed attempt at an answer', 'failed attempts at answers')} cost: `;
  return wrapLine([span(what), ...joinDots(words.map((word) => span(word)))], width, 4);
}

/** What the hosts in the record refused themselves: true without any declaration at hand. */
export function renderHostVerdicts({ host_verdicts: said }: Report, width: number): Line[] {
  if (said === undefined) return [];
  const { human, hook, host } = said.denied_by;
  const denials = [
    ...(human === 0 ? [] : [`denied by a person ${human}`]),
    ...(hook === 0 ? [] : [`denied by a hook ${hook}`]),
    ...(host === 0 ? [] : [`denied by the host ${host}`]),
  ];
  const words = [...(said.refused_as_invalid === 0 ? [] : [`refused as invalid ${said.refused_as_invalid}`]), ...denials];
  return wrapLine([span('recorded gates and decisions of the host: '), ...joinDots(words.map((word) => solid(word)))], width, 4);
}

function explain({ code, why, fix }: RulePage, width: number): Line[] {
  return [
    ...wrapLine([span(`${code}: `, 'strong'), span(why, 'dim')], width, 4),
    ...wrapLine([span('  what to do: ', 'dim'), span(fix)], width, 4),
  ];
}

/** Few codes are explained on the spot; for many, one line says where the pages are. */
export function renderExplanations({ findings }: Report, catalogue: RuleCatalogue, width: number): Line[] {
  const codes = [...new Set(findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code))];
  const [first] = codes;
  if (first === undefined) return [];
  const pages = codes.map((code) => catalogue.get(code)).filter((page) => page !== undefined);
  if (codes.length > 3 || pages.length < codes.length) {
    const command = solid(`twogates explain ${first}`);
    return [[], ...wrapLine([span('why it matters and what to do: ', 'dim'), command, span(' (or any other code)', 'dim')], width, 4)];
  }
  return [[], ...pages.flatMap((page) => explain(page, width))];
}
