import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import type { GivenDocument } from './document.ts';
import { nearestName } from './nearest.ts';
import { refuse } from './refused.ts';

/** A part of a document that has to have a certain shape. */
export interface Part {
  readonly document: GivenDocument;
  readonly pointer: string;
  readonly value: JsonValue;
}

export function partAt(parent: Part, name: string | number): Part | undefined {
  const value = isJsonArray(parent.value)
    ? parent.value[Number(name)]
    : isJsonObject(parent.value)
      ? member(parent.value, String(name))
      : undefined;
  return value === undefined ? undefined : { document: parent.document, pointer: `${parent.pointer}/${name}`, value };
}

export function refusePart(part: Part, detail: string): never {
  return refuse(part.document.source, detail, part.document.place(part.pointer, 'value'));
}

/** An object with no key but the known ones. A misspelt key would otherwise be a setting that is silently not obeyed. */
export function expectObject(part: Part, what: string, known: readonly string[]): JsonObject {
  if (!isJsonObject(part.value))
    return refusePart(part, `${what} must be an object with ${known.join(', ')}; found ${describe(part.value)}`);
  for (const name of Object.keys(part.value)) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${JSON.stringify(nearest)}?`;
    const pointer = `${part.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return refuse(part.document.source, `unknown key ${JSON.stringify(name)} in ${what}; ${hint}`, part.document.place(pointer, 'key'));
  }
  return part.value;
}

export function expectList(part: Part | undefined, what: string): readonly Part[] {
  if (part === undefined) return [];
  if (!isJsonArray(part.value)) return refusePart(part, `${what} must be a list; found ${describe(part.value)}`);
  return part.value.map((value, index) => ({ document: part.document, pointer: `${part.pointer}/${index}`, value }));
}

export function expectText(part: Part | undefined, what: string): string | undefined {
  if (part === undefined) return undefined;
  if (typeof part.value !== 'string' || part.value === '') return refusePart(part, `${what} must be text; found ${describe(part.value)}`);
  return part.value;
}

export function expectFlag(part: Part | undefined, what: string): boolean | undefined {
  if (part === undefined) return undefined;
  if (typeof part.value !== 'boolean') return refusePart(part, `${what} must be true or false; found ${describe(part.value)}`);
  return part.value;
}

export function expectCount(part: Part | undefined, what: string): number | undefined {
  if (part === undefined) return undefined;
  if (typeof part.value !== 'number' || !Number.isSafeInteger(part.value) || part.value < 0) {
    return refusePart(part, `${what} must be a whole number from 0; found ${describe(part.value)}`);
  }
  return part.value;
}

export function expectTexts(part: Part | undefined, what: string): readonly string[] | undefined {
  if (part === undefined) return undefined;
  return expectList(part, what).map((item) => expectText(item, `each of ${what}`) ?? '');
}

/** A value's type in words, never its content. */
export function describe(value: JsonValue): string {
  if (value === null) return 'nothing (null)';
  if (isJsonArray(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? `${value}` : 'a number';
}
