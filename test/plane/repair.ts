import type { Random } from '../properties/differential/random.ts';
import { isList, isRecord, type Json, type JsonRecord } from './event.ts';
import type { Field, RecordShape, Shape } from './shapes.ts';
import { isValid } from './valid.ts';

/** The names of silent repairs (ledger.md §4) that change a value; `substituted` changes the tool. */
export const repairs = [
  'dropped',
  'added',
  'defaulted',
  'null-filled',
  'emptied',
  'coerced',
  'renamed',
  'rounded',
  'unwrapped',
  'truncated',
  'changed',
] as const;
export type Repair = (typeof repairs)[number];

const put = (value: JsonRecord, name: string, member: Json): JsonRecord => ({ ...value, [name]: member });
const without = (value: JsonRecord, name: string): JsonRecord => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** Every value that this one repair makes of an object, by changing one of its own members. */
function candidates(random: Random, repair: Repair, value: JsonRecord, fields: readonly Field[]): readonly JsonRecord[] {
  const present = fields.filter(({ name }) => Object.hasOwn(value, name));
  const absent = fields.filter(({ name }) => !Object.hasOwn(value, name));
  switch (repair) {
    case 'dropped':
      // without its only member an object is empty, which is a repair of another name
      return present.length < 2 ? [] : present.map(({ name }) => without(value, name));
    case 'added':
      return absent.flatMap(({ name, shape, byDefault }) => (byDefault === undefined ? added(random, value, name, shape) : []));
    case 'defaulted':
      return absent.flatMap(({ name, byDefault }) => (byDefault === undefined ? [] : [put(value, name, byDefault)]));
    case 'null-filled':
      return absent.flatMap(({ name, byDefault }) => (byDefault === null ? [] : [put(value, name, null)]));
    case 'renamed':
      return present.flatMap(({ name }) =>
        isTelling(value[name]) ? [put(without(value, name), `${name}_text`, value[name] ?? null)] : [],
      );
    default:
      return present.flatMap(({ name }) => (remade(repair, value[name] ?? null) ?? []).map((member) => put(value, name, member)));
  }
}

/** Whether the same value under another name says that the name was changed: true, null and 7 stand in many places. */
const isTelling = (value: Json | undefined): boolean => typeof value === 'string' && value.length > 5;

/** The same repair one level further down. */
function inside(random: Random, repair: Repair, value: JsonRecord, fields: readonly Field[]): readonly JsonRecord[] {
  return fields.flatMap(({ name, shape }) => {
    const member = value[name];
    if (!isRecord(member) || !isRecordShape(shape)) return [];
    return candidates(random, repair, member, shape.fields).map((made) => put(value, name, made));
  });
}

export const isRecordShape = (shape: Shape | undefined): shape is RecordShape => shape !== undefined && Object.hasOwn(shape, 'fields');

/** A value that stands nowhere else in the object: else it was renamed, or filled with nothing. */
function added(random: Random, value: JsonRecord, name: string, shape: Shape): readonly JsonRecord[] {
  const member = shape.make(random);
  return member === null ? [] : [put(value, name, member)];
}

/** What a repair makes of one member. */
function remade(repair: Repair, member: Json): readonly Json[] | undefined {
  switch (repair) {
    case 'emptied':
      return emptied(member);
    case 'coerced':
      return typeof member === 'number' || typeof member === 'boolean' ? [String(member)] : undefined;
    case 'rounded':
      return typeof member === 'number' && !Number.isInteger(member) ? [Math.round(member)] : undefined;
    case 'unwrapped':
      return isList(member) && member.length === 1 ? member : undefined;
    case 'truncated':
      return typeof member === 'string' && member.length > 8 ? [member.slice(0, 6).trimEnd()] : undefined;
    default:
      return changed(member);
  }
}

function emptied(member: Json): readonly Json[] | undefined {
  if (typeof member === 'string' && member !== '') return [''];
  if (isList(member) && member.length > 0) return [[]];
  return isRecord(member) ? [{}] : undefined;
}

function changed(member: Json): readonly Json[] | undefined {
  if (typeof member === 'string')
    return ['another matter', 'held', 'done', 'A-1111', '2026-01-11'].filter((other) => !isAlike(other, member));
  if (typeof member === 'number') return [member + 2];
  return typeof member === 'boolean' ? [!member] : undefined;
}

const isAlike = (other: string, member: string): boolean => other.startsWith(member.slice(0, 3)) || member.includes(other);

/** The value after a repair; where it must stay valid, only such a one. */
export function repaired(
  random: Random,
  repair: Repair,
  value: Json,
  { fields, schema }: { readonly fields: readonly Field[]; readonly schema: Json | undefined },
): Json | undefined {
  if (!isRecord(value)) return undefined;
  const made = [...candidates(random, repair, value, fields), ...inside(random, repair, value, fields)].filter((one) =>
    isValid(schema, one),
  );
  return made.length === 0 ? undefined : random.pick(made);
}
