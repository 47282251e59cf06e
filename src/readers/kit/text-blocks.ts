import { isJsonArray, type JsonValue, stringMember } from '../../model/json.ts';
import type { PointerTo } from './pair.ts';

export interface TextAt {
  readonly text: string;
  readonly pointer: string;
}

/** The texts of a message's content: the content itself, or its blocks of type `text`. */
export function textsAt(content: JsonValue | undefined, at: PointerTo): readonly TextAt[] {
  if (typeof content === 'string') return [{ text: content, pointer: at('') }];
  if (content === undefined || !isJsonArray(content)) return [];
  return content.flatMap((block, index) => blockText(block, at(`/${index}/text`)));
}

function blockText(block: JsonValue, pointer: string): readonly TextAt[] {
  const text = stringMember(block, 'type') === 'text' ? stringMember(block, 'text') : undefined;
  return text === undefined ? [] : [{ text, pointer }];
}
