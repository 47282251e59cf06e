import type { JsonValue } from '../model/json.ts';
import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { hintOf, missingOfMessages } from './kit/hints.ts';
import { hintOfText } from './kit/text-hints.ts';
import { mcp } from './mcp.ts';
import { mistral } from './mistral.ts';
import { native } from './native.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { otel } from './otel.ts';
import type { Reader } from './reader.ts';

/**
 * Every transcript format. An input is recognised by exactly one of them; two are a mistake in one of the two, and the
 * order says who wins until it is corrected: the narrowest marks first. Many formats look like OpenAI's, so that one is last;
 * Mistral's is one of them, and one count of its marks decides between the two.
 */
export const readers: readonly Reader[] = [
  native,
  mcp,
  claudeCode,
  codex,
  otel,
  aiSdk,
  openaiResponses,
  anthropic,
  gemini,
  bedrock,
  mistral,
  openaiChat,
];

/** The reader of an input, or the format it comes nearest to and what it lacks; `hint`: what else it looks like, in a whole phrase. */
export type Choice =
  | { readonly reader: Reader }
  | { readonly nearest: { readonly reader: Reader; readonly missing: string } | undefined; readonly hint?: string | undefined };

/** Chooses by the first records of an input; where there are none, its first text may look like something else. */
export function chooseReader(first: readonly JsonValue[], head: string = ''): Choice {
  if (first.length === 0) return { nearest: undefined, hint: hintOfText(head) };
  let nearest: { readonly reader: Reader; readonly missing: string } | undefined;
  let likeness = 0;
  for (const reader of readers) {
    const recognition = reader.recognize(first);
    if (recognition.isRecognized) return { reader };
    if (recognition.likeness > likeness) {
      likeness = recognition.likeness;
      nearest = { reader, missing: recognition.missing };
    }
  }
  const hint = hintOf(first);
  if (hint !== undefined) return { nearest: undefined, hint };
  const missing = missingOfMessages(first);
  return missing === undefined ? { nearest } : { nearest: { reader: openaiChat, missing } };
}
