import type { Decided } from '../../model/event/calls.ts';
import { memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';

/** What a hook decided about a call, where the host keeps it as an attachment of its own; undefined for every other line. */
export function hookDecision(record: SourceRecord, run: string): Decided | undefined {
  const attachment = memberOf(record.value, 'attachment');
  if (stringMember(record.value, 'type') !== 'attachment' || stringMember(attachment, 'type') !== 'hook_permission_decision')
    return undefined;
  const call = stringMember(attachment, 'toolUseID');
  const decision = stringMember(attachment, 'decision');
  if (call === undefined || decision === undefined) return undefined;
  return { kind: 'decided', record, run, call, callPointer: '/attachment/toolUseID', decision, by: 'hook' };
}
