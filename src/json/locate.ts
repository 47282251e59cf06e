import { indexOfToken, pointerTokens } from './pointer.ts';
import { afterSpace } from './space.ts';
import { escapeLength, readString } from './token.ts';

interface Walk {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly part: 'value' | 'key';
  index: number;
  /** Open containers, and how many tokens of the pointer the path to here has matched. */
  depth: number;
  matched: number;
  /** For each matched level: the index of the array item being read, or `inObject`. */
  readonly items: number[];
  found: number | undefined;
}

const inObject = -1;

/**
 * UTF-16 index of the first character of the value a pointer leads to, or of its key's opening quote (an array item
 * has no key: then of the value), in a text that is JSON; undefined if nothing is there. Where a key is said twice
 * the last one counts, as in the value. One pass without a stack: linear whatever the depth.
 */
export function locate(text: string, pointer: string, part: 'value' | 'key'): number | undefined {
  const tokens = pointerTokens(pointer);
  const start = afterSpace(text, 0);
  if (tokens.length === 0) return pointer === '' && start < text.length ? start : undefined;
  const walk: Walk = { text, tokens, part, index: start, depth: 0, matched: 0, items: [], found: undefined };
  while (walk.index < text.length) step(walk);
  return walk.found;
}

function step(walk: Walk): void {
  const code = walk.text.charCodeAt(walk.index);
  if (code === 34) {
    passString(walk);
    return;
  }
  walk.index++;
  if (code === 123 || code === 91) open(walk, code === 91);
  else if (code === 125 || code === 93) close(walk);
  else if (code === 44) separate(walk);
}

/** Whether the innermost open container is the one the next token of the pointer speaks of. */
function isWatched(walk: Walk): boolean {
  return walk.depth === walk.matched + 1;
}

function open(walk: Walk, isArray: boolean): void {
  walk.depth++;
  if (!isWatched(walk)) return;
  walk.items[walk.matched] = inObject;
  if (isArray) enterItem(walk, 0);
}

function close(walk: Walk): void {
  walk.depth--;
  leave(walk);
}

function separate(walk: Walk): void {
  leave(walk);
  const item = walk.items[walk.matched] ?? inObject;
  if (isWatched(walk) && item !== inObject) enterItem(walk, item + 1);
}

/** A matched value has ended: the path is again the one to the container around it. */
function leave(walk: Walk): void {
  walk.matched = Math.min(walk.matched, Math.max(walk.depth - 1, 0));
}

function enterItem(walk: Walk, item: number): void {
  walk.items[walk.matched] = item;
  if (indexOfToken(walk.tokens[walk.matched] ?? '') === item) match(walk, undefined);
}

function passString(walk: Walk): void {
  const key = walk.index;
  walk.index = endOfString(walk.text, key);
  const colon = afterSpace(walk.text, walk.index);
  if (!isWatched(walk) || walk.items[walk.matched] !== inObject || walk.text.charCodeAt(colon) !== 58) return;
  walk.index = colon + 1;
  const name = readString({ text: walk.text, index: key, stop: undefined });
  if (name === walk.tokens[walk.matched]) match(walk, key);
}

/** The value that follows is the one the next token names. An earlier one of the same name no longer counts. */
function match(walk: Walk, key: number | undefined): void {
  const value = afterSpace(walk.text, walk.index);
  walk.found = undefined;
  if (walk.matched + 1 < walk.tokens.length) walk.matched++;
  else if (walk.text.charCodeAt(value) !== 93) walk.found = walk.part === 'key' ? (key ?? value) : value;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (let code = text.charCodeAt(i); code !== 34 && i < text.length; code = text.charCodeAt(i)) i += code === 92 ? 2 : 1;
  return i + 1;
}

/**
 * Index in the outer text of the n-th UTF-16 unit of the string literal that starts at `stringIndex`; of its closing
 * quote when the string has no more than n.
 */
export function locateInString(text: string, stringIndex: number, decodedIndex: number): number {
  let i = stringIndex + 1;
  for (let unit = 0; unit < decodedIndex && i < text.length && text.charCodeAt(i) !== 34; unit++) {
    i += text.charCodeAt(i) === 92 ? Math.max(escapeLength(text, i), 1) : 1;
  }
  return Math.min(i, text.length);
}
