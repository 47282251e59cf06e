import { json } from './json.ts';
import type { ReportFormat } from './report.ts';
import { terminal } from './terminal.ts';

/** Every output format, the default first. */
export const reports: readonly ReportFormat[] = [terminal, json];

/** The format with this id, as `--format` names it. */
export function findReport(id: string): ReportFormat | undefined {
  return reports.find((report) => report.id === id);
}
