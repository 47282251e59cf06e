import type { DeclarationProblem } from '../model/declaration.ts';
import type { GateAnswer, UncheckedReason } from '../model/delta.ts';
import type { JsonValue } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import type { FastPath } from './compile/fast.ts';
import { isTooDeep, scanValue } from './compile/scan.ts';
import type { Contract } from './gates.ts';
import type { PatternGuard } from './patterns/guard.ts';
import { openRunaways } from './runaways.ts';
import type { SchemaDocument } from './schema/document.ts';
import { type WalkResult, type WalkSettings, walk } from './walk/walk.ts';

/** What judging needs besides the schema. */
export interface Bench {
  readonly settings: WalkSettings;
  readonly guard: PatternGuard;
  readonly fast: FastPath | undefined;
}

const quietPass: GateAnswer = Object.freeze({ verdict: 'pass', notes: Object.freeze([]) });

function unchecked(reason: UncheckedReason, detail: string): GateAnswer {
  return { verdict: 'unchecked', reason, detail, notes: [] };
}

export const tooDeep: GateAnswer = unchecked('limit:depth', `nests deeper than ${depthLimit} levels`);

function reasonOf({ fault }: DeclarationProblem): UncheckedReason {
  switch (fault) {
    case 'unsupported-dialect':
      return 'unsupported-dialect';
    case 'unresolved-ref':
    case 'external-ref':
    case 'ref-loop':
      return 'unresolved-ref';
    case 'foreign-pattern':
      return 'foreign-pattern';
    default:
      return 'invalid-declaration';
  }
}

function blockedBy(problems: readonly DeclarationProblem[]): GateAnswer | undefined {
  const problem = problems.find(({ isBlocking }) => isBlocking);
  if (problem === undefined) return undefined;
  return unchecked(reasonOf(problem), `${problem.pointer === '' ? 'schema' : problem.pointer}: ${problem.detail}`);
}

function answerOf(result: WalkResult): GateAnswer {
  switch (result.kind) {
    case 'valid':
      return { verdict: 'pass', notes: result.notes };
    case 'invalid':
      return { verdict: 'fail', deltas: result.deltas, notes: result.notes };
    case 'undecided':
      return unchecked(result.reason, result.detail);
  }
}

/** Under closed objects the walk refuses fields that the schema itself, and so ajv, lets pass. */
function disagree(result: WalkResult, second: boolean | undefined, isClosedObjects: boolean): boolean {
  if (second === undefined || result.kind === 'undecided') return false;
  return second ? result.kind === 'invalid' && !isClosedObjects : result.kind === 'valid';
}

function decide(document: SchemaDocument, value: JsonValue, flags: number, { settings, fast }: Bench): GateAnswer {
  if (fast?.passesQuietly(value, flags) === true) return quietPass;
  const result = walk(document, value, settings);
  const second = fast?.verdictOn(value, flags);
  if (!disagree(result, second, settings.isClosedObjects)) return answerOf(result);
  return unchecked('disagreement', `the walk says ${result.kind} and ajv says ${second === true ? 'valid' : 'invalid'}`);
}

/** A contract that judges by the schema's own rules, or says why it cannot. */
export function createContract(document: SchemaDocument, problems: readonly DeclarationProblem[], bench: Bench): Omit<Contract, 'schema'> {
  const blocked = blockedBy(problems);
  const runaways = openRunaways<GateAnswer>();
  const judgeInTime = (value: JsonValue, flags: number): GateAnswer => {
    const guarded = bench.guard.run(() => decide(document, value, flags, bench));
    switch (guarded.kind) {
      case 'done':
        return guarded.value;
      case 'foreign':
        return unchecked('foreign-pattern', `${guarded.pattern}: ${guarded.detail}`);
      case 'timeout': {
        const answer = unchecked('limit:time', `the pattern ${guarded.pattern} did not finish in time`);
        runaways.remember(value, answer);
        return answer;
      }
    }
  };
  return {
    dialect: document.dialect,
    problems,
    judge(value) {
      if (blocked !== undefined) return blocked;
      const flags = scanValue(value);
      if ((flags & isTooDeep) !== 0) return tooDeep;
      return runaways.find(value) ?? judgeInTime(value, flags);
    },
  };
}
