import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { answerOf, type Decision, decisionStep } from '../kit/decision.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { emitUnread } from '../kit/sink.ts';
import type { PartAt, Reading } from './parts.ts';

/** The approvals of a file: a response names only the request, and the result of a denied call only the call. */
export interface Approvals {
  /** The calls that approvals are about, by the id of the request. */
  readonly calls: Map<string, string>;
  readonly denied: Set<string>;
}

export const openApprovals = (): Approvals => ({ calls: new Map(), denied: new Set() });

/** An approval that the SDK gives or withholds by a rule of its host is marked so. */
const byOf = (part: JsonValue | undefined): Decision['by'] => (memberOf(part, 'isAutomatic') === true ? 'host' : 'human');

/** `tool-approval-request`: names its call, or holds it. */
export function approvalRequest({ part, at }: PartAt, { sink, approvals }: Reading): readonly HistoryStep[] {
  const own = stringMember(part, 'toolCallId');
  const call = own ?? stringMember(memberOf(part, 'toolCall'), 'toolCallId');
  const approval = stringMember(part, 'approvalId');
  if (call === undefined || approval === undefined) {
    emitUnread(sink, 'tool-approval-request without its ids');
    return [];
  }
  approvals.calls.set(approval, call);
  const callPointer = at(own === undefined ? '/toolCall/toolCallId' : '/toolCallId');
  return [decisionStep({ call, callPointer, approval, decision: 'ask', by: byOf(part) }, sink)];
}

/** `tool-approval-response`: a person's answer, by the id of the request. */
export function approvalResponse({ part, at }: PartAt, { sink, approvals }: Reading): readonly HistoryStep[] {
  const approval = stringMember(part, 'approvalId');
  const call = approval === undefined ? undefined : approvals.calls.get(approval);
  const decision = answerOf(memberOf(part, 'approved'));
  if (approval === undefined || call === undefined || decision === undefined) {
    emitUnread(sink, 'tool-approval-response without its request');
    return [];
  }
  if (decision === 'deny') approvals.denied.add(call);
  return [decisionStep({ call, callPointer: at('/approvalId'), approval, decision, by: byOf(part) }, sink)];
}

/** A part of a UI message keeps request and answer in one `approval`. */
export function uiApproval({ part, at }: PartAt, { sink, approvals }: Reading): readonly HistoryStep[] {
  const kept = memberOf(part, 'approval');
  const approval = stringMember(kept, 'id');
  const call = stringMember(part, 'toolCallId');
  if (approval === undefined || call === undefined) return [];
  const about = { call, callPointer: at('/toolCallId'), approval, by: byOf(kept) };
  const decision = answerOf(memberOf(kept, 'approved'));
  const asked = decisionStep({ ...about, decision: 'ask' }, sink);
  if (decision === 'deny') approvals.denied.add(call);
  return decision === undefined ? [asked] : [asked, decisionStep({ ...about, decision }, sink)];
}
