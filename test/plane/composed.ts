import type { Random } from '../properties/differential/random.ts';
import type { Json, JsonRecord } from './event.ts';
import { type Deviant, either, type Field, foreign, maybe, one, oneOrMany, type RecordShape, type Shape, scalar } from './shapes.ts';

// Values made of other values.

function list(random: Random, item: Shape): Shape {
  const maxItems = 3 + random.below(3);
  const isUnique = random.chance(0.3);
  const makeItems = (random: Random, count: number): Json[] => {
    const items = Array.from({ length: count }, () => item.make(random));
    return isUnique ? [...new Map(items.map((one) => [JSON.stringify(one), one])).values()] : items;
  };
  return {
    schema: { type: 'array', items: item.schema, maxItems, ...(isUnique ? { uniqueItems: true } : {}) },
    make: (random) => makeItems(random, 1 + random.below(maxItems)),
    deviate(random, path) {
      const items = makeItems(random, 1 + random.below(maxItems - 1));
      if (random.chance(0.3)) return one('wrong-type', path, foreign(random, ['array']));
      const first = items[0] ?? null;
      if (isUnique && random.chance(0.5)) return one('duplicate-item', `${path}/${items.length}`, [...items, first]);
      if (!isUnique && random.chance(0.3))
        return one(
          'wrong-length',
          path,
          Array.from({ length: maxItems + 2 }, () => item.make(random)),
        );
      const inner = item.deviate(random, `${path}/0`);
      return { value: [inner.value, ...items.slice(1)], delta: inner.delta };
    },
  };
}

export function record(fields: readonly Field[], isClosed = true): RecordShape {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const make = (random: Random): JsonRecord =>
    Object.fromEntries(fields.flatMap((field) => (field.isRequired || random.chance(0.6) ? [[field.name, field.shape.make(random)]] : [])));
  return {
    fields,
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, shape, byDefault }) => [name, withDefault(shape.schema, byDefault)])),
      ...(required.length > 0 ? { required } : {}),
      ...(isClosed ? { additionalProperties: false } : {}),
    },
    make,
    deviate(random, path) {
      const value = make(random);
      const way = random.below(10);
      if (way < 2 && isClosed) return one('extra-field', `${path}/priority`, { ...value, priority: random.below(5) });
      if (way < 4 && required.length > 0) return withoutField(value, path, random.pick(required));
      const field = random.pick(fields);
      const inner = field.shape.deviate(random, `${path}/${field.name}`);
      const once = { value: { ...value, [field.name]: inner.value }, delta: inner.delta };
      if (way < 9 || !isClosed) return once;
      return { value: { ...once.value, urgency: 'now' }, delta: [...once.delta, { kind: 'extra-field', path: `${path}/urgency` }] };
    },
  };
}

const withDefault = (schema: JsonRecord, value: Json | undefined): JsonRecord =>
  value === undefined ? schema : { ...schema, default: value };

function withoutField(value: JsonRecord, path: string, name: string): Deviant {
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return one('missing-field', `${path}/${name}`, rest);
}

/** One of two objects, told apart by the constant in `kind`. */
function tagged(random: Random): Shape {
  const branch = (tag: string, shape: Shape): Shape => {
    const body = record([{ name: 'value', shape, isRequired: true }]);
    const properties = { kind: { const: tag }, value: shape.schema };
    return {
      schema: { type: 'object', properties, required: ['kind', 'value'], additionalProperties: false },
      make: (random) => ({ kind: tag, ...body.make(random) }),
      deviate(random, path) {
        const inner = shape.deviate(random, `${path}/value`);
        return { value: { kind: tag, value: inner.value }, delta: inner.delta };
      },
    };
  };
  const branches = [branch('first', scalar(random)), branch('second', scalar(random))];
  return {
    schema: { oneOf: branches.map(({ schema }) => schema) },
    make: (random) => random.pick(branches).make(random),
    deviate: (random, path) => random.pick(branches).deviate(random, path),
  };
}

export function anyShape(random: Random, depth: number): Shape {
  const way = random.below(10);
  if (depth === 0 || way < 5) return scalar(random);
  if (way < 6) return random.chance(0.6) ? either() : oneOrMany();
  if (way < 7) return maybe();
  if (way < 8) return list(random, anyShape(random, depth - 1));
  if (way < 9) return tagged(random);
  return anyRecord(random, depth - 1);
}

const names = ['customer', 'order', 'reason', 'total', 'status', 'note', 'day', 'items', 'origin', 'target'] as const;

export function anyRecord(random: Random, depth: number, own: readonly Field[] = []): RecordShape {
  const first = random.below(names.length);
  const fields = Array.from({ length: 2 + random.below(4) }, (_, index): Field => {
    const name = names[(first + index) % names.length] ?? 'note';
    const shape = anyShape(random, depth);
    const isRequired = index === 0 || random.chance(0.4);
    return { name, shape, isRequired, byDefault: !isRequired && random.chance(0.3) ? shape.make(random) : undefined };
  });
  return record([...own, ...fields], own.length > 0 || random.chance(0.8));
}
