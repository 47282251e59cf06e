import { appendToken } from '../../json/pointer.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../../model/json.ts';
import type { NativeLine } from './line.ts';
import { isRedacted } from './redacted.ts';

/** Members of a validator's error that hold the judged value: jsonschema and Ajv (verbose), Pydantic, Zod 4, and our own word for it. */
const judgedValues = ['instance', 'data', 'input', 'value', 'recorded'] as const;

/**
 * What Python's jsonschema says of a value begins with that value: `'48.00' is not of type 'number'`. A message that begins with a key
 * (`'amount' is a required property`) repeats no content.
 */
const beginsWithValue =
  /^(?:'|"|-?\d|\[|\{|True |False |None ).*? (?:is not (?:of type|one of|valid under|a multiple of|a ')|is too (?:long|short)|is (?:less|greater) than|does not (?:match|have)|has (?:non-unique|too many))/s;
const longestMessage = 2000;

/**
 * JSON Pointer to the first place where a gate's difference, a validator's error or a policy's reason repeats content. A content-free ledger
 * carries digests only, and of a difference kind and path only (ledger.md §6); whether this ledger is one shows at the end of its run.
 */
export function repeatedContent(line: NativeLine): string | undefined {
  const { delta, errors, reasons, context } = line.event;
  if (delta === undefined && errors === undefined && reasons === undefined && context === undefined) return undefined;
  return (
    firstIn(line, { list: delta, name: 'delta', find: inDelta }) ??
    firstIn(line, { list: errors, name: 'errors', find: inError }) ??
    firstIn(line, { list: reasons, name: 'reasons', find: inReason }) ??
    firstIn(line, { list: context, name: 'context', find: inContext })
  );
}

/** Where inside an entry content is repeated. */
type Find = (entry: JsonValue) => string | undefined;

interface Asked {
  readonly list: JsonValue | undefined;
  readonly name: string;
  readonly find: Find;
}

function firstIn(line: NativeLine, { list, name, find }: Asked): string | undefined {
  if (list === undefined) return undefined;
  for (const [index, entry] of (isJsonArray(list) ? list : [list]).entries()) {
    const path = find(entry);
    if (path === undefined) continue;
    const pointer = (isJsonArray(list) ? `${name}/${index}` : name) + path;
    if (!isRedacted(line.event, pointer)) return `${line.prefix}/${pointer}`;
  }
  return undefined;
}

/** Null says nothing: a recorder that always writes a member repeats no content in it. */
const isSaid = (object: JsonObject, name: string): boolean => (member(object, name) ?? null) !== null;

/** Kind and path only: everything else of an entry goes beyond them, be it the declaration's word. */
const inDelta: Find = (entry) => {
  if (!isJsonObject(entry)) return undefined;
  const name = Object.keys(entry).find((key) => key !== 'kind' && key !== 'path' && isSaid(entry, key));
  return name === undefined ? undefined : appendToken('', name);
};

const inError: Find = (entry) => {
  if (typeof entry === 'string') return saysValue(entry) ? '' : undefined;
  if (!isJsonObject(entry)) return undefined;
  const name = judgedValues.find((key) => isSaid(entry, key));
  if (name !== undefined) return `/${name}`;
  const message = member(entry, 'message');
  return typeof message === 'string' && saysValue(message) ? '/message' : undefined;
};

const inReason: Find = (entry) => {
  const name = isJsonObject(entry) ? ['requested', 'limit'].find((key) => isSaid(entry, key)) : undefined;
  return name === undefined ? undefined : `/${name}`;
};

/** The context of a decision holds the call's arguments as its input. */
const inContext: Find = (context) => (isJsonObject(context) && isSaid(context, 'input') ? '/input' : undefined);

/** Only the beginning is looked at: a hostile message must not make this slow. */
const saysValue = (message: string): boolean => beginsWithValue.test(message.slice(0, longestMessage));
