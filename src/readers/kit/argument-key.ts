import { canonicalize } from '../../json/canonical.ts';
import { parseJson } from '../../json/parse.ts';
import type { Payload } from '../../model/event.ts';

/** Equal for two recordings of the same arguments, whatever the spacing and the order of their keys; omitted ones are `{}`. */
export function argumentKey(payload: Payload): string {
  switch (payload.form) {
    case 'value':
      return canonicalize(payload.value);
    case 'text':
      return textKey(payload.text);
    case 'absent':
      return '{}';
    default:
      return '';
  }
}

function textKey(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok && !parsed.isDeep ? canonicalize(parsed.value) : text;
}
