import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import { emitUnread, type Sink } from '../sink.ts';
import { unknownPart } from '../unknown-part.ts';
import { unreadCalls } from '../unread-calls.ts';

/** Kinds of parts that hold prose, files and thoughts: of OpenAI, Mistral, OpenRouter, DeepSeek, vLLM and those who speak like them. */
const quiet: ReadonlySet<string> = new Set([
  ...['text', 'input_text', 'output_text', 'refusal', 'thinking', 'redacted_thinking', 'reasoning', 'reference', 'citation'],
  ...['image_url', 'image', 'input_image', 'input_audio', 'audio', 'audio_url', 'video_url', 'input_video', 'video', 'file', 'input_file'],
  ...['document', 'document_url', 'image_file'],
]);

/** Tells of parts of a message whose kind is not known. */
export function tellParts(message: JsonValue | undefined, sink: Sink): void {
  const content = memberOf(message, 'content');
  if (content === undefined || !isJsonArray(content)) return;
  for (const part of content) {
    const type = stringMember(part, 'type');
    if (type !== undefined && !quiet.has(type)) emitUnread(sink, unknownPart('content part', type, part));
  }
}

/** A message of a role that is not known is prose, unless it says that it calls something. */
export function tellRole(message: JsonValue, role: string, sink: Sink): void {
  const calls = memberOf(message, 'tool_calls');
  const isCalling =
    (calls !== undefined && isJsonArray(calls) && calls.length > 0) || (memberOf(message, 'function_call') ?? null) !== null;
  if (isCalling) emitUnread(sink, `${unreadCalls} message of the role ${role.slice(0, shownName)}`);
}

const shownName = 60;
