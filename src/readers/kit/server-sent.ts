import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../model/json.ts';

/** The messages of a recorded stream, and what could not be read of it. */
export interface StreamMessages {
  readonly messages: readonly JsonValue[];
  /** True when the stream said `[DONE]`. */
  readonly isDone: boolean;
  readonly unreadable: number;
}

/** True when a text looks like a stream of server-sent events (HTML Standard, section 9.2) that carries JSON. */
export function isServerSent(text: string): boolean {
  return text.startsWith('data:') || text.startsWith('event:') || text.startsWith(':');
}

/** Reads the `data` of each event; several `data` lines of one event are one text, joined by line feeds. */
export function readServerSent(text: string): StreamMessages {
  const messages: JsonValue[] = [];
  let isDone = false;
  let unreadable = 0;
  for (const data of dataOf(text)) {
    if (data === '[DONE]') {
      isDone = true;
      continue;
    }
    const parsed = parseJson(data);
    if (parsed.ok) messages.push(parsed.value);
    else unreadable += 1;
  }
  return { messages, isDone, unreadable };
}

function* dataOf(text: string): Generator<string> {
  let data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '' && data.length > 0) {
      yield data.join('\n');
      data = [];
    }
    if (line.startsWith('data:')) data.push(line.startsWith('data: ') ? line.slice(6) : line.slice(5));
  }
  if (data.length > 0) yield data.join('\n');
}
