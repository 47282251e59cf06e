import { resolvePointer } from '../../json/pointer.ts';
import type { DeclarationProblem, DialectName } from '../../model/declaration.ts';
import type { Delta } from '../../model/delta.ts';
import { type JsonValue, jsonTypeOf } from '../../model/json.ts';
import { metaschemas } from '../metaschemas/index.ts';
import { createPatternGuard } from '../patterns/guard.ts';
import { eachSubschema, openSchema, type SchemaDocument } from '../schema/document.ts';
import { type WalkSettings, walk } from '../walk/walk.ts';
import { explainInvalid } from './invalid.ts';
import { isPlainlyValid } from './plain.ts';

const identifiers: Readonly<Record<DialectName, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** A reader mends one fault at a time; the first few tell the story. */
const shown = 5;

const opened = new Map<DialectName, SchemaDocument>();

function metaschemaOf(dialect: DialectName): SchemaDocument {
  const known = opened.get(dialect);
  if (known !== undefined) return known;
  const document = openSchema(metaschemas.get(identifiers[dialect]) ?? true, {}, metaschemas);
  opened.set(dialect, document);
  return document;
}

const guard = createPatternGuard();
const settings: WalkSettings = {
  isClosedObjects: false,
  formats: 'annotate',
  checkFormat: () => 'unchecked',
  matchPattern: guard.match,
  maximumSteps: 3_000_000,
};

/** Subschemas of another dialect, which the root's meta-schema does not describe. */
function otherDialects(document: SchemaDocument, dialect: DialectName): readonly string[] {
  const pointers: string[] = [];
  eachSubschema(document, (_, pointer, own) => {
    if (own !== dialect) pointers.push(pointer);
  });
  return pointers;
}

/** A repeated entry is a fault of the list. */
function faultPlace({ kind, path }: Delta): string {
  return kind === 'duplicate-item' ? path.slice(0, path.lastIndexOf('/')) : path;
}

function depthOf(pointer: string): number {
  return pointer.split('/').length;
}

/** The most specific faults, outermost first: one that lies inside another's place explains it better. */
function mostSpecific(deltas: readonly Delta[]): readonly Delta[] {
  const paths = new Set(deltas.map(({ path }) => path));
  const outer = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at >= 0; at = path.lastIndexOf('/', at - 1)) {
      outer.add(path.slice(0, at));
      if (at === 0) break;
    }
  }
  const kept = new Map<string, Delta>();
  for (const delta of deltas) if (!outer.has(delta.path) && !kept.has(delta.path)) kept.set(delta.path, delta);
  return [...kept.values()].sort((a, b) => depthOf(a.path) - depthOf(b.path));
}

function invalid(schema: JsonValue, delta: Delta, dialect: DialectName): DeclarationProblem {
  const recorded = resolvePointer(schema, delta.path);
  const isSmall = recorded !== undefined && ['string', 'number', 'boolean', 'null'].includes(jsonTypeOf(recorded));
  const detail = explainInvalid(schema, delta, dialect);
  return { fault: 'invalid-schema', pointer: delta.path, detail, ...(isSmall ? { recorded } : {}), isBlocking: true };
}

/** Judges a schema by the meta-schema of its dialect. */
export function findInvalid(document: SchemaDocument, dialect: DialectName): readonly DeclarationProblem[] {
  if (isPlainlyValid(document.root, dialect)) return [];
  const result = guard.run(() => walk(metaschemaOf(dialect), document.root, settings));
  if (result.kind !== 'done' || result.value.kind === 'valid') return [];
  if (result.value.kind === 'undecided') {
    const detail = `could not be compared with the meta-schema of ${dialect}: ${result.value.detail}`;
    return [{ fault: 'invalid-schema', pointer: '', detail, isBlocking: true }];
  }
  const others = otherDialects(document, dialect);
  const own = result.value.deltas.filter(({ path }) => !others.some((other) => path === other || path.startsWith(`${other}/`)));
  return mostSpecific(own.map((delta) => ({ ...delta, path: faultPlace(delta) })))
    .slice(0, shown)
    .map((delta) => invalid(document.root, delta, dialect));
}
