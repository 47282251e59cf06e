import { isJsonArray, type JsonObject } from '../../model/json.ts';

/** True when the member `path` (`tool/inputSchema`), something inside it, or something around it was replaced. */
export function isRedacted(event: JsonObject, path: string): boolean {
  const { redacted } = event;
  if (redacted === undefined || !isJsonArray(redacted)) return false;
  const pointer = `/${path}`;
  return redacted.some((other) => typeof other === 'string' && isRelated(other, pointer));
}

function isRelated(redacted: string, pointer: string): boolean {
  return redacted === pointer || redacted.startsWith(`${pointer}/`) || pointer.startsWith(`${redacted}/`);
}
