import type { Decided } from '../../model/event/calls.ts';
import type { HistoryDecision } from './history-steps.ts';
import { answeredCall, pairingOf, type Sink } from './sink.ts';

/** What was asked about a call, or answered. */
export interface Decision {
  /** The call that it is about. */
  readonly call: string;
  readonly callPointer: string;
  /** The request for an approval that it belongs to: every copy of the conversation repeats both. */
  readonly approval: string;
  readonly decision: 'ask' | 'allow' | 'deny';
  readonly by: 'human' | 'host';
}

export function decisionStep({ call, callPointer, approval, decision, by }: Decision, sink: Sink): HistoryDecision {
  return {
    kind: 'decision',
    pairing: pairingOf(call, undefined),
    key: `${decision}\n${approval}`,
    emit(run, shown) {
      const decided: Decided = {
        kind: 'decided',
        record: sink.record,
        run,
        ...answeredCall(call, shown, callPointer),
        decision,
        by,
      };
      sink.emit(decided);
    },
  };
}

/** A flag that is no boolean decides nothing. */
export function answerOf(flag: unknown): 'allow' | 'deny' | undefined {
  if (flag === true) return 'allow';
  return flag === false ? 'deny' : undefined;
}
