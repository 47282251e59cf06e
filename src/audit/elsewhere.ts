import type { LedgerEvent } from '../model/event.ts';
import type { InputJudge } from './judge.ts';

/** Evidence that was made safe for no run of its own may cover the runs of every part. */
export const isSafeForAll = (event: LedgerEvent): boolean => event.kind === 'persisted' && event.run === '';

/**
 * What holds for runs that began in other inputs too: such evidence, and tools that are registered for all runs, since a run that pauses may be taken
 * up again after it. It is news where it stands alone.
 */
export function heldElsewhere(event: LedgerEvent): LedgerEvent | undefined {
  if (event.kind === 'declared' && event.isForAllRuns === true) return { ...event, isCopy: true };
  return isSafeForAll(event) ? event : undefined;
}

/** Runs of other parts are not judged here; what they declare is followed, so that declarations are told apart the same way everywhere. */
export function followElsewhere(judge: InputJudge, event: LedgerEvent): void {
  switch (event.kind) {
    case 'declared':
    case 'continued':
    case 'step-declared':
    case 'withdrawn':
    case 'declarations-changed':
      judge.declare(event);
      return;
    case 'run-closed':
      if (event.outcome !== 'suspended') judge.closeRun(event.run);
      return;
    default:
      return;
  }
}
