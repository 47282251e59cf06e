import type { DialectName } from '../../model/declaration.ts';
import type { ExactNumber, JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { readFacts } from './read-facts.ts';

export const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type TypeName = (typeof typeNames)[number];
export type NumberValue = number | ExactNumber;

export interface NumberFacts {
  readonly minimum: NumberValue | undefined;
  readonly maximum: NumberValue | undefined;
  readonly exclusiveMinimum: NumberValue | undefined;
  readonly exclusiveMaximum: NumberValue | undefined;
  readonly multipleOf: NumberValue | undefined;
}
export interface TextFacts {
  readonly minLength: NumberValue | undefined;
  readonly maxLength: NumberValue | undefined;
  readonly pattern: string | undefined;
}
export interface ArrayFacts {
  readonly minItems: NumberValue | undefined;
  readonly maxItems: NumberValue | undefined;
  readonly isUnique: boolean;
  readonly prefix: readonly SchemaNode[];
  readonly rest: SchemaNode | undefined;
  /** `items`, or `additionalItems` beside an array of items. */
  readonly restKeyword: string;
  readonly contains: SchemaNode | undefined;
  readonly minContains: NumberValue;
  readonly maxContains: NumberValue | undefined;
  /** From 2020-12 on `contains` evaluates the items it matches. */
  readonly isContainsMarking: boolean;
}
export interface ObjectFacts {
  readonly node: SchemaNode;
  readonly required: readonly string[];
  readonly requiredNames: ReadonlySet<string>;
  readonly minProperties: NumberValue | undefined;
  readonly maxProperties: NumberValue | undefined;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly patterns: readonly (readonly [string, SchemaNode])[];
  readonly additional: SchemaNode | undefined;
  readonly names: SchemaNode | undefined;
  readonly dependentRequired: readonly { readonly name: string; readonly required: readonly string[]; readonly keyword: string }[];
  /** True when it says, other than by false, that any further name is allowed. */
  readonly isExplicitlyOpen: boolean;
}
export interface InPlaceFacts {
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[] | undefined;
  readonly oneOf: readonly SchemaNode[] | undefined;
  readonly not: SchemaNode | undefined;
  readonly condition: SchemaNode | undefined;
  readonly then: SchemaNode | undefined;
  readonly else: SchemaNode | undefined;
  readonly dependents: readonly { readonly name: string; readonly node: SchemaNode; readonly keyword: string }[];
}

/** A schema object read once, by the rules of its dialect. Absent sections assert nothing. */
export interface Facts {
  readonly node: SchemaNode;
  readonly dialect: DialectName;
  /** Up to draft-07: the target that stands for the whole schema. */
  readonly alone: SchemaNode | undefined;
  readonly types: readonly TypeName[] | undefined;
  readonly literals: Literals | undefined;
  readonly number: NumberFacts | undefined;
  readonly text: TextFacts | undefined;
  readonly format: string | undefined;
  readonly isFormatAsserted: boolean;
  readonly array: ArrayFacts | undefined;
  readonly object: ObjectFacts | undefined;
  readonly hasReferences: boolean;
  readonly inPlace: InPlaceFacts | undefined;
  readonly unevaluatedItems: SchemaNode | undefined;
  readonly unevaluatedProperties: SchemaNode | undefined;
  /** A keyword whose value means nothing: a schema that reaches it gives no verdict. */
  readonly malformed: string | undefined;
}

export interface Literals {
  readonly keyword: 'const' | 'enum';
  readonly values: readonly JsonValue[];
  has(value: JsonValue): boolean;
}

/** The facts of a schema location, read at its first use. */
export function factsOf(node: SchemaNode): Facts {
  node.facts ??= readFacts(node);
  return node.facts;
}
