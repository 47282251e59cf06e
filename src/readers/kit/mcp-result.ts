import { isJsonArray, isJsonObject, type JsonValue, memberOf } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { PointerTo } from './pair.ts';
import { type TextAt, textsAt } from './text-blocks.ts';

/** What an MCP result that a host keeps whole says. */
export interface McpResult {
  readonly isError: boolean;
  readonly structured: Payload | undefined;
  readonly texts: readonly TextAt[];
}

/** Undefined for a value that is no CallToolResult: it has a list of content blocks, and nothing but what that type has beside it. */
export function mcpResultOf(value: JsonValue | undefined, at: PointerTo): McpResult | undefined {
  const content = memberOf(value, 'content');
  if (!isJsonObject(value) || !isJsonArray(content) || !Object.keys(value).every((name) => members.has(name))) return undefined;
  const structured = memberOf(value, 'structuredContent');
  return {
    isError: memberOf(value, 'isError') === true,
    structured: isJsonObject(structured) ? { form: 'value', value: structured, pointer: at('/structuredContent') } : undefined,
    texts: textsAt(content, (path) => at(`/content${path}`)),
  };
}

const members: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError', '_meta', 'meta']);
