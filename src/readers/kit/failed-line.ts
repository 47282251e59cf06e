import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';

const firstError = 400;

/** A line of the results of a batch whose request failed: it says nothing of the format that the others have. */
export function isFailedLine(record: JsonValue): boolean {
  if (stringMember(record, 'custom_id') === undefined) return false;
  const response = memberOf(record, 'response');
  const status = memberOf(response, 'status_code');
  return response === null || (typeof status === 'number' && status >= firstError);
}
