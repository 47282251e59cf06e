import { digestOf } from '../../digest/sha256.ts';
import type { ToolEffect } from '../../model/declaration.ts';
import type { Outcome } from '../../model/event/calls.ts';
import type { Site, Subject } from '../../model/observation/base.ts';
import type { Observation } from '../../model/observation.ts';
import { positionOf, type SourceRecord } from '../../model/record.ts';
import type { Context } from '../context.ts';
import { isDeviating } from '../protocol.ts';
import { ranTool } from '../results.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import type { Stage, Story } from '../story.ts';
import { subjectOf } from '../subject.ts';

/** The effects a workflow declares, by the names its tools have themselves. */
export interface DeclaredEffects {
  /** Undefined: no effect is declared, or which tool is meant cannot be told. */
  of(server: string | undefined, tool: string): ToolEffect | undefined;
  /** Whether a tool of that name undoes any effect. */
  undoes(tool: string): boolean;
}

/** A tool by its own name: as its declaration says it, else as the record does. */
export interface Named {
  readonly server: string | undefined;
  readonly tool: string;
  /** Several servers declare it, and the record does not say which of them is meant. */
  readonly isAmbiguous: boolean;
}

/**
 * What became of a call of a tool with an effect, and of one that undoes an effect. `done`: it ran and no error is recorded, or it was answered
 * with success. `failed`: an error says that it did not happen. `unknown`: nobody knows. `not-run`: nothing says that it ran.
 */
export type End = 'done' | 'failed' | 'unknown' | 'not-run';

/** All that is kept of a call once its story is over: its place, and no value of it. */
interface Trace {
  readonly subject: Subject;
  readonly site: Site;
  /** Where it happened: the order of effects is the order of their executions, or of their answers where no execution is recorded. */
  readonly offset: number;
  /** Where it was proposed. */
  readonly startedAt: number;
}

export interface MadeEffect extends Trace {
  readonly effect: ToolEffect;
  /** A deviation of this very call. */
  readonly cause: Observation | undefined;
  /** Where its own failure is recorded. */
  readonly failedAt: number | undefined;
  readonly isAnsweredOk: boolean;
  /** Why nobody knows whether it was made, in words; undefined: it was. */
  readonly doubt: string | undefined;
  /** Its execution is recorded; of a doubtful one without it only the answer says that it may have run. */
  readonly hasRun: boolean;
  /** Digest of the arguments it ran with; undefined where they are not recorded. */
  readonly argumentsKey: string | undefined;
  /** The same call as one that undoes another effect, should it turn out to be that. */
  readonly undoing: Undoing | undefined;
}

/** A call that undoes an effect, or could. */
export interface Undoing extends Trace {
  /** The call whose effect it says it undoes. */
  readonly forCall: string | undefined;
  readonly named: Named;
  readonly end: End;
  readonly isAnsweredOk: boolean;
  /** It fails one of its own gates, by our judgement or by the record's. */
  readonly isDeviating: boolean;
  readonly deviation: Observation | undefined;
}

/** A place without the text and value of its record: a run may stay open for a long time. */
export const keptSite = (record: SourceRecord): Site => eventSite({ ...record, text: '', value: null, defects: [] });

export function ranAs(context: Context, run: Run, story: Story): Named | undefined {
  const found = ranTool(context, run, story);
  const server = story.executed?.server ?? story.server;
  if (found?.kind === 'declared') return { server: found.tool.server ?? server, tool: found.tool.name, isAmbiguous: false };
  const tool = story.executed?.tool ?? story.tool;
  return tool === undefined ? undefined : { server, tool, isAmbiguous: found?.kind === 'ambiguous' };
}

/** The word of the tool itself, or of who did not let it run: nothing happened. */
const errors: ReadonlySet<string> = new Set(['tool_error', 'refused']);
/** The word of somebody on the way: of a call that ran it does not say what became of it. */
const interruptions: ReadonlySet<string> = new Set(['protocol_error', 'cancelled']);

export function endOf(story: Story, excused: WeakSet<Stage>): End {
  const { outcome, executed } = story;
  if (outcome === 'ok') return 'done';
  if (outcome !== undefined && errors.has(outcome)) return 'failed';
  if (outcome !== undefined && interruptions.has(outcome)) return executed === undefined ? 'failed' : 'unknown';
  if (outcome !== undefined) return 'unknown';
  if (executed === undefined) return 'not-run';
  return excused.has(executed) ? 'unknown' : 'done';
}

const doubts: Readonly<Partial<Record<Outcome, string>>> = {
  timeout: 'it timed out',
  unknown: 'its outcome is not known',
  pending: 'it was still pending',
  cancelled: 'it had begun when it was cancelled',
  protocol_error: 'it had begun, and was answered with an error of the protocol',
};

/** What speaks against knowing that a call did what it does; undefined: it was answered with success. */
export function doubtOf({ outcome }: Story): string | undefined {
  return outcome === undefined ? 'it ran, and no result is recorded' : doubts[outcome];
}

/** Either gate fails it: asked again by us, or as the record says. */
export const hasDeviated = (story: Story): boolean =>
  isDeviating(story) || story.rewritten.length > 0 || story.gates.some(({ by, verdict }) => by === 'gate' && verdict === 'fail');

/** What undoes must be valid in the end; a proposal that was rewritten before it ran did not undo anything. */
const isInvalid = (story: Story): boolean => isDeviating(story) || (hasDeviated(story) && story.rewritten.length === 0);

function traceOf(story: Story, last: SourceRecord): Trace {
  const start = (story.proposed ?? story.executed)?.record ?? last;
  return { subject: subjectOf(story), site: keptSite(last), offset: positionOf(last), startedAt: positionOf(start) };
}

const firstDeviation = (observations: readonly Observation[]): Observation | undefined =>
  observations.find(({ kind }) => kind === 'deviation');

interface Ended {
  readonly story: Story;
  /** What was observed of it. */
  readonly observations: readonly Observation[];
  readonly end: End;
}

export function undoingOf({ story, observations, end }: Ended, named: Named): Undoing | undefined {
  const failed = end === 'failed' ? story.returned : undefined;
  const last = (failed ?? story.executed ?? story.returned ?? story.proposed)?.record;
  if (last === undefined) return undefined;
  const deviation = firstDeviation(observations) ?? observations.find(({ kind }) => kind === 'verdict-mismatch');
  return {
    ...traceOf(story, last),
    forCall: story.compensates,
    named,
    end,
    isAnsweredOk: story.outcome === 'ok',
    isDeviating: isInvalid(story),
    deviation,
  };
}

export function effectOf({ story, observations }: Ended, effect: ToolEffect, undoing: Undoing | undefined): MadeEffect | undefined {
  const last = (story.executed ?? story.returned)?.record;
  if (last === undefined) return undefined;
  return {
    ...traceOf(story, last),
    effect,
    cause: firstDeviation(observations),
    failedAt: story.failure === undefined ? undefined : positionOf(story.failure.record),
    isAnsweredOk: story.outcome === 'ok',
    doubt: doubtOf(story),
    hasRun: story.executed !== undefined,
    argumentsKey: argumentsKeyOf(story),
    undoing,
  };
}

function argumentsKeyOf({ executed, effective }: Story): string | undefined {
  const value = executed?.value ?? effective?.value;
  return value === undefined ? undefined : digestOf(value);
}
