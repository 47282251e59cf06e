import type { Random } from '../properties/differential/random.ts';
import type { Json, JsonRecord } from './event.ts';

/** One difference as a gate has to name it. */
export interface Difference {
  readonly kind: string;
  readonly path: string;
}
/** A value that deviates, and every difference in it. */
export interface Deviant {
  readonly value: Json;
  readonly delta: readonly Difference[];
}
/** A kind of value: its schema, values that keep to it, and values that do not, with the delta known because it was put there. */
export interface Shape {
  readonly schema: JsonRecord;
  make(random: Random): Json;
  deviate(random: Random, path: string): Deviant;
}
export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** What the declaration says is meant where an optional field is absent. */
  readonly byDefault?: Json | undefined;
}
export interface RecordShape extends Shape {
  readonly fields: readonly Field[];
  make(random: Random): JsonRecord;
}

export const one = (kind: string, path: string, value: Json): Deviant => ({ value, delta: [{ kind, path }] });
const words = ['north', 'amber', 'ledger', 'window', 'copper', 'harbour', 'violet', 'meadow'] as const;
const wordOf = (random: Random): string => `${random.pick(words)} ${random.pick(words)} ${random.below(1000)}`;

/** Any value of a type that is none of `types`. */
export function foreign(random: Random, types: readonly string[]): Json {
  const values: readonly (readonly [string, Json])[] = [
    ['string', wordOf(random)],
    ['number', random.below(100) + 0.5],
    ['boolean', random.chance(0.5)],
    ['null', null],
    ['object', { odd: random.below(9) }],
    ['array', [wordOf(random), 7]],
  ];
  return random.pick(values.filter(([type]) => !types.includes(type)))[1];
}

export function text(random: Random): Shape {
  const maxLength = 30 + random.below(40);
  return {
    schema: { type: 'string', minLength: 1, maxLength },
    make: wordOf,
    deviate(random, path) {
      if (random.chance(0.5)) return one('wrong-type', path, foreign(random, ['string']));
      return one('wrong-length', path, random.chance(0.5) ? '' : 'long '.repeat(maxLength));
    },
  };
}

export function code(): Shape {
  return {
    schema: { type: 'string', pattern: '^[A-Z]-[0-9]{4}$' },
    make: (random) => `${random.pick(['A', 'B', 'C'])}-${1000 + random.below(9000)}`,
    deviate: (random, path) =>
      random.chance(0.3) ? one('wrong-type', path, foreign(random, ['string'])) : one('wrong-pattern', path, `x${random.below(99)}`),
  };
}

function choice(random: Random): Shape {
  const values = ['accepted', 'pending', 'done', 'held'].slice(0, 2 + random.below(3));
  return {
    schema: { type: 'string', enum: values },
    make: (random) => random.pick(values),
    deviate: (random, path) =>
      random.chance(0.3)
        ? one('wrong-type', path, foreign(random, ['string']))
        : one('wrong-value', path, random.pick(['lost', 'gone', 'Accepted'])),
  };
}

function whole(random: Random): Shape {
  const maximum = 50 + random.below(1000);
  return {
    schema: { type: 'integer', minimum: 1, maximum },
    make: (random) => 1 + random.below(maximum),
    deviate(random, path) {
      if (random.chance(0.4)) return one('out-of-range', path, random.chance(0.5) ? 0 : maximum + 1 + random.below(9));
      return one('wrong-type', path, random.chance(0.5) ? String(1 + random.below(9)) : foreign(random, ['integer']));
    },
  };
}

function amount(): Shape {
  return {
    schema: { type: 'number', exclusiveMinimum: 0 },
    make: (random) => random.below(5000) + 0.125 * (1 + random.below(7)),
    deviate: (random, path) =>
      random.chance(0.4) ? one('out-of-range', path, -random.below(50)) : one('wrong-type', path, foreign(random, ['number'])),
  };
}

function flag(): Shape {
  return {
    schema: { type: 'boolean' },
    make: (random) => random.chance(0.5),
    deviate: (random, path) => one('wrong-type', path, random.chance(0.5) ? 'true' : foreign(random, ['boolean'])),
  };
}

function day(): Shape {
  return {
    schema: { type: 'string', format: 'date' },
    make: (random) => `2026-0${1 + random.below(9)}-1${random.below(10)}`,
    deviate: (random, path) =>
      random.chance(0.3) ? one('wrong-type', path, foreign(random, ['string'])) : one('wrong-format', path, `2026-13-${random.below(10)}x`),
  };
}

/** Text or number: a place where a value may change its type and stay valid. */
export function either(): Shape {
  return {
    schema: { type: ['string', 'number'] },
    make: (random) => (random.chance(0.5) ? wordOf(random) : random.below(900) + 0.25),
    deviate: (random, path) => one('wrong-type', path, foreign(random, ['string', 'number'])),
  };
}

export function maybe(): Shape {
  return {
    schema: { type: ['string', 'null'] },
    make: (random) => (random.chance(0.3) ? null : wordOf(random)),
    deviate: (random, path) => one('wrong-type', path, foreign(random, ['string', 'null'])),
  };
}

/** One text or several: a place where a list may lose its brackets and stay valid. */
export function oneOrMany(): Shape {
  return {
    schema: { type: ['string', 'array'], items: { type: 'string' } },
    make: (random) => (random.chance(0.3) ? wordOf(random) : Array.from({ length: 1 + random.below(2) }, () => wordOf(random))),
    deviate: (random, path) => one('wrong-type', path, foreign(random, ['string', 'array'])),
  };
}

export function scalar(random: Random): Shape {
  return random.pick([text, code, choice, whole, amount, flag, day])(random);
}
