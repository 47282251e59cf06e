/** Enough of a text for every known beginning; the rest may be megabytes. */
const lookedAt = 600;

/** The beginning of an error's text (so many UTF-16 units), without the words that hosts put before what they have to say. */
export function beginningOf(text: string, size: number = lookedAt): string {
  return text
    .slice(0, size)
    .replace(/^\s*(?:<tool_use_error>\s*)?/, '')
    .replace(/^(?:McpError|ToolError|Error): ?/, '');
}

/**
 * How hosts and servers say that the call itself was wrong. Anchored at the start: a tool may well quote such words
 * further on. Kept apart from failures of the tool's own output, which official SDKs announce with the same code.
 */
const invalid: readonly RegExp[] = [
  /^MCP error -32602\b/,
  /^Input validation error\b/,
  /^Invalid arguments\b/,
  // Claude Code: the issue list of its first versions, and the sentences of later ones. Any other text of that beginning is a tool's own,
  // as cloud services name an error of theirs so, unless the host's envelope stands around it.
  /^InputValidationError: (?:\[\s*\{|\S{1,200} failed due to the following issues?:|\S{1,200} was called with input that could not be parsed\b)/,
  /^Invalid tools\/call request\b/,
  /^Invalid input: \[/,
  /^Arguments are required$/,
  // FastMCP: the model that pydantic rejects is generated from the tool's own signature.
  /^(?:Error (?:executing|calling) tool \S{1,200}: )?\d+ validation errors? for (?:call\[|\w{1,200}Arguments\b)/,
  // Pydantic AI sends the issue list of a call back to the model.
  /^\d+ validation errors?:\n```json\n\[/,
  // Gemini CLI: the tool's own schema, checked by Ajv.
  /^params(?:\/\S{1,200})? must (?:be|have|match|NOT)\b/,
  // Codex.
  /^failed to parse function arguments: /,
  // LangGraph, of arguments that its model of the tool rejects; a tool that fails is told in other words.
  /^Error invoking tool '[^'\n]{1,200}' with kwargs \{/,
  // OpenAI Agents SDK.
  /^An error occurred while parsing tool arguments\. Please try again with valid JSON\./,
  // AI SDK, and OpenCode with it.
  /^Invalid input for tool \S{1,200}: (?:JSON parsing|Type validation) failed: /,
  /^The \S{1,200} tool was called with invalid arguments: /,
];

const envelope = /^\s*<tool_use_error>\s*InputValidationError\b/;

/** How hosts and servers say that they know no tool of that name. */
const unknownTool: readonly RegExp[] = [
  /^(?:MCP error -?\d+: )?Unknown tool\b/,
  /^(?:MCP error -?\d+: )?Tool \S{1,200} not found$/,
  /^No such tool available\b/,
  /^Tool "[^"\n]{1,200}" not found in registry\b/,
  // Codex.
  /^unsupported (?:custom tool )?call: \S{1,200}$/,
  // LangGraph and LangChain.
  /^\S{1,200} is not a valid tool, try one of \[/,
  // AI SDK, and OpenCode with it.
  /^(?:The arguments provided to the tool are invalid: )?Model tried to call unavailable tool '/,
  // AutoGen, LlamaIndex.
  /^tool '[^'\n]{1,200}' not found in any workbench$/,
  /^Tool \S{1,200} not found\. Please select a tool that is available\.$/,
];

/** True when the text of an error says that the called tool does not exist. */
export function namesUnknownTool(text: string): boolean {
  const start = beginningOf(text);
  return unknownTool.some((beginning) => beginning.test(start));
}

/** True when the text of an error says that the call was not valid, or its tool unknown, in one of the shapes real servers use. */
export function namesInvalidCall(text: string): boolean {
  const start = beginningOf(text);
  if (/^(?:MCP error -?\d+: )?Output validation error\b/.test(start)) return false;
  return (
    envelope.test(text.slice(0, lookedAt)) ||
    invalid.some((beginning) => beginning.test(start)) ||
    namesUnknownTool(text) ||
    isZodIssueList(start)
  );
}

/** The MCP SDK's first generation sends the bare issue list as the error's message. */
function isZodIssueList(start: string): boolean {
  return /^\[\s*\{/.test(start) && start.includes('"code"') && start.includes('"path"');
}
