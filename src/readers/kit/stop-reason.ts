/** Words by which providers say that the answer was cut off at a limit; compared without case and with `-` as `_`. */
const truncating: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  'model_context_window_exceeded',
  'incomplete',
]);

/** Words by which providers say that the model, or a filter before it, declined to answer. */
const refusing: ReadonlySet<string> = new Set([
  'refusal',
  'content_filter',
  'content_filtered',
  'guardrail_intervened',
  'safety',
  'recitation',
  'prohibited_content',
  'blocklist',
  'spii',
  'language',
  'image_safety',
]);

/** Words by which providers say that they could not read the call the model set out to make. */
const malformed: ReadonlySet<string> = new Set([
  'malformed_function_call',
  'malformed_tool_call',
  'malformed_tool_use',
  'malformed_call',
  'malformed_model_output',
  'malformed_response',
]);

/** Words by which providers say that the model goes on: with calls, or after a pause. */
const interim: ReadonlySet<string> = new Set(['tool_use', 'tooluse', 'tool_calls', 'tool_call', 'function_call', 'pause_turn']);

export function isInterimBy(stopReason: string | undefined): boolean {
  return stopReason !== undefined && interim.has(normalized(stopReason));
}

export function isMalformedBy(stopReason: string | undefined): boolean {
  return stopReason !== undefined && malformed.has(normalized(stopReason));
}

export function isTruncatedBy(stopReason: string | undefined): boolean {
  return stopReason !== undefined && truncating.has(normalized(stopReason));
}

export function isRefusedBy(stopReason: string | undefined): boolean {
  return stopReason !== undefined && refusing.has(normalized(stopReason));
}

function normalized(stopReason: string): string {
  return stopReason.toLowerCase().replaceAll('-', '_');
}
