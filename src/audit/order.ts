import type { Finding } from '../model/finding.ts';
import { compareText } from '../model/order.ts';
import type { PartFinding } from './part.ts';

const compareNumbers = (a: number, b: number): number => a - b;

/**
 * The one total order of findings: input, offset, code, path, and then whatever is left, so that no two different
 * findings ever compare equal and the report does not depend on who found them first.
 */
export function compareFindings(a: PartFinding, b: PartFinding): number {
  return (
    compareNumbers(a.input, b.input) ||
    compareText(a.finding.at.file, b.finding.at.file) ||
    compareNumbers(a.finding.at.offset, b.finding.at.offset) ||
    compareText(a.finding.code, b.finding.code) ||
    compareText(a.finding.path ?? '', b.finding.path ?? '') ||
    compareRest(a.finding, b.finding)
  );
}

const compareRest = (a: Finding, b: Finding): number =>
  compareText(a.run ?? '', b.run ?? '') ||
  compareText(a.call ?? '', b.call ?? '') ||
  compareText(a.tool ?? '', b.tool ?? '') ||
  compareText(a.gate ?? '', b.gate ?? '') ||
  compareText(a.kind ?? '', b.kind ?? '') ||
  compareText(a.message, b.message) ||
  compareText(a.detail ?? '', b.detail ?? '');
