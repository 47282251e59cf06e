import { memberOf } from '../../model/json.ts';
import type { EffectRepeated } from '../../model/observation/protocol.ts';
import type { Observation } from '../../model/observation.ts';
import { positionOf } from '../../model/record.ts';
import { eventSite } from '../site.ts';
import type { Stage, Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import type { Undoing } from './effect.ts';
import type { Fate, ToldCompensation } from './fate.ts';

/** A failed attempt, as far as it shows that what comes after it is a retry. */
export interface FailedAttempt {
  readonly call: string | undefined;
  readonly step: string;
  readonly offset: number;
}

/** A second execution of one proposal, with the places of both. */
export interface Rerun {
  readonly observation: EffectRepeated;
  readonly call: string | undefined;
  readonly from: number;
  readonly to: number;
}

const marks: readonly string[] = ['ts', 'time', 'seq', 'id'];

/** The same event written twice, as a writer that delivers at least once leaves it: one execution. Without a mark of its own it is another one. */
function isCopy({ record: one }: Stage, { record: other }: Stage): boolean {
  return one !== other && one.text === other.text && marks.some((mark) => memberOf(one.value, mark) !== undefined);
}

/** The same execution, as two who watch it record it. */
export const isOtherView = (one: Stage, other: Stage): boolean => one.by !== undefined && other.by !== undefined && one.by !== other.by;

/** One pass of the input gate is for one execution: it ran again, and nothing says that the time before was without effect. */
export function rerunsOf(story: Story, told: { readonly effect: string; readonly excused: WeakSet<Stage> }): readonly Rerun[] {
  const runs = [...story.earlierRuns.map(({ after }) => after), ...(story.executed === undefined ? [] : [story.executed])];
  return runs.slice(1).flatMap((later, index) => {
    const earlier = runs[index];
    if (
      earlier === undefined ||
      earlier.tool !== later.tool ||
      told.excused.has(earlier) ||
      isCopy(earlier, later) ||
      isOtherView(earlier, later)
    )
      return [];
    const observation: EffectRepeated = {
      kind: 'effect-repeated',
      way: 'execution',
      site: eventSite(later.record),
      subject: subjectOf(story),
      effect: told.effect,
      earlierLine: earlier.record.line,
    };
    return [{ observation, call: story.call, from: positionOf(earlier.record), to: positionOf(later.record) }];
  });
}

const keyOf = ({ made }: Fate): string | undefined => {
  const { subject, effect, argumentsKey } = made;
  if (argumentsKey === undefined) return undefined;
  return JSON.stringify([effect.server ?? null, effect.tool, subject.step ?? null, subject.instance ?? null, argumentsKey]);
};

/** Whether anything says that the later call is the earlier one tried again: two equal calls may both be meant. */
function isRetry(earlier: Fate, later: Fate, isFailedBetween: (earlier: Fate, later: Fate) => boolean): boolean {
  const [first, second] = [earlier.made.subject.attempt, later.made.subject.attempt];
  return first === undefined || second === undefined ? isFailedBetween(earlier, later) : second > first;
}

/** The first of the sorted offsets after another one. */
function firstAfter(offsets: readonly number[] | undefined, offset: number): number {
  let low = 0;
  let high = offsets?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets?.[middle] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return offsets?.[low] ?? Number.POSITIVE_INFINITY;
}

function indexFailures(failures: readonly FailedAttempt[], stepOf: (fate: Fate) => string) {
  const byCall = new Map<string, number[]>();
  const byStep = new Map<string, number[]>();
  for (const { call, step, offset } of failures) {
    const [index, key] = call === undefined ? [byStep, step] : [byCall, call];
    const known = index.get(key);
    if (known === undefined) index.set(key, [offset]);
    else known.push(offset);
  }
  return (earlier: Fate, later: Fate): boolean => {
    const { subject, offset } = earlier.made;
    const ofCall = subject.call === undefined ? undefined : byCall.get(subject.call);
    return Math.min(firstAfter(ofCall, offset), firstAfter(byStep.get(stepOf(earlier)), offset)) < later.made.startedAt;
  };
}

/** A retry that made once more what had been made, and was not undone in between. */
export function repeatedByRetry(
  fates: readonly Fate[],
  failures: readonly FailedAttempt[],
  stepOf: (fate: Fate) => string,
): readonly Observation[] {
  const isFailedBetween = indexFailures(failures, stepOf);
  const last = new Map<string, Fate>();
  return fates.flatMap((later): Observation[] => {
    const key = keyOf(later);
    if (key === undefined) return [];
    const earlier = last.get(key);
    if (later.made.isAnsweredOk) last.set(key, later);
    if (earlier === undefined || !isRetry(earlier, later, isFailedBetween) || isUndoneBefore(earlier, later.made.offset)) return [];
    const { site, subject, effect } = later.made;
    const earlierLine = earlier.made.site.record.line;
    return [{ kind: 'effect-repeated', way: 'retry', site, subject, effect: effect.tool, earlierLine }];
  });
}

const isUndoneBefore = ({ undone }: Fate, offset: number): boolean => undone !== undefined && undone.offset < offset;

/** Undone twice: each of the two was answered with success, and names the call whose effect it undoes. */
export function undoneTwice(fates: readonly Fate[]): readonly Observation[] {
  return fates.flatMap(({ made, undone, undoneAgain }): Observation[] => {
    if (undone?.isAnsweredOk !== true || undoneAgain?.isAnsweredOk !== true) return [];
    const { site, subject } = undoneAgain;
    return [{ kind: 'effect-repeated', way: 'undoing', site, subject, effect: made.effect.tool, earlierLine: undone.site.record.line }];
  });
}

interface Executed {
  readonly reruns: readonly Rerun[];
  readonly undoings: readonly Undoing[];
  readonly told: readonly ToldCompensation[];
}

/** Second executions, but for those of an effect that was undone in between. */
export function repeatedExecutions({ reruns, undoings, told }: Executed): readonly Observation[] {
  if (reruns.length === 0) return [];
  const undone = new Map<string, number[]>();
  const put = (call: string | undefined, offset: number): void => {
    if (call === undefined) return;
    const known = undone.get(call);
    if (known === undefined) undone.set(call, [offset]);
    else known.push(offset);
  };
  for (const { forCall, end, isDeviating, offset } of undoings) if (end === 'done' && !isDeviating) put(forCall, offset);
  for (const { forCall, phase, offset } of told) if (phase === 'completed') put(forCall, offset);
  for (const offsets of undone.values()) offsets.sort((a, b) => a - b);
  return reruns.flatMap(({ observation, call, from, to }) =>
    call !== undefined && firstAfter(undone.get(call), from) < to ? [] : [observation],
  );
}
