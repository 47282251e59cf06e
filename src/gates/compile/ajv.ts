import { Ajv } from 'ajv';
import { isMultipleOf } from '../../json/decimal.ts';
import { equalityKey } from '../../json/equal.ts';
import type { JsonValue } from '../../model/json.ts';

/** True and false are verdicts; undefined means that ajv gave none. */
export type Verdict = (value: JsonValue) => boolean | undefined;

/** What the compiled code calls for formats and patterns: the same functions as the walk. */
export interface Checks {
  readonly isRightFormat: (format: string, value: JsonValue) => boolean;
  readonly matchPattern: (pattern: string, text: string) => boolean;
}

export interface Compiler {
  /** Undefined where ajv refuses the schema. */
  compile(schema: JsonValue): Verdict | undefined;
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object';
}

/** Hashed, where ajv compares every pair and skips some. */
function hasUniqueItems(items: readonly JsonValue[]): boolean {
  if (items.every(isScalar)) return new Set(items).size === items.length;
  return new Set(items.map(equalityKey)).size === items.length;
}

/** ajv divides doubles: it refuses 19.99 as a multiple of 0.01. */
function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  return isMultipleOf(value, divisor);
}

/** ajv caches pattern objects by their text, so each must say which pattern it is. */
function patternEngine(checks: Checks): { (pattern: string): { test(text: string): boolean; toString(): string }; code: string } {
  const engine = (pattern: string): { test(text: string): boolean; toString(): string } => ({
    test: (text) => checks.matchPattern(pattern, text),
    toString: () => pattern,
  });
  return Object.assign(engine, { code: 'patternEngine' });
}

function openAjv(formats: readonly string[], isNumeric: (format: string) => boolean, checks: Checks): Ajv {
  const ajv = new Ajv({
    strict: false,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: patternEngine(checks) },
  });
  for (const keyword of ['uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isOn: boolean) => (isOn ? hasUniqueItems : (): boolean => true),
  });
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number) => (value: number) => isMultiple(value, divisor),
  });
  for (const format of formats) {
    if (isNumeric(format)) ajv.addFormat(format, { type: 'number', validate: (value) => checks.isRightFormat(format, value) });
    else ajv.addFormat(format, { type: 'string', validate: (value) => checks.isRightFormat(format, value) });
  }
  return ajv;
}

/** ajv as a compiler of the subset only (subset.ts): one instance, nothing kept in its caches. */
export function openCompiler(formats: readonly string[], isNumeric: (format: string) => boolean, checks: Checks): Compiler {
  const ajv = openAjv(formats, isNumeric, checks);
  return {
    compile(schema) {
      if (typeof schema === 'boolean') return () => schema;
      if (typeof schema !== 'object' || schema === null) return undefined;
      try {
        const validate = ajv.compile<unknown>(schema);
        ajv.removeSchema(schema);
        return (value) => runSafely(validate, value);
      } catch {
        return undefined;
      }
    },
  };
}

function runSafely(validate: (value: JsonValue) => unknown, value: JsonValue): boolean | undefined {
  try {
    const verdict = validate(value);
    return typeof verdict === 'boolean' ? verdict : undefined;
  } catch {
    return undefined;
  }
}
