import type { RecoveryAuthorized, RecoveryExposure, RecoveryLimits } from '../../model/event/failures.ts';
import type { Run } from '../run.ts';
import type { Spending } from './costs.ts';

/** What was allowed, and how much of it has been used. */
export interface Authorization {
  /** Its kind, as recorded. */
  readonly kind: string | undefined;
  readonly ways: readonly Way[];
  readonly limits: RecoveryLimits;
  readonly exposure: RecoveryExposure;
  attempts: number;
  readonly spent: Spending;
  /** Limits of which it was told that they were passed. */
  readonly told: Set<string>;
  /** Limits and parts of the exposure that were said to be unchecked. */
  readonly said: Set<string>;
}

/**
 * What a recovery does: hands on a repaired text (`repair`), goes to another candidate (`reroute`), or asks the same one again, the same
 * (`retry`) or afresh (`reask`). Leave for one of them is none for another.
 */
export type Way = 'repair' | 'elsewhere' | 'again';
const allWays: readonly Way[] = ['repair', 'elsewhere', 'again'];

type OfStep = { readonly step?: string | undefined; readonly instance?: string | undefined };

interface Place extends OfStep {
  readonly way: Way;
  /** `any`: whatever its number. */
  readonly attempt: number | 'any' | undefined;
}

const keyOf = ({ step, instance, way, attempt }: Place): string => [way, attempt ?? '', step ?? '', instance ?? ''].join('\u0000');

/** A word that is none of the four allows whatever it may mean. */
const waysOf = (kind: string | undefined): readonly Way[] => {
  if (kind === 'repair') return ['repair'];
  if (kind === 'reroute') return ['elsewhere'];
  return kind === 'retry' || kind === 'reask' ? ['again'] : allWays;
};

/** Keeps the last one for each attempt; one that names no step allows nothing. */
export function rememberAuthorization(run: Run, event: RecoveryAuthorized): void {
  const step = event.forStep ?? event.step;
  if (step === undefined) return;
  const { instance, forAttempt } = event;
  const { limits = {}, exposure = {} } = event;
  const ways = waysOf(event.way);
  const used = { attempts: 0, spent: new Map(), told: new Set<string>(), said: new Set<string>() };
  const authorization: Authorization = { kind: event.way, ways, limits, exposure, ...used };
  for (const way of ways)
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
export const isRecoveryAllowed = (run: Run, { step, instance }: OfStep): boolean =>
  (['elsewhere', 'again'] as const).some((way) => findAuthorization(run, { step, instance, way, failed: undefined }) !== undefined);

/** The kind of a recovery that was allowed where another one was needed. */
export const allowedInstead = (run: Run, asked: OfStep & { readonly way: Way; readonly failed: number | undefined }): string | undefined =>
  allWays.map((way) => findAuthorization(run, { ...asked, way })?.kind).find((kind) => kind !== undefined);
