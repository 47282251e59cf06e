import type { HostVerdict } from '../../model/event/calls.ts';

type Author = Extract<HostVerdict, { readonly kind: 'denied' }>['by'];

/**
 * The fixed sentences of hosts for a call that they did not let run. Anchored at the start, and long or whole: a tool's own
 * error may well speak of denied permissions, and then it ran. A sentence that names nobody is the host's.
 */
const sentences: readonly (readonly [Author, RegExp])[] = [
  // Claude Code. One sentence stands for "no" in its dialog, and some versions use it for an interruption too.
  ['human', /^The user doesn't want to (?:proceed with this tool use|take this action right now)/],
  ['host', /^Claude requested permissions? to [^\n]{1,400}?(?:, but you haven't granted it| which is a sensitive file\.)/],
  ['host', /^Permission to use [\w-]{1,200}(?: with [\s\S]{1,3900}?)? has been denied\b/],
  ['host', /^Permission to (?:read from|edit) [^\n]{1,400} has been denied\.$/],
  ['host', /^Permission for this (?:action|command) (?:has been|was) denied/],
  ['host', /^This command requires approval$/],
  ['host', /^This Bash command contains multiple operations\. The following parts? requires? approval/],
  ['hook', /^PreToolUse:\S{1,200} hook (?:blocking )?error\b/],
  ['hook', /^Hook PreToolUse(?::\S{1,200})? denied this tool/],
  ['hook', /^Execution stopped by PreToolUse hook\b/],
  // Codex.
  ['human', /^(?:exec command|patch) rejected by user$/],
  ['human', /^user rejected MCP tool call$/],
  ['human', /^(?:exec_command|shell) failed for `[\s\S]{1,3900}?`: CreateProcess \{ message: "Rejected\(\\*"rejected by user\\*"\)/],
  ['host', /^(?:exec_command|shell) failed for `[\s\S]{1,3900}?`: CreateProcess \{ message: "Rejected\(\\*"/],
  ['host', /^approval policy is \w{1,40}; reject command\b/],
  ['host', /^approval required by policy, but AskForApproval\b/],
  ['host', /^This action was rejected due to unacceptable risk\./],
  ['host', /^patch rejected: writing outside of the project; rejected by user approval settings/],
  ['hook', /^Command blocked by PreToolUse hook: /],
  // Gemini CLI and what grew from it.
  ['human', /^\[Operation Cancelled\] Reason: User (?:did not allow tool call|denied execution)/],
  ['host', /^Tool execution (?:for "[^"\n]{1,200}" )?denied by policy\b/],
  // CrewAI and others.
  ['hook', /^Tool execution blocked by hook\b/],
  // LangChain, OpenCode, Roo Code and hosts that speak like them.
  ['human', /^User (?:denied|rejected) (?:the|this) tool call\b/],
  ['human', /^The user (?:denied|rejected) (?:this tool (?:call|use)\b|permission to use this specific tool call\b|this operation\.)/],
  ['host', /^The user has specified a rule which prevents you from using this specific tool call/],
  // OpenAI Agents SDK, Pydantic AI, AI SDK: whoever decided stays unnamed.
  ['host', /^Tool execution was not approved\.$/],
  ['host', /^The tool call was denied\.$/],
  ['host', /^Tool call execution denied\.$/],
];

/** Who denied a call, by the beginning of a result's text; undefined when the text is no denial. */
export function denierIn(start: string): Author | undefined {
  return sentences.find(([, sentence]) => sentence.test(start))?.[0];
}
