import { expect, test } from 'vitest';
import { claudeCode } from '../../src/readers/claude-code.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

/** A failed result as a session file holds it: the block that the model reads, and what the host recorded beside it. */
async function refusedAsInvalid(content: string, toolUseResult?: string): Promise<boolean> {
  const base = { sessionId: 'S', version: '2.1.40' };
  const call = { type: 'tool_use', id: 'toolu_1', name: 'mcp__aws__invoke', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content };
  const lines = [
    { ...base, type: 'assistant', uuid: 'a', message: { id: 'm', role: 'assistant', content: [call] } },
    { ...base, type: 'user', uuid: 'u', message: { role: 'user', content: [result] }, toolUseResult },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const report = await auditInParts(requestOf([inputOf('session.jsonl', Buffer.from(text))], { from: claudeCode.id }), 1);
  return report.host_verdicts?.refused_as_invalid === 1;
}

test.each([
  [
    'in the envelope that only the host writes',
    '<tool_use_error>InputValidationError: offset must be a number</tool_use_error>',
    undefined,
  ],
  [
    'the sentence of later versions',
    'InputValidationError: Write failed due to the following issues:\nThe required parameter `content` is missing',
    undefined,
  ],
  ['of one issue', 'InputValidationError: Grep failed due to the following issue:\nAn unexpected parameter `x` was provided', undefined],
  ['a call that is no JSON', 'InputValidationError: Read was called with input that could not be parsed as JSON.', undefined],
  [
    'the issue list of the first versions',
    'InputValidationError: [\n  {\n    "code": "invalid_type",\n    "path": ["new_string"]\n  }\n]',
    undefined,
  ],
  ['recorded by the host as its own word', 'offset must be a number', 'InputValidationError: offset must be a number'],
])('the host refused it: %s', async (_, content, beside) => {
  expect(await refusedAsInvalid(content, beside)).toBe(true);
});

test.each([
  ['of a service that names its errors so', 'InputValidationError: stack names must be unique', undefined],
  [
    'recorded by the host as the error of a tool',
    'InputValidationError: stack names must be unique',
    'Error: InputValidationError: stack names must be unique',
  ],
  ['with nothing behind it', 'InputValidationError', undefined],
  ['further on', 'Exit code 1\nInputValidationError: Read failed due to the following issue:', undefined],
])('a tool may print it: %s', async (_, content, beside) => {
  expect(await refusedAsInvalid(content, beside)).toBe(false);
});
