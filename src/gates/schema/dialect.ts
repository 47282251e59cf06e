import type { DialectName } from '../../model/declaration.ts';
import { isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import type { SchemaResources } from '../gates.ts';
import { keywordFacts, type Vocabulary } from './keywords.ts';

/** The rules one schema resource is read by. */
export interface Dialect {
  readonly name: DialectName;
  /** True up to draft-07, where `$ref` hides every keyword beside it. */
  readonly isRefAlone: boolean;
  /** The vocabularies a custom meta-schema switches on; undefined: all of the draft's. */
  readonly vocabularies: ReadonlySet<Vocabulary> | undefined;
  /** True where a meta-schema requires the format-assertion vocabulary. */
  readonly isFormatAsserted: boolean;
}

export type DialectLookup =
  | { readonly kind: 'known'; readonly dialect: Dialect }
  | { readonly kind: 'unsupported'; readonly detail: string };

const identifiers: ReadonlyMap<string, DialectName> = new Map([
  ['http://json-schema.org/draft-04/schema', 'draft-04'],
  ['http://json-schema.org/draft-06/schema', 'draft-06'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
]);

const vocabularyNames: ReadonlyMap<string, readonly Vocabulary[]> = new Map([
  ['2019-09/vocab/core', ['core']],
  ['2019-09/vocab/applicator', ['applicator', 'unevaluated']],
  ['2019-09/vocab/validation', ['validation']],
  ['2019-09/vocab/meta-data', []],
  ['2019-09/vocab/format', ['format']],
  ['2019-09/vocab/content', ['content']],
  ['2020-12/vocab/core', ['core']],
  ['2020-12/vocab/applicator', ['applicator']],
  ['2020-12/vocab/unevaluated', ['unevaluated']],
  ['2020-12/vocab/validation', ['validation']],
  ['2020-12/vocab/meta-data', []],
  ['2020-12/vocab/format-annotation', ['format']],
  ['2020-12/vocab/format-assertion', ['format']],
  ['2020-12/vocab/content', ['content']],
]);

/** A chain of meta-schemas longer than this describes nothing. */
const chainLimit = 16;

const standard: ReadonlyMap<DialectName, Dialect> = new Map(
  [...identifiers.values()].map((name) => [
    name,
    { name, isRefAlone: name.startsWith('draft-'), vocabularies: undefined, isFormatAsserted: false },
  ]),
);
const newest: Dialect = { name: '2020-12', isRefAlone: false, vocabularies: undefined, isFormatAsserted: false };

/** The draft itself, with all its vocabularies. */
export function standardDialect(name: DialectName): Dialect {
  return standard.get(name) ?? newest;
}

/** Drops an empty fragment, and nothing else: `https` for `http` is another identifier. */
function withoutEmptyFragment(uri: string): string {
  return uri.endsWith('#') ? uri.slice(0, -1) : uri;
}

function unsupported(uri: string): DialectLookup {
  const other = uri.startsWith('https:') ? uri.replace('https:', 'http:') : uri.replace('http:', 'https:');
  const near = identifiers.has(withoutEmptyFragment(other)) ? `; the identifier is written ${other}` : '';
  return { kind: 'unsupported', detail: `${uri} names no dialect that is known or given${near}` };
}

/** The dialect a `$schema` value names: one of the five drafts, or a meta-schema among the given resources. */
export function findDialect(uri: string, resources: SchemaResources, chain: number = 0): DialectLookup {
  const identifier = withoutEmptyFragment(uri);
  const name = identifiers.get(identifier);
  if (name !== undefined) return { kind: 'known', dialect: standardDialect(name) };
  const metaschema = resources.get(identifier);
  const parent = stringMember(metaschema, '$schema');
  if (parent === undefined || chain >= chainLimit || !isJsonObject(metaschema)) return unsupported(uri);
  const base = findDialect(parent, resources, chain + 1);
  if (base.kind === 'unsupported' || base.dialect.isRefAlone) return base;
  return withVocabularies(base.dialect, metaschema);
}

function withVocabularies(base: Dialect, metaschema: JsonObject): DialectLookup {
  const declared = member(metaschema, '$vocabulary');
  if (!isJsonObject(declared)) return { kind: 'known', dialect: base };
  const vocabularies = new Set<Vocabulary>(['core']);
  let isFormatAsserted = false;
  for (const uri of Object.keys(declared)) {
    const path = uri.startsWith('https://json-schema.org/draft/') ? uri.slice('https://json-schema.org/draft/'.length) : '';
    const known = path.startsWith(base.name) ? vocabularyNames.get(path) : undefined;
    if (known === undefined && declared[uri] === true) {
      return { kind: 'unsupported', detail: `the meta-schema requires the vocabulary ${uri}, which is not known` };
    }
    for (const vocabulary of known ?? []) vocabularies.add(vocabulary);
    if (path.endsWith('/format-assertion')) isFormatAsserted = true;
  }
  return { kind: 'known', dialect: { ...base, vocabularies, isFormatAsserted } };
}

/** Whether the keyword means anything under this dialect. Words of another draft do not. */
export function isActive(dialect: Dialect, keyword: string): boolean {
  const fact = keywordFacts.get(keyword);
  if (fact === undefined || !fact.dialects.has(dialect.name)) return false;
  return dialect.vocabularies === undefined || dialect.vocabularies.has(fact.vocabulary);
}

/** The keyword's value where the keyword is in force. */
export function activeMember(dialect: Dialect, schema: JsonObject, keyword: string): JsonValue | undefined {
  const value = member(schema, keyword);
  return value === undefined || !isActive(dialect, keyword) ? undefined : value;
}
