import type { Carry } from '../model/event.ts';
import type { Cause, Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { Rule } from '../rules/rule.ts';
import { findingOf } from './findings.ts';
import { openGaps } from './gaps.ts';
import { compareFindings } from './order.ts';
import type { PartFinding } from './part.ts';

export interface Collector {
  observe(observation: Observation, run: RunFacts): void;
  readonly findings: () => readonly PartFinding[];
}
export interface RunFacts {
  readonly isStrict: boolean;
  readonly records: readonly Carry[] | undefined;
}

/** Rules by the kind of observation they speak of. */
function indexRules(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const index = new Map<string, Rule[]>();
  for (const rule of rules) for (const kind of rule.observes) index.set(kind, [...(index.get(kind) ?? []), rule]);
  return index;
}

/** Remarks about one declaration are told once, whatever number of runs carry it. */
function onceKey(observation: Observation, finding: Finding): string | undefined {
  if (observation.kind !== 'declaration-problem') return undefined;
  return [
    finding.at.file,
    finding.code,
    finding.server ?? '',
    finding.tool ?? '',
    finding.step ?? '',
    finding.gate ?? '',
    finding.path ?? '',
    finding.detail ?? '',
  ].join('\u0000');
}

const placeKey = ({ finding }: PartFinding): string => `${finding.at.offset} ${finding.code}`;

/** What a gate says of a judged value says more than the same defect seen in the record around it. */
function withoutRepeats(defects: readonly PartFinding[], kept: readonly PartFinding[]): readonly PartFinding[] {
  if (defects.length === 0) return defects;
  const told = new Set(kept.map(placeKey));
  return defects.filter((part) => !told.has(placeKey(part)));
}

/** Turns the observations of one input into findings, and keeps them until the merge. */
export function openCollector(settings: { readonly rules: readonly Rule[]; readonly file: string; readonly input: number }): Collector {
  const index = indexRules(settings.rules);
  const kept: PartFinding[] = [];
  const defects: PartFinding[] = [];
  const once = new Map<string, PartFinding>();
  const said = new WeakMap<Observation, Cause>();
  const gaps = openGaps();

  const keep = (part: PartFinding): void => {
    if (part.once === undefined) {
      kept.push(part);
      return;
    }
    const earlier = once.get(part.once);
    if (earlier === undefined || compareFindings(part, earlier) < 0) once.set(part.once, part);
  };

  return {
    observe(observation, run) {
      const file = ('given' in observation ? observation.given : undefined) ?? settings.file;
      for (const rule of index.get(observation.kind) ?? []) {
        const cause = observation.cause === undefined ? gaps.causeOf(observation) : said.get(observation.cause);
        const finding = findingOf(observation, { file, rule, cause });
        if (finding === undefined) continue;
        const told = { code: finding.code, line: finding.at.line, path: finding.path };
        said.set(observation, told);
        gaps.note(observation, told);
        const input = file === settings.file ? settings.input : -1;
        const recovery = observation.kind === 'deviation' ? observation.recovery : undefined;
        const part = {
          finding,
          recovery,
          input,
          needs: observation.onlyWith === undefined ? rule.needs : [...rule.needs, observation.onlyWith],
          unless: observation.unless,
          records: run.records,
          isStrictRun: run.isStrict,
        };
        if (observation.kind === 'record-defect') defects.push({ ...part, once: undefined });
        else keep({ ...part, once: onceKey(observation, finding) });
      }
    },
    findings: () => [...kept, ...once.values(), ...withoutRepeats(defects, kept)],
  };
}
