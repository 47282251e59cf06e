import type { UncheckedReason } from '../../model/delta.ts';

/** Thrown inside a walk that cannot come to an honest verdict; `walk` turns it into `undecided`. */
export class WalkLimit extends Error {
  readonly reason: UncheckedReason;
  readonly detail: string;
  constructor(reason: UncheckedReason, detail: string) {
    super(detail);
    this.reason = reason;
    this.detail = detail;
  }
}
