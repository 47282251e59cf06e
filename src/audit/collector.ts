import type { Carry } from '../model/carry.ts';
import type { Cause, Finding } from '../model/finding.ts';
import type { Observation } from '../model/observation.ts';
import type { Rule } from '../rules/rule.ts';
import { openDefects } from './defects.ts';
import { findingOf, lineWords } from './findings.ts';
import { openGaps } from './gaps.ts';
import { compareFindings } from './order.ts';
import type { Part, PartFinding } from './part.ts';
import type { Piece } from './pieces.ts';
import { openRestarts } from './restarts.ts';
import { kindOf, openFindingTally, runHash } from './tally-findings.ts';

export interface Collector {
  observe(observation: Observation, run: RunFacts): void;
  /** Asked once, at the end. */
  findings(): Pick<Part, 'findings' | 'counts' | 'cutRuns'>;
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

/** Remarks about one declaration are told once, whatever number of runs or requests carry it. */
const isToldOnce = (observation: Observation): boolean =>
  observation.kind === 'declaration-problem' || (observation.kind === 'declaration-mismatch' && observation.isByRequest === true);

const onceKey = (finding: Finding): string =>
  [
    finding.at.file,
    finding.code,
    finding.server ?? '',
    finding.tool ?? '',
    finding.step ?? '',
    finding.gate ?? '',
    finding.path ?? '',
    finding.detail ?? '',
  ].join('\u0000');

export interface CollectorSettings {
  readonly rules: readonly Rule[];
  readonly file: string;
  readonly input: number;
  /** The files that go on with it: lines are said with the name of the file where it is another one. */
  readonly pieces: readonly Piece[];
  /** Findings of one kind that are listed. */
  readonly limit: number;
}

const offsetOf = (observation: Observation): number =>
  observation.kind === 'line-fault' ? observation.fault.offset : observation.site.record.offset;

const causeFrom = ({ code, at, path }: Finding): Cause => ({ code, line: at.line, path });

/** Turns the observations of one input into findings: keeps the first of each kind until the merge, and counts them all. */
export function openCollector(settings: CollectorSettings): Collector {
  const index = indexRules(settings.rules);
  const cutRuns = new Set<number>();
  const tally = openFindingTally(settings.limit, (input, run) => cutRuns.add(runHash(input, run)));
  const take = (part: PartFinding): void => {
    if (tally.count(kindOf(part), part.finding.at.offset, part.finding.run)) tally.keep(part);
  };
  const defects = openDefects(settings.limit, { take, count: tally.count });
  const restarts = openRestarts(settings.limit, take);
  const once = new Map<string, PartFinding>();
  /** How what was said can be named as a cause: worked out where something does follow from it. */
  const said = new WeakMap<Observation, () => Cause>();
  const gaps = openGaps();

  const keepOnce = (part: PartFinding): void => {
    const key = onceKey(part.finding);
    const earlier = once.get(key);
    if (earlier === undefined || compareFindings(part, earlier) < 0) once.set(key, { ...part, once: key });
  };

  /** Who has to look around before it is counted. */
  const holderOf = (observation: Observation, { code }: Rule): ((part: PartFinding) => void) | undefined => {
    if (observation.kind === 'record-defect') return defects.hold;
    if (isToldOnce(observation)) return keepOnce;
    return restarts.isConcerned(code) ? restarts.hold : undefined;
  };

  const speak = (observation: Observation, rule: Rule, run: RunFacts): void => {
    const file = ('given' in observation ? observation.given : undefined) ?? settings.file;
    const told = { file, rule, pieces: settings.pieces };
    const spoken = rule.speak(observation, lineWords(observation, told));
    if (spoken === undefined) return;
    const causeOf = observation.cause === undefined ? gaps.causeOf(observation) : said.get(observation.cause);
    const shared = {
      input: file === settings.file ? settings.input : -1,
      needs: needsOf(rule, observation),
      unless: observation.unless,
      records: run.records,
      isStrictRun: run.isStrict,
    };
    const finding = (): Finding => findingOf(observation, { ...told, spoken, cause: causeOf?.() });
    const part = (): PartFinding => ({
      finding: finding(),
      recovery: observation.kind === 'deviation' ? observation.recovery : undefined,
      once: undefined,
      ...shared,
    });
    const cause = (): Cause => causeFrom(finding());
    said.set(observation, cause);
    gaps.note(observation, cause);
    const holder = holderOf(observation, rule);
    if (holder !== undefined) {
      holder(part());
      return;
    }
    const isOfValue = observation.kind === 'deviation';
    const kind = { code: rule.code, severity: spoken.severity, isRoot: causeOf === undefined, isOfValue, ...shared };
    const isFirst = tally.count(kind, offsetOf(observation), observation.subject.run);
    if (isFirst) tally.keep(part());
    if (defects.isConcerned(rule.code)) defects.tell(finding());
  };

  return {
    observe(observation, run) {
      for (const rule of index.get(observation.kind) ?? []) speak(observation, rule, run);
    },
    findings() {
      restarts.end();
      defects.end();
      return { findings: [...tally.kept(), ...once.values()], counts: tally.counts(), cutRuns: [...cutRuns] };
    },
  };
}

/** What must be carried for the finding to stand: what the finding itself shows to be recorded is. */
function needsOf({ needs, shows }: Rule, { onlyWith }: Observation): readonly Carry[] {
  const own = shows === undefined ? needs : needs.filter((word) => !shows.includes(word));
  return onlyWith === undefined ? own : [...own, onlyWith];
}
