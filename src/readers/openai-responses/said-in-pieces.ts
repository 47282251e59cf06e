import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { argumentKey } from '../kit/argument-key.ts';

/** The texts of one stream that come in pieces first, and whole afterwards. */
export interface SaidInPieces {
  hear(event: JsonValue): void;
  /** Whether the pieces of an item's texts say something else than the item; `place` is its place in the output. */
  speakAgainst(item: JsonValue, place: JsonValue | undefined): boolean;
  isContradicted(): boolean;
}

const pieceOrText = /^response\.(?:function_call_arguments|mcp_call_arguments|custom_tool_call_input|output_text)\.(?:delta|done)$/;

export function openSaidInPieces(): SaidInPieces {
  const said = new Map<string, string[]>();
  let isContradicted = false;
  let last: number | undefined;

  /** A stream that was taken up again repeats events under their numbers. */
  const isHeardBefore = (event: JsonValue): boolean => {
    const number = memberOf(event, 'sequence_number');
    if (typeof number !== 'number') return false;
    if (last !== undefined && number <= last) return true;
    last = number;
    return false;
  };
  const differs = (key: string, text: string): boolean => {
    const pieces = said.get(key);
    return pieces !== undefined && !isSame(pieces, text) && !stand(pieces, text);
  };

  return {
    hear(event) {
      if (isHeardBefore(event)) return;
      const type = stringMember(event, 'type') ?? '';
      const id = stringMember(event, 'item_id');
      if (id === undefined || !pieceOrText.test(type)) return;
      const key = keyOf(id, memberOf(event, 'output_index'), memberOf(event, 'content_index'));
      const text = type.endsWith('.delta') ? undefined : wholeText(event);
      if (text !== undefined) {
        if (differs(key, text)) isContradicted = true;
        said.set(key, [text]);
        return;
      }
      const piece = stringMember(event, 'delta');
      if (piece === undefined) return;
      const pieces = said.get(key);
      if (pieces === undefined) said.set(key, [piece]);
      else pieces.push(piece);
    },
    speakAgainst(item, place) {
      const id = stringMember(item, 'id');
      if (id === undefined || stringMember(item, 'status') === 'incomplete') return false;
      const text = wholeText(item);
      if (text !== undefined) return differs(keyOf(id, place, undefined), text);
      const content = memberOf(item, 'content');
      if (!isJsonArray(content)) return false;
      return content.some((part, index) => {
        const own = stringMember(part, 'type') === 'output_text' ? stringMember(part, 'text') : undefined;
        return own !== undefined && differs(keyOf(id, place, index), own);
      });
    },
    isContradicted: () => isContradicted,
  };
}

const keyOf = (...parts: readonly (JsonValue | undefined)[]): string => JSON.stringify(parts.map((part) => part ?? null));

const wholeText = (holder: JsonValue): string | undefined =>
  stringMember(holder, 'arguments') ?? stringMember(holder, 'input') ?? stringMember(holder, 'text');

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

const isSame = (pieces: readonly string[], text: string): boolean => {
  const joined = pieces.join('');
  return withoutSpace(joined) === withoutSpace(text) || keyOfText(joined) === keyOfText(text);
};

const keyOfText = (text: string): string => argumentKey({ form: 'text', text, pointer: '' });

/** Whether the pieces stand in the text one after the other: a recorder may have begun late, or lost some. */
function stand(pieces: readonly string[], text: string): boolean {
  const whole = withoutSpace(text);
  let from = 0;
  for (const piece of pieces.map(withoutSpace)) {
    const found = whole.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return true;
}
