import { fingerprintOf } from '../digest/fingerprint.ts';
import type { Delta } from '../model/delta.ts';
import type { Cause, Finding, FindingStage } from '../model/finding.ts';
import type { StageView, Subject } from '../model/observation/base.ts';
import type { ReleasedEarly } from '../model/observation/delivery.ts';
import type { Observation } from '../model/observation.ts';
import type { Place } from '../model/record.ts';
import type { LineWords, Rule, Spoken } from '../rules/rule.ts';
import { lineInPiece, type Piece } from './pieces.ts';
import { placeOfSite } from './place.ts';

/** What an observation adds to the fields that every finding has. */
type Own = Partial<Omit<Finding, 'code' | 'severity' | 'message' | 'at' | 'fingerprint'>>;

function ofDelta(delta: Delta): Own {
  return {
    ...(delta.reason === undefined ? {} : { kind: delta.reason }),
    path: delta.path,
    declared: delta.declared,
    recorded: delta.recorded,
    detail: delta.detail,
    hint: delta.hint,
    repair: delta.repair,
    count: delta.count,
  };
}

const stageOf = (view: StageView): FindingStage => ({
  stage: view.stage,
  line: view.record.line,
  ...(view.value === undefined ? {} : { value: view.value }),
});

/** Names come from the record: however many there are, a reader wants the first. */
const someOf = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;

const missingWords = ({ missing }: ReleasedEarly): string =>
  missing
    .map((one) => ({ gate: "the output gate's pass", commit: 'the commit', evidence: 'the evidence that covers the commit' })[one])
    .join(', ');

/** The fields of a finding that depend on what was observed. */
function ownFields(observation: Observation, line: LineWords): Own {
  switch (observation.kind) {
    case 'deviation':
      return { ...ofDelta(observation.delta), gate: observation.gate, disposition: observation.disposition };
    case 'remark':
      return { ...ofDelta(observation.delta), gate: observation.gate };
    case 'executed-despite-deviation':
    case 'committed-despite-deviation':
      return { evidence: observation.evidence };
    case 'stage-difference':
      return {
        kind: observation.repair,
        path: observation.path,
        detail: observation.detail,
        stages: [stageOf(observation.before), stageOf(observation.after)],
      };
    case 'amendment':
      return { stages: [stageOf(observation.before), stageOf(observation.after)] };
    case 'verdict-mismatch':
      return {
        gate: observation.gate,
        declared: observation.recomputed,
        recorded: observation.recorded,
        path: observation.missingPaths[0],
      };
    case 'declaration-problem':
      return {
        gate: observation.gate,
        path: observation.problem.pointer,
        detail: observation.problem.detail,
        recorded: observation.problem.recorded,
      };
    case 'declaration-changed':
    case 'declaration-mismatch':
      return {
        ...(observation.change === 'changed' ? {} : { kind: observation.change }),
        path: observation.changes[0]?.pointer,
        detail:
          observation.changes.length === 0
            ? undefined
            : observation.changes.map((change) => `${change.what} (${change.effect})`).join('; '),
      };
    case 'released-early':
      return {
        kind: observation.isPartial ? 'partial' : observation.missing[0],
        detail: `not recorded before it: ${missingWords(observation)}`,
      };
    case 'unauthorized-recovery':
      return {
        kind: observation.what,
        declared: observation.before,
        recorded: observation.after,
        detail: observation.before === undefined ? undefined : `${observation.before}, then ${observation.after}`,
      };
    case 'recovery-beyond-limit':
      return { kind: observation.limit, declared: observation.allowed, recorded: observation.used };
    case 'exposure-widened':
      return {
        kind: observation.what,
        declared: observation.allowed,
        recorded: observation.recorded,
        detail: `${observation.recorded}; allowed: ${someOf(observation.allowed)}`,
      };
    case 'oversized-release':
      return { ...(observation.isPartial ? { kind: 'partial' } : {}), declared: observation.limit, recorded: observation.bytes };
    case 'capability-unproven':
      return { kind: observation.because, declared: observation.mandatory };
    case 'capability-downgraded':
      return { declared: observation.mandatory, detail: `not in effect in the request as sent: ${someOf(observation.lacking)}` };
    case 'contract-changed':
      return {
        ...(observation.place === 'gate' ? {} : { kind: observation.place }),
        gate: observation.gate,
        declared: observation.declared,
        recorded: observation.recorded,
      };
    case 'wrong-class':
      return { declared: 'model_behavior', recorded: observation.recorded };
    case 'wrong-route':
      return { declared: observation.expected, recorded: observation.recorded };
    case 'iterations-exceeded':
      return { declared: observation.bound, recorded: observation.count };
    case 'copied-run':
    case 'copied-input':
      return { kind: observation.kind, recorded: observation.from };
    case 'copied-history':
    case 'copied-lines':
    case 'repeated-call':
      return { recorded: observation.count };
    case 'uncompensated':
      return { kind: observation.fault, declared: observation.undoer, recorded: observation.recorded, detail: observation.detail };
    case 'chain-broken':
      return { kind: observation.fault };
    case 'effect-repeated':
      return { kind: observation.way, detail: `made before at ${line(observation.earlierLine)}` };
    case 'sequence-broken':
      return { kind: observation.fault, declared: observation.expected, recorded: observation.seq };
    case 'payload-mismatch': {
      const { fault, path, declared, recorded, detail } = observation;
      return { kind: fault, path, declared, recorded, detail };
    }
    case 'misshapen':
      return { kind: observation.what, detail: observation.detail };
    case 'call-object':
      return { kind: observation.fault, stages: observation.stages.map(stageOf) };
    case 'promised-payload-missing':
      return { declared: observation.sha256 };
    case 'content-leaked':
      return { path: observation.site.pointer };
    case 'record-defect':
      return { detail: `the key ${observation.key} stands twice in one object: two readers may see two values` };
    case 'line-fault':
      return { detail: observation.fault.detail };
    default:
      return {};
  }
}

/** What belongs to no run names none. */
const namesOf = ({ run, ...subject }: Subject): Own => (run === '' ? subject : { run, ...subject });

function placeOfObservation(observation: Observation, file: string): Place {
  if (observation.kind !== 'line-fault') return placeOfSite(observation.site, file);
  const { line, column, offset } = observation.fault;
  return { file, line, column, offset, pointer: '' };
}

/** Removes fields that do not apply, so that equal findings are equal data. */
function compact(finding: Finding): Finding {
  const entries = Object.entries(finding).filter(([, value]) => value !== undefined);
  const { code, severity, message, at, fingerprint } = finding;
  return { ...Object.fromEntries(entries), code, severity, message, at, fingerprint };
}

export interface Told {
  readonly file: string;
  readonly rule: Rule;
  readonly spoken: Spoken;
  readonly cause: Cause | undefined;
  readonly pieces: readonly Piece[];
}

/** Lines as a reader of this finding looks for them. */
export function lineWords(observation: Observation, { file, pieces }: Pick<Told, 'file' | 'pieces'>): LineWords {
  if (pieces.length === 0) return (line) => `line ${line}`;
  const at = observation.kind === 'line-fault' ? observation.fault.line : observation.site.record.line;
  const own = lineInPiece(pieces, at).file ?? file;
  return (line) => {
    const said = lineInPiece(pieces, line);
    return (said.file ?? file) === own ? `line ${said.line}` : `${said.file ?? file}:${said.line}`;
  };
}

/** An observation as the finding of a rule that has spoken of it. */
export function findingOf(observation: Observation, told: Told): Finding {
  const said = told.spoken;
  const own = ownFields(observation, lineWords(observation, told));
  const { code } = told.rule;
  const { server, tool } = observation.subject;
  return compact({
    code,
    severity: said.severity,
    message: said.message,
    at: placeOfObservation(observation, told.file),
    ...namesOf(observation.subject),
    ...own,
    cause: told.cause,
    fingerprint: fingerprintOf({ code, server, tool, gate: own.gate, kind: own.kind, path: own.path }),
  });
}
