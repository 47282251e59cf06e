import type { JsonValue } from '../model/json.ts';
import { isEqual } from './equal.ts';
import { type Reading, readExact } from './exact.ts';
import type { NotJson, NotJsonReason } from './not-json.ts';
import { afterSpace } from './space.ts';

type Stopped = Extract<Reading, { readonly ok: false }>;

/** Says why a text is no JSON, from where the exact reader stopped. */
export function diagnose(text: string, stopped: Stopped): NotJson {
  return diagnoseWhole(text) ?? diagnoseStop(text, stopped);
}

/** What is wrong with the text from its first character on. */
function diagnoseWhole(text: string): NotJson | undefined {
  if (afterSpace(text, 0) === text.length) {
    return { reason: 'empty', index: 0, detail: text === '' ? 'the text is empty' : 'the text holds only white space', repair: '"" → {}' };
  }
  if (text.charCodeAt(0) === 0xfeff) {
    const isClean = isOneValue(text.slice(1));
    const detail = `a byte order mark stands before ${isClean ? 'one JSON value' : 'a text that is not one JSON value either'}`;
    return { reason: 'byte-order-mark', index: 0, detail, ...(isClean ? { repair: 'drop the byte order mark' } : {}) };
  }
  return diagnoseFence(text);
}

function diagnoseFence(text: string): NotJson | undefined {
  const index = afterSpace(text, 0);
  if (!text.startsWith('```', index)) return undefined;
  const lineEnd = text.indexOf('\n', index);
  const mark = text.slice(index, lineEnd < 0 ? index + 3 : lineEnd).trim();
  const fence = `the text starts with a ${mark.length > 20 ? '```' : mark} fence`;
  const close = text.lastIndexOf('```');
  if (close < index + 3) return { reason: 'fenced', index, detail: `${fence} that is never closed` };
  if (text.slice(close + 3).trim() !== '') return { reason: 'fenced', index, detail: `${fence}, and more text follows the closing one` };
  const isClean = isOneValue(text.slice(lineEnd < 0 || lineEnd > close ? index + 3 : lineEnd, close));
  const inside = isClean ? 'the inside is one JSON value' : 'the inside is not one JSON value';
  return {
    reason: 'fenced',
    index,
    detail: `${fence} that encloses all of it; ${inside}`,
    ...(isClean ? { repair: 'strip the fence' } : {}),
  };
}

function isOneValue(text: string): boolean {
  const reading = readExact(text, 0);
  return reading.ok && afterSpace(text, reading.end) === text.length;
}

function diagnoseStop(text: string, { stop, index, objects, arrays }: Stopped): NotJson {
  switch (stop) {
    case 'end':
      return truncated(index, 'the text ends too early', openPart(objects, arrays), objects + arrays);
    case 'end-of-string':
      return truncated(index, 'the text ends inside a string', openPart(objects, arrays), 1);
    case 'control-character':
      return fault('control-character', index, `raw control character ${codeName(text, index)} inside a string`, 'escape it');
    case 'escape':
      return fault('invalid-escape', index, `invalid escape ${quote(escapeAt(text, index))}`, 'drop the backslash');
    case 'trailing-comma':
      return fault('trailing-comma', index, `comma directly before ${text.charAt(afterSpace(text, index + 1))}`, 'drop the comma');
    case 'number':
      return (
        diagnoseWord(text, index, '') ??
        fault('not-json', index, `a number that JSON does not write so: ${quote(wordAt(text, startOfNumber(text, index)))}`)
      );
    case 'colon':
      return diagnoseWord(text, index, 'a colon is expected after the key') ?? fault('not-json', index, expected(text, index, 'a colon'));
    case 'key':
      return diagnoseKey(text, index);
    case 'separator':
      return diagnoseWord(text, index, '') ?? fault('not-json', index, expected(text, index, 'a comma or the end of the container'));
    case 'value':
      return diagnoseWord(text, index, '') ?? fault('not-json', index, expected(text, index, 'a JSON value'));
  }
}

function fault(reason: NotJsonReason, index: number, detail: string, repair?: string): NotJson {
  return { reason, index, detail, ...(repair === undefined ? {} : { repair }) };
}

function truncated(index: number, where: string, open: string, count: number): NotJson {
  const detail = open === '' ? where : `${where} with ${open} still open`;
  return fault('truncated', index, detail, count === 0 ? undefined : 'close what is open');
}

function openPart(objects: number, arrays: number): string {
  const parts = [objects > 0 ? plural(objects, 'object') : '', arrays > 0 ? plural(arrays, 'array') : ''];
  return parts.filter((part) => part !== '').join(' and ');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function diagnoseKey(text: string, index: number): NotJson {
  const known = diagnoseWord(text, index, '');
  if (known !== undefined && known.reason !== 'python-literal' && known.reason !== 'nan') return known;
  const name = /^[\p{ID_Start}$_][\p{ID_Continue}$-]{0,40}/u.exec(text.slice(index, index + 100))?.[0];
  if (name !== undefined) return fault('unquoted-key', index, `the key ${quote(name)} has no quotes`, `quote the key`);
  return fault('not-json', index, expected(text, index, 'a key in double quotes'));
}

/** Known foreign spellings at the place where something else was expected. */
function diagnoseWord(text: string, index: number, before: string): NotJson | undefined {
  const here = text.slice(index, index + 12);
  const context = before === '' ? '' : `; ${before}`;
  if (here.startsWith("'")) {
    const isPython = /[[{:,(]\s{0,8}(?:True|False|None)\b/.test(text) ? '; Python literal syntax' : '';
    return fault('single-quotes', index, `single-quoted string${isPython}${context}`, 'read single quotes as double quotes');
  }
  if (/^(?:\/\/|\/\*|#)/.test(here)) return fault('comment', index, `a comment${context}`, 'drop the comment');
  const python = /^(?:True|False|None)\b/.exec(here)?.[0];
  if (python !== undefined)
    return fault('python-literal', index, `Python literal ${python}`, `${python} → ${python === 'None' ? 'null' : python.toLowerCase()}`);
  const nan = /^[+-]?(?:nan|inf(?:inity)?)\b/i.exec(here)?.[0];
  if (nan !== undefined) return fault('nan', index, `${nan} is not a JSON number`, `${nan} → null`);
  return undefined;
}

function expected(text: string, index: number, what: string): string {
  return `${what} is expected, and ${quote(wordAt(text, index))} stands there`;
}

/** A JSON number that goes wrong after its minus sign or first digits: where it starts. */
function startOfNumber(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < 20 && /[0-9.eE+-]/.test(text.charAt(start - 1))) start--;
  return start;
}

function wordAt(text: string, index: number): string {
  const word = /^[!#-+\--9;-Z\\^-z|~]{1,20}/.exec(text.slice(index, index + 20))?.[0];
  if (word !== undefined) return word;
  return /[ -~]/.test(text.charAt(index)) ? text.charAt(index) : codeName(text, index);
}

function escapeAt(text: string, index: number): string {
  return text.charAt(index + 1) === 'u' ? text.slice(index, index + 6) : text.slice(index, index + 2);
}

function quote(text: string): string {
  return text.includes('"') || text.includes('\\') ? text : `"${text}"`;
}

function codeName(text: string, index: number): string {
  return `U+${(text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** More text after a whole value: counts the values, and says whether the later ones repeat the first. */
export function diagnoseTrailing(text: string, first: JsonValue, end: number): NotJson {
  const index = afterSpace(text, end);
  let count = 1;
  let isRepeated = true;
  let at = index;
  let reading = readExact(text, at);
  while (reading.ok) {
    count++;
    isRepeated = isRepeated && isEqual(reading.value, first);
    at = afterSpace(text, reading.end);
    if (at >= text.length) return fault('trailing-data', index, wholeValues(count, index, isRepeated), 'keep only the first');
    reading = readExact(text, at);
  }
  const rest = reading.stop === 'end' || reading.stop === 'end-of-string' ? 'a value that is cut short' : 'text that is not JSON';
  return fault('trailing-data', index, `${plural(count, 'complete JSON value')}, then ${rest}`, 'keep only the first');
}

function wholeValues(count: number, second: number, isRepeated: boolean): string {
  const relation = isRepeated ? 'they are equal' : 'they differ';
  return `${count} complete JSON values in one text (the second starts at index ${second}), and ${relation}`;
}
