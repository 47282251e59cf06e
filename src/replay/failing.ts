import type { AttemptFailed } from '../model/event/failures.ts';
import { stepKey } from './gates.ts';
import type { Run } from './run.ts';
import type { Story } from './story.ts';

// A failure need not name its call (ledger.md §6): then it is about what a gate fails in its attempt.

const attemptKey = (
  one: { readonly step?: string | undefined; readonly instance?: string | undefined },
  attempt: number | undefined,
): string => `${stepKey(one)}\u0000${attempt ?? ''}`;

/** A gate fails a call: its failure is still to be recorded. */
export function noteFailing(run: Run, story: Story): void {
  if (story.kind !== 'call' || story.failure !== undefined) return;
  const key = attemptKey(story, story.attempt);
  const failing = run.failing.get(key);
  if (failing === undefined) run.failing.set(key, new Set([story]));
  else failing.add(story);
  run.lastFailing.set(stepKey(story), key);
}

/** It is over, or its failure is recorded. */
export function stopFailing(run: Run, story: Story): void {
  if (run.failing.size === 0) return;
  const key = attemptKey(story, story.attempt);
  const failing = run.failing.get(key);
  if (failing?.delete(story) !== true || failing.size > 0) return;
  run.failing.delete(key);
  if (run.lastFailing.get(stepKey(story)) === key) run.lastFailing.delete(stepKey(story));
}

/** By the gate's own word, or by ours. */
function hasFailedAt({ gates, input, output }: Story, gate: AttemptFailed['gate']): boolean {
  if (gates.some((told) => told.verdict === 'fail' && (gate === undefined || told.gate === gate))) return true;
  const own = gate === undefined ? [input, output] : [gate === 'input' ? input : output];
  return own.some((judged) => judged?.answer.verdict === 'fail');
}

/** The calls that a failure without a call is about: of its attempt, or of the last one where it names none. */
export function failingCalls(run: Run, event: AttemptFailed): readonly Story[] {
  if (run.failing.size === 0) return [];
  const key = event.attempt === undefined ? run.lastFailing.get(stepKey(event)) : attemptKey(event, event.attempt);
  const found = key === undefined ? undefined : run.failing.get(key);
  const unnumbered = event.attempt === undefined ? undefined : run.failing.get(attemptKey(event, undefined));
  return [...(found ?? unnumbered ?? [])].filter((story) => hasFailedAt(story, event.gate));
}
