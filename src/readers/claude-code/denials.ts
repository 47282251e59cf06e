import { appendToken } from '../../json/pointer.ts';
import type { Decided } from '../../model/event/calls.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';

/**
 * What was denied in a run, as the last message of the SDK's `stream-json` lists it (`permission_denials` of `SDKResultMessage`): the words
 * beside a call are the application's own there, and say nothing by themselves. A rule, a mode or a callback denied it: the list does not say which.
 */
export function listedDenials(record: SourceRecord, run: string): readonly (Decided & { readonly call: string })[] {
  const list: JsonValue | undefined = memberOf(record.value, 'permission_denials');
  if (!isJsonArray(list)) return [];
  return list.flatMap((entry, index) => {
    const call = stringMember(entry, 'tool_use_id');
    if (call === undefined) return [];
    const callPointer = appendToken(appendToken('/permission_denials', index), 'tool_use_id');
    return [{ kind: 'decided' as const, record, run, call, callPointer, decision: 'deny', by: 'host' }];
  });
}
