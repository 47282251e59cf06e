import type { Cause, Finding, FindingStage } from '../../model/finding.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Look } from '../../model/look.ts';
import type { Place } from '../../model/record.ts';
import { objectText, stringText, valueText } from './json-text.ts';
import { maskOf } from './mask.ts';

export type Members = readonly (readonly [string, string | undefined])[];

export function optionalText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : stringText(text);
}

export function optionalNumber(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number);
}

export function placeText({ file, line, column, offset, pointer }: Place): string {
  return objectText([
    ['file', stringText(file)],
    ['line', String(line)],
    ['column', String(column)],
    ['offset', String(offset)],
    ['pointer', stringText(pointer)],
  ]);
}

/** A mask is ours and written as it is; anything else that looks like one is the record's. */
export function recordedText(value: JsonValue | undefined, values: Look['values']): string | undefined {
  if (value === undefined) return undefined;
  const mask = values === 'show' ? undefined : maskOf(value);
  return mask === undefined ? valueText(value) : objectText([['masked', stringText(mask)]]);
}

function stageText({ stage, line, file, value }: FindingStage, values: Look['values']): string {
  return objectText([
    ['stage', stringText(stage)],
    ['line', String(line)],
    ['file', optionalText(file)],
    ['value', recordedText(value, values)],
  ]);
}

function causeText({ code, line, file, path }: Cause): string {
  return objectText([
    ['code', stringText(code)],
    ['line', String(line)],
    ['file', optionalText(file)],
    ['path', optionalText(path)],
  ]);
}

function subjectMembers(finding: Finding): Members {
  return [
    ['run', optionalText(finding.run)],
    ['step', optionalText(finding.step)],
    ['instance', optionalText(finding.instance)],
    ['attempt', optionalNumber(finding.attempt)],
    ['call', optionalText(finding.call)],
    ['agent', optionalText(finding.agent)],
    ['server', optionalText(finding.server)],
    ['tool', optionalText(finding.tool)],
    ['gate', optionalText(finding.gate)],
  ];
}

function differenceMembers(finding: Finding, values: Look['values']): Members {
  const { declared, stages } = finding;
  return [
    ['kind', optionalText(finding.kind)],
    ['path', optionalText(finding.path)],
    ['declared', declared === undefined ? undefined : valueText(declared)],
    ['recorded', recordedText(finding.recorded, values)],
    ['detail', optionalText(finding.detail)],
    ['hint', optionalText(finding.hint)],
    ['repair', optionalText(finding.repair)],
    ['count', optionalNumber(finding.count)],
    ['disposition', optionalText(finding.disposition)],
    ['recovered_at', optionalNumber(finding.recovered_at)],
    ['recovered_in', optionalText(finding.recovered_in)],
    ['evidence', optionalText(finding.evidence)],
    ['stages', stages === undefined ? undefined : `[${stages.map((stage) => stageText(stage, values)).join(',')}]`],
  ];
}

/** One finding on one line, keys in the order of report v1; what does not apply is absent. */
export function findingText(finding: Finding, values: Look['values']): string {
  const { cause } = finding;
  return objectText([
    ['code', stringText(finding.code)],
    ['severity', stringText(finding.severity)],
    ['message', stringText(finding.message)],
    ['at', placeText(finding.at)],
    ...subjectMembers(finding),
    ...differenceMembers(finding, values),
    ['cause', cause === undefined ? undefined : causeText(cause)],
    ['is_first_of_run', finding.is_first_of_run === true ? 'true' : undefined],
    ['fingerprint', stringText(finding.fingerprint)],
  ]);
}
