/** Line types about other things than tools and answers, of session files (1.0 to 2.1) and of stream-json. */
export const unrelatedTypes: ReadonlySet<string> = new Set([
  'summary',
  'system',
  'progress',
  'attachment',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'tag',
  'pr-link',
  'worktree-state',
  'bridge-session',
  'speculation-accept',
  'result',
  'stream_event',
  'tool_progress',
  'tool_use_summary',
  'rate_limit_event',
  'auth_status',
  'control_request',
  'control_response',
  'control_cancel_request',
  'keep_alive',
  'prompt_suggestion',
]);

/** Content blocks that are calls: of the host's tools, and of what the provider runs itself. */
export const callBlocks: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);

/** Content blocks that are neither calls nor results. */
export const unrelatedBlocks: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'search_result',
  'tool_reference',
  'connector_text',
  'fallback',
]);
