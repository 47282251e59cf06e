import type { CritiqueEngaged } from '../model/event/failures.ts';
import type { Context } from './context.ts';
import { findCall } from './find-call.ts';
import { stepKey } from './gates.ts';
import type { Run } from './run.ts';

/** What critiques are counted for. */
interface Criticised {
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly agent?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

/** Critiques are counted by step instance; without a step, by what a chain of attempts is made of: the agent and the tool that it calls. */
export const critiqueKey = (one: Criticised): string =>
  one.step === undefined ? ['', one.instance ?? '', one.agent ?? '', one.server ?? '', one.tool ?? ''].join('\u0000') : stepKey(one);

const ofNoAgent = '';

/** A call of no step was stopped: a critique of its agent that names no call speaks of it. */
export function noteStopped(run: Run, one: Criticised): void {
  if (one.step !== undefined) return;
  const key = critiqueKey(one);
  run.lastStopped.set(ofNoAgent, key);
  if (one.agent !== undefined) run.lastStopped.set(one.agent, key);
}

/** The count that a recorded critique adds to. */
export function criticisedKey(context: Context, run: Run, event: CritiqueEngaged): string {
  if (event.step !== undefined) return stepKey(event);
  const story = event.call === undefined ? undefined : findCall(context, run, event)?.[1];
  if (story !== undefined) return critiqueKey(story);
  return run.lastStopped.get(event.agent ?? ofNoAgent) ?? critiqueKey(event);
}
