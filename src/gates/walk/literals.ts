import { printJson } from '../../json/print.ts';
import type { JsonValue } from '../../model/json.ts';
import type { TypeName } from './facts.ts';
import { findSlip, plainName } from './likeness.ts';

/** What is asked of a set of literals when a value is none of them: worked out once, since there may be a hundred thousand. */
interface Literals {
  readonly printed: ReadonlySet<string>;
  readonly types: readonly TypeName[];
  readonly texts: readonly string[];
  /** The first text of each spelling: without letter case, and without the marks between words. */
  readonly lower: ReadonlyMap<string, string>;
  readonly plain: ReadonlyMap<string, string>;
}

const known = new WeakMap<readonly JsonValue[], Literals>();

const typeOf = (value: JsonValue): TypeName => (typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'number');

function firstBy(texts: readonly string[], keyOf: (text: string) => string): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const text of texts) {
    const key = keyOf(text);
    if (!first.has(key)) first.set(key, text);
  }
  return first;
}

export function literalsOf(values: readonly JsonValue[]): Literals {
  const before = known.get(values);
  if (before !== undefined) return before;
  const texts = values.filter((one) => typeof one === 'string');
  const literals = {
    printed: new Set(values.map((one) => printJson(one))),
    types: [...new Set(values.map(typeOf))],
    texts,
    lower: firstBy(texts, (text) => text.toLowerCase()),
    plain: firstBy(texts, plainName),
  };
  known.set(values, literals);
  return literals;
}

/** How a text that is none of the literals looks like one of them. */
export function literalHint(value: string, { texts, lower, plain }: Literals): string | undefined {
  const same = lower.get(value.toLowerCase());
  if (same !== undefined) return `differs from ${printJson(same, 60)} only in letter case`;
  const near = plain.get(plainName(value)) ?? findSlip(value, texts)?.name;
  return near === undefined ? undefined : `looks like ${printJson(near, 60)}`;
}
