import type { DialectName } from '../../model/declaration.ts';

/** Where a keyword's value holds subschemas. `named` is `dependencies`: a map whose arrays are lists of names. */
export type ChildShape = 'one' | 'list' | 'map' | 'one-or-list' | 'named';

export type Vocabulary = 'core' | 'applicator' | 'unevaluated' | 'validation' | 'format' | 'content';

export interface KeywordFact {
  readonly dialects: ReadonlySet<DialectName>;
  readonly vocabulary: Vocabulary;
  readonly children: ChildShape | undefined;
}

/** The five drafts, oldest first. */
const dialectNames: readonly DialectName[] = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'];

const all: ReadonlySet<DialectName> = new Set(dialectNames);
const since = (first: DialectName): ReadonlySet<DialectName> => new Set(dialectNames.slice(dialectNames.indexOf(first)));
const until = (last: DialectName): ReadonlySet<DialectName> => new Set(dialectNames.slice(0, dialectNames.indexOf(last) + 1));
const only = (name: DialectName): ReadonlySet<DialectName> => new Set([name]);

function facts(
  vocabulary: Vocabulary,
  dialects: ReadonlySet<DialectName>,
  words: readonly string[],
  children?: ChildShape,
): readonly (readonly [string, KeywordFact])[] {
  return words.map((word) => [word, { dialects, vocabulary, children }]);
}

/**
 * The keywords that can change a verdict or hold subschemas, with the drafts that have them. `definitions` and `$defs`
 * are places for subschemas in every draft: emitters mix them, and neither asserts anything.
 */
export const keywordFacts: ReadonlyMap<string, KeywordFact> = new Map([
  ...facts('core', all, ['$ref', '$schema']),
  ...facts('core', all, ['$defs', 'definitions'], 'map'),
  ...facts('core', only('draft-04'), ['id']),
  ...facts('core', since('draft-06'), ['$id']),
  ...facts('core', since('2019-09'), ['$anchor', '$vocabulary']),
  ...facts('core', only('2019-09'), ['$recursiveRef', '$recursiveAnchor']),
  ...facts('core', only('2020-12'), ['$dynamicRef', '$dynamicAnchor']),
  ...facts('applicator', all, ['properties', 'patternProperties'], 'map'),
  ...facts('applicator', all, ['additionalProperties', 'not'], 'one'),
  ...facts('applicator', all, ['allOf', 'anyOf', 'oneOf'], 'list'),
  ...facts('applicator', until('draft-07'), ['dependencies'], 'named'),
  ...facts('applicator', all, ['items'], 'one-or-list'),
  ...facts('applicator', until('2019-09'), ['additionalItems'], 'one'),
  ...facts('applicator', since('draft-06'), ['contains', 'propertyNames'], 'one'),
  ...facts('applicator', since('draft-07'), ['if', 'then', 'else'], 'one'),
  ...facts('applicator', since('2019-09'), ['dependentSchemas'], 'map'),
  ...facts('applicator', only('2020-12'), ['prefixItems'], 'list'),
  ...facts('unevaluated', since('2019-09'), ['unevaluatedItems', 'unevaluatedProperties'], 'one'),
  ...facts('validation', all, ['type', 'enum', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']),
  ...facts('validation', all, ['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems']),
  ...facts('validation', all, ['maxProperties', 'minProperties', 'required']),
  ...facts('validation', since('draft-06'), ['const']),
  ...facts('validation', since('2019-09'), ['minContains', 'maxContains', 'dependentRequired']),
  ...facts('format', all, ['format']),
  ...facts('content', since('2019-09'), ['contentSchema'], 'one'),
]);
