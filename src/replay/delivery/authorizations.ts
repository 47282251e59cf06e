import type { RecoveryAuthorized, RecoveryExposure, RecoveryLimits } from '../../model/event.ts';
import type { Run } from '../run.ts';
import type { Spending } from './costs.ts';

/** What was allowed, and how much of it has been used. */
export interface Authorization {
  readonly limits: RecoveryLimits;
  readonly exposure: RecoveryExposure;
  attempts: number;
  readonly spent: Spending;
  /** Limits that were told or said to be unchecked. */
  readonly told: Set<string>;
}

/** A repaired text is another thing than another attempt: `retry`, `reroute` and `reask` allow the one, `repair` the other. */
export type Way = 'repair' | 'attempt';

type OfStep = { readonly step?: string | undefined; readonly instance?: string | undefined };

interface Place extends OfStep {
  readonly way: Way;
  /** `any`: whatever its number. */
  readonly attempt: number | 'any' | undefined;
}

const keyOf = ({ step, instance, way, attempt }: Place): string => [way, attempt ?? '', step ?? '', instance ?? ''].join('\u0000');

const waysOf = (way: string | undefined): readonly Way[] => {
  if (way === 'repair') return ['repair'];
  return way === 'retry' || way === 'reroute' || way === 'reask' ? ['attempt'] : ['repair', 'attempt'];
};

/** Keeps the last one for each attempt; one that names no step allows nothing. */
export function rememberAuthorization(run: Run, event: RecoveryAuthorized): void {
  const step = event.forStep ?? event.step;
  if (step === undefined) return;
  const { instance, forAttempt } = event;
  const { limits = {}, exposure = {} } = event;
  const authorization: Authorization = { limits, exposure, attempts: 0, spent: new Map(), told: new Set() };
  for (const way of waysOf(event.way))
    for (const attempt of [forAttempt, 'any'] as const)
      run.delivery.authorizations.set(keyOf({ step, instance, way, attempt }), authorization);
}

/**
 * The authorisation to recover a failed attempt: one that names it, or names no attempt; for an attempt without a number any of the step.
 * One that names no instance is for all of them.
 */
export function findAuthorization(
  run: Run,
  asked: OfStep & { readonly way: Way; readonly failed: number | undefined },
): Authorization | undefined {
  const { authorizations } = run.delivery;
  if (authorizations.size === 0) return undefined;
  const attempts = asked.failed === undefined ? (['any'] as const) : ([asked.failed, undefined] as const);
  const instances = asked.instance === undefined ? [undefined] : [asked.instance, undefined];
  for (const attempt of attempts)
    for (const instance of instances) {
      const found = authorizations.get(keyOf({ step: asked.step, instance, way: asked.way, attempt }));
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Somebody allowed another attempt at the step: what follows its failures is no critique beyond the bound. */
export const isRecoveryAllowed = (run: Run, asked: OfStep): boolean =>
  findAuthorization(run, { step: asked.step, instance: asked.instance, way: 'attempt', failed: undefined }) !== undefined;
