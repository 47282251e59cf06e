import { locate } from './locate.ts';
import { endOfValue } from './locator.ts';

/** The text of the value a pointer leads to, spelled as it stands in a JSON text; undefined if nothing is there. Linear. */
export function sliceOf(text: string, pointer: string): string | undefined {
  const start = locate(text, pointer, 'value');
  return start === undefined ? undefined : text.slice(start, endOfValue(text, start));
}
