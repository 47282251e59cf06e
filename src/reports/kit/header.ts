import { compareText } from '../../model/order.ts';
import type { InputReport, PayloadReport } from '../../model/report/inputs.ts';
import type { Report } from '../../model/report.ts';
import { joinDots, type Line, solid, span } from './spans.ts';
import { wrapLine } from './wrap.ts';

/** Inputs that get a line of their own; the rest are summed up. */
const inputLimit = 20;

export function countWords(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Each kind with its count and where the first of it stands. */
function unreadWords({ unread, unread_first: first = {} }: InputReport): string[] {
  const kinds = Object.keys(unread).sort(compareText);
  const total = kinds.reduce((sum, kind) => sum + (unread[kind] ?? 0), 0);
  if (total === 0) return [];
  const shown = kinds.slice(0, 5).map((kind) => {
    const count = unread[kind] ?? 0;
    const line = Object.hasOwn(first, kind) ? first[kind]?.line : undefined;
    return `${kind} ${count}${line === undefined ? '' : count === 1 ? ` at line ${line}` : ` from line ${line}`}`;
  });
  const more = kinds.length > shown.length ? `, ${countWords(kinds.length - shown.length, 'more kind')}` : '';
  return [`${total} unread (${shown.join(', ')}${more})`];
}

function goesOnWords({ goes_on: files = [] }: InputReport): string[] {
  const [first, ...others] = files;
  if (first === undefined) return [];
  return [`goes on with runs of ${first}${others.length === 0 ? '' : ` and ${countWords(others.length, 'more file')}`}`];
}

/** How many records there are, and what became of them where they were not all read. */
function recordWords({ records, read, unrelated, unread }: InputReport): string {
  const count = countWords(records, 'record');
  if (unrelated === 0) return count;
  const isAllKnown = Object.values(unread).every((number) => number === 0);
  return `${count}: ${read} read, ${unrelated} not about tools${isAllKnown ? ', 0 unknown' : ''}`;
}

function inputLine(input: InputReport, level: string | undefined): Line {
  const format = input.format === null ? 'format not recognised' : input.format === 'native' ? 'native ledger' : input.format;
  const words = [
    format,
    // a declaration file has neither records nor runs
    ...(input.format === 'declarations' ? [] : [recordWords(input), countWords(input.runs, 'run')]),
    ...goesOnWords(input),
  ];
  return joinDots([
    span(input.file, 'strong'),
    ...words.map((word) => solid(word)),
    ...unreadWords(input).map((word) => span(word, 'warn')),
    ...(level === undefined ? [] : [solid(level)]),
  ]);
}

function restLine(inputs: readonly InputReport[]): Line {
  const sum = (pick: (input: InputReport) => number): number => inputs.reduce((total, input) => total + pick(input), 0);
  const unread = sum((input) => Object.values(input.unread).reduce((total, count) => total + count, 0));
  return joinDots([
    span(`… ${countWords(inputs.length, 'more input')}`),
    span(
      countWords(
        sum((input) => input.records),
        'record',
      ),
    ),
    span(
      countWords(
        sum((input) => input.runs),
        'run',
      ),
    ),
    ...(unread === 0 ? [] : [span(`${unread} unread`, 'warn')]),
    span('--format json shows all'),
  ]);
}

/** The payload store: how often it was asked, and what it had. */
function payloadLine({ store, named, read, missing, unusable }: PayloadReport): Line {
  return joinDots([
    span(`payloads ${store}`, 'strong'),
    solid(`${named} named`),
    solid(`${read} read`),
    ...(missing === 0 ? [] : [span(`${missing} missing`, 'warn')]),
    ...(unusable === 0 ? [] : [span(`${unusable} not usable`, 'warn')]),
  ]);
}

/** What was audited: a line for each input, and the level with who decided it. */
export function renderHeader({ inputs, level, payloads }: Report, width: number): Line[] {
  const words = `level ${level.fails_on} (${level.decided_by})`;
  const rest = inputs.slice(inputLimit);
  const lines = [
    ...inputs.slice(0, inputLimit).map((input) => inputLine(input, inputs.length === 1 ? words : undefined)),
    ...(rest.length === 0 ? [] : [restLine(rest)]),
    ...(payloads === undefined ? [] : [payloadLine(payloads)]),
    ...(inputs.length === 1 ? [] : [[span(words)]]),
  ];
  return lines.flatMap((line) => wrapLine(line, width, 4));
}
