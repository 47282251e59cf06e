import type { RulePage } from '../../model/look.ts';

/** The text of a rule's page: what `explain CODE` prints. */
export function rulePageText({ code, severity, title, why, fix }: RulePage): string {
  return `${code} · ${severity}\n\n${title}\n\nWhy it matters: ${why}\n\nWhat to do: ${fix}\n`;
}

/** All codes with their titles, by area: what `explain` alone prints. */
export function ruleListText(pages: readonly RulePage[]): string {
  const width = Math.max(...pages.map(({ code }) => code.length));
  const severityWidth = Math.max(...pages.map(({ severity }) => severity.length));
  return pages.map(({ code, severity, title }) => `${code.padEnd(width)}  ${severity.padEnd(severityWidth)}  ${title}\n`).join('');
}
