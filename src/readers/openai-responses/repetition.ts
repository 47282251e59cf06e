import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { argumentKey } from '../kit/argument-key.ts';
import { contentKey } from '../kit/content-key.ts';
import { outputTexts } from '../kit/response-result.ts';
import { openSaidInPieces } from './said-in-pieces.ts';

/**
 * A stream says its items twice and its texts up to four times: in pieces, whole, in the item that is done, and in the response that ends
 * it.
 */
export interface Repetition {
  hear(event: JsonValue): void;
  /** Whether it said different things. `output`: the items of the response that ends it; undefined where it holds none. */
  isContradicted(output: readonly JsonValue[] | undefined): boolean;
}

const itemDone = 'response.output_item.done';
const textDone = /^response\.(?:function_call_arguments|mcp_call_arguments|custom_tool_call_input)\.done$/;

export function openRepetition(): Repetition {
  const items: JsonValue[] = [];
  const texts = new Map<string, string>();
  const pieces = openSaidInPieces();
  let isWhole = false;
  let isItemContradicted = false;

  const speaksAgainst = (item: JsonValue): boolean => {
    const text = texts.get(stringMember(item, 'id') ?? '');
    const own = memberOf(item, 'arguments') ?? memberOf(item, 'input');
    return text !== undefined && typeof own === 'string' && textKey(text) !== textKey(own);
  };

  return {
    hear(event) {
      const type = stringMember(event, 'type') ?? '';
      if (type === 'response.created') isWhole = true;
      pieces.hear(event);
      if (type === itemDone) {
        const item = memberOf(event, 'item') ?? null;
        items.push(item);
        isItemContradicted ||= pieces.speakAgainst(item, memberOf(event, 'output_index'));
      }
      if (!textDone.test(type)) return;
      const text = stringMember(event, 'arguments') ?? stringMember(event, 'input');
      const id = stringMember(event, 'item_id');
      if (text !== undefined && id !== undefined) texts.set(id, text);
    },
    isContradicted(output) {
      if (isItemContradicted || pieces.isContradicted()) return true;
      if (output?.some((item, index) => pieces.speakAgainst(item, index)) === true) return true;
      if ([...items, ...(output ?? [])].some(speaksAgainst)) return true;
      if (items.length === 0 || output === undefined || output.length === 0) return false;
      const ended = keysOf(output);
      const heard = keysOf(items);
      // of a stream whose beginning was not recorded not all items were heard
      return [...heard].some((key) => !ended.has(key)) || (isWhole && [...ended].some((key) => !heard.has(key)));
    },
  };
}

const textKey = (text: string): string => argumentKey({ form: 'text', text, pointer: '' });

/** Thoughts are no calls and no answers, and are left out or hidden at will. */
const keysOf = (items: readonly JsonValue[]): ReadonlySet<string> =>
  new Set(items.filter((item) => stringMember(item, 'type') !== 'reasoning').map(keyOf));

/** What an item calls, or says. What the provider runs itself grows while it runs. */
function keyOf(item: JsonValue): string {
  const type = stringMember(item, 'type') ?? '';
  const text = memberOf(item, 'arguments') ?? memberOf(item, 'input');
  const asked = typeof text === 'string' ? textKey(text) : contentKey(text);
  const content = memberOf(item, 'content');
  const said = isJsonArray(content) ? outputTexts(content, (path) => path).map((one) => one.text) : [];
  return JSON.stringify([type, stringMember(item, 'call_id') ?? null, stringMember(item, 'name') ?? null, asked, said]);
}
