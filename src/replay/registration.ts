import type { LedgerEvent } from '../model/event.ts';
import type { DeclaringEvent } from './judge.ts';

/** Evidence that is kept, and a verdict of whoever accepts the work, may well come after the end of the run that they are about. */
export const isAfterword = ({ kind }: LedgerEvent): boolean => kind === 'noted' || kind === 'persisted';

/** A session, a policy or a place of storage is announced for no run of its own. */
export const isOfNoRun = (event: LedgerEvent): boolean => event.run === '' && (event.kind === 'noted' || event.kind === 'persisted');

export const isRegistration = (event: LedgerEvent): event is DeclaringEvent =>
  (event.kind === 'declared' || event.kind === 'step-declared' || event.kind === 'withdrawn') && event.isForAllRuns === true;
