import { parseJson } from '../../json/parse.ts';
import { type ItemResult, outputTexts } from '../kit/response-result.ts';

/**
 * The result of an MCP tool is recorded as the text of its list of content blocks. No pointer leads into that text, so all
 * of it is the place of each block.
 */
export function withContentBlocks(result: ItemResult): ItemResult {
  const { content } = result;
  const [whole] = result.texts;
  if (typeof content !== 'string' || whole === undefined || !/^\s*\[\s*\{/.test(content)) return result;
  const parsed = parseJson(content);
  const texts = parsed.ok ? outputTexts(parsed.value, () => whole.pointer) : [];
  return texts.length === 0 ? result : { ...result, texts };
}
