import type { Look, RuleCatalogue } from '../model/look.ts';
import type { Report } from '../model/report.ts';

/** An output format: one file here, one line in index.ts. Pure: same report, catalogue and look give the same text. */
export interface ReportFormat {
  readonly id: string;
  readonly title: string;
  /** Loads what only this format needs (chalk, cli-table3), then renders. */
  render(report: Report, catalogue: RuleCatalogue, look: Look): Promise<string>;
}
