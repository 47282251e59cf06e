import type { Look, RuleCatalogue } from '../model/look.ts';
import type { Report } from '../model/report.ts';
import { againstText } from './kit/against-json.ts';
import { chainsText } from './kit/chains.ts';
import { findingText } from './kit/finding-text.ts';
import { objectText, stringText } from './kit/json-text.ts';
import { maskValues } from './kit/mask.ts';
import {
  accommodationText,
  answersStoppedText,
  bothCoveragesText,
  callsText,
  declarationText,
  failedBranchesText,
  hostVerdictsText,
  inputText,
  layersText,
  leadingAccommodationText,
  namedCounts,
  optionsText,
  outputsText,
  payloadsText,
  promisesText,
  summaryText,
  uncheckedText,
} from './kit/report-parts.ts';
import type { ReportFormat } from './report.ts';

/** A list with one element a line: it streams, and two reports differ by lines. */
function linesText(elements: readonly string[]): string {
  return elements.length === 0 ? '[]' : `[\n    ${elements.join(',\n    ')}\n  ]`;
}

/** Report v1, its keys in the order of schemas/report-v1.schema.json. */
function membersOf(report: Report, values: Look['values']): readonly (readonly [string, string])[] {
  const { tool, level } = report;
  return [
    ['report', String(report.report)],
    ['tool', objectText(Object.entries({ name: stringText(tool.name), version: stringText(tool.version) }))],
    ['command', stringText(report.command)],
    ['level', objectText(Object.entries({ fails_on: stringText(level.fails_on), decided_by: stringText(level.decided_by) }))],
    ['options', optionsText(report.options)],
    ['inputs', linesText(report.inputs.map(inputText))],
    ['declarations', linesText(report.declarations.map(declarationText))],
    ['findings', linesText(report.findings.map((finding) => findingText(finding, values)))],
    ...optional('omitted', report.omitted === undefined ? undefined : namedCounts(report.omitted)),
    ['calls', callsText(report)],
    ['outputs', outputsText(report)],
    ['coverage', bothCoveragesText(report)],
    ['unchecked', linesText(report.unchecked.map(uncheckedText))],
    ['not_asked', linesText(report.not_asked.map(notAskedText))],
    ['layers', layersText(report)],
    ...optional('payloads', payloadsText(report)),
    ...optional('host_verdicts', hostVerdictsText(report)),
    ['promises', promisesText(report)],
    ...optional('answers_stopped', answersStoppedText(report)),
    ...optional('failed_branches', failedBranchesText(report)),
    ['accommodations', linesText(report.accommodations.map(accommodationText))],
    ...optional('leading_accommodation', leadingAccommodationText(report)),
    ...(report.chains === undefined ? [] : [['chains', chainsText(report.chains, linesText)] as const]),
    ['summary', summaryText(report)],
    ...(report.against === undefined ? [] : [['against', againstText(report.against, values)] as const]),
    ['conclusion', stringText(report.conclusion)],
    ['exit', String(report.exit)],
  ];
}

/** A member that stands only where it applies. */
function optional(name: string, text: string | undefined): [string, string][] {
  return text === undefined ? [] : [[name, text]];
}

function notAskedText({ code, because }: Report['not_asked'][number]): string {
  return objectText([
    ['code', stringText(code)],
    ['because', stringText(because)],
  ]);
}

async function render(given: Report, _catalogue: RuleCatalogue, look: Look): Promise<string> {
  const members = membersOf(maskValues(given, look.values), look.values);
  return `{\n${members.map(([key, text]) => `  ${stringText(key)}: ${text}`).join(',\n')}\n}\n`;
}

/** For programs: report v1, the contract of schemas/report-v1.schema.json. */
export const json: ReportFormat = { id: 'json', title: 'report v1, for programs', render };
