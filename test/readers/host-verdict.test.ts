import { describe, expect, it } from 'vitest';
import { hear, hostVerdictOf } from '../../src/readers/kit/host-verdict.ts';

describe('hostVerdictOf', () => {
  it.each([
    ["The user doesn't want to take this action right now. STOP what you are doing.", 'human'],
    ['user rejected MCP tool call', 'human'],
    ['User rejected the tool call for `ring` with id 1.', 'human'],
    ['User denied this tool call.', 'human'],
    ['The user rejected permission to use this specific tool call.', 'human'],
    ['Error: The user rejected permission to use this specific tool call with the following feedback: later', 'human'],
    ['The user denied this operation.', 'human'],
    ['[Operation Cancelled] Reason: User did not allow tool call', 'human'],
    ['<tool_use_error>Execution stopped by PreToolUse hook: no bells after nine</tool_use_error>', 'hook'],
    ['PreToolUse:Bash hook error: [./tide.sh]: low water', 'hook'],
    ['Tool execution blocked by hook. Tool: ring', 'hook'],
    ['Claude requested permissions to edit /quay/.env which is a sensitive file.', 'host'],
    ['Permission to use Bash with command ring\nbell has been denied.', 'host'],
    [`Permission to use Bash with command ${'ring '.repeat(500)}has been denied.`, 'host'],
    ['exec_command failed for `/bin/sh -c \'ring\nbell\'`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', 'human'],
    ["Permission to use mcp__bells-2__ring has been denied because Claude Code is running in don't ask mode.", 'host'],
    ['Permission to edit /quay/log.md has been denied.', 'host'],
    ['Permission for this command was denied by a built-in safety check', 'host'],
    ['This command requires approval', 'host'],
    ['This Bash command contains multiple operations. The following part requires approval: ring', 'host'],
    ['patch rejected: writing outside of the project; rejected by user approval settings', 'host'],
    ['approval required by policy, but AskForApproval is set to Never', 'host'],
    ['Tool execution for "ring" denied by policy.', 'host'],
    ['The user has specified a rule which prevents you from using this specific tool call. Here are the rules', 'host'],
    ['Tool execution was not approved.', 'host'],
    ['The tool call was denied.', 'host'],
    ['Tool call execution denied.', 'host'],
  ])('hears who denied in %j', (text, by) => {
    expect(hostVerdictOf(text)).toEqual({ kind: 'denied', by });
  });

  it.each([
    "EACCES: permission denied, open '/quay'",
    'Permission denied',
    'Access denied by policy of the port',
    'The user was not found',
    'User denied the loan',
    'the exec command rejected by user',
    'exec command rejected by user, said the log',
    'The tool call was denied. The next one was not.',
    'This command requires approval from the harbour master: ask him',
    'A hook blocked the chain',
    'Permission to use the bell is with the harbour master',
    'Permission to use the camera has been denied',
    'exec_command failed for `ring`: CreateProcess { message: "no bell: Rejected(it)" }',
    'PreToolUse hooks are documented here',
    '',
  ])('hears nobody in %j', (text) => {
    expect(hostVerdictOf(text)).toBeUndefined();
  });

  it.each([
    ['Error: sing is not a valid tool, try one of [ring, toll].', 'unknown-tool'],
    ["Model tried to call unavailable tool 'sing'. Available tools: ring.", 'unknown-tool'],
    ["The arguments provided to the tool are invalid: Model tried to call unavailable tool 'sing'.", 'unknown-tool'],
    ["Error: tool 'sing' not found in any workbench", 'unknown-tool'],
    ['Tool sing not found. Please select a tool that is available.', 'unknown-tool'],
    [
      "Error invoking tool 'ring' with kwargs {'times': 'x'} with error:\n 1 validation error\n Please fix the error and try again.",
      'invalid',
    ],
    ['An error occurred while parsing tool arguments. Please try again with valid JSON. Error: x', 'invalid'],
    ['Invalid input for tool ring: Type validation failed: Value: {}', 'invalid'],
    ['The ring tool was called with invalid arguments: [].\nPlease rewrite the input', 'invalid'],
  ])('hears the framework in %j', (text, kind) => {
    expect(hostVerdictOf(text)).toEqual({ kind });
  });

  it.each([
    "Error executing tool 'ring' with kwargs {'times': 3} with error:\n no bell\n Please fix the error and try again.",
    'An error occurred while running the tool. Please try again. Error: no bell',
    'Error: no bell\n Please fix your mistakes.',
    'a hammer is not a valid tool, try a rope',
    'Tool shed not found. Please select another one.',
  ])('hears the tool in %j', (text) => {
    expect(hostVerdictOf(text)).toBeUndefined();
  });

  it('takes an unknown tool for more than an invalid call', () => {
    expect(hostVerdictOf('Unknown tool: sing')).toEqual({ kind: 'unknown-tool' });
    expect(hostVerdictOf('<tool_use_error>Error: No such tool available: Fly</tool_use_error>')).toEqual({ kind: 'unknown-tool' });
    expect(hostVerdictOf('MCP error -32602: Tool sing not found')).toEqual({ kind: 'unknown-tool' });
    expect(hostVerdictOf('MCP error -32602: sing')).toEqual({ kind: 'invalid' });
    expect(hostVerdictOf('unsupported call: mcp__bells__ring')).toEqual({ kind: 'unknown-tool' });
    expect(hostVerdictOf('unsupported call: it has no bell and no rope')).toBeUndefined();
  });

  it('looks no further than the beginning of a text of megabytes', () => {
    const long = 'a'.repeat(5_000_000);
    const begun = ['Permission to use ', 'Claude requested permissions to ', 'exec_command failed for `', 'PreToolUse:'];
    const texts = begun.map((beginning) => `${beginning}${long}`);
    for (const text of texts) expect(hostVerdictOf(text)).toBeUndefined();
  });
});

describe('hear', () => {
  it('calls a denial a refusal, whatever the source called it', () => {
    const verdict = { kind: 'denied', by: 'human' } as const;
    for (const outcome of ['tool_error', 'unknown', 'protocol_error', 'cancelled'] as const)
      expect(hear(outcome, 'User denied this tool call.')).toEqual({ outcome: 'refused', verdict });
  });

  it('leaves the outcome of an invalid call as it is recorded', () => {
    expect(hear('tool_error', 'Unknown tool: sing')).toEqual({ outcome: 'tool_error', verdict: { kind: 'unknown-tool' } });
    expect(hear('unknown', 'Invalid arguments')).toEqual({ outcome: 'unknown', verdict: { kind: 'invalid' } });
  });

  it('does not listen to a success', () => {
    expect(hear('ok', 'User denied this tool call.')).toEqual({ outcome: 'ok', verdict: undefined });
    expect(hear('tool_error', undefined)).toEqual({ outcome: 'tool_error', verdict: undefined });
  });
});
