import type { DialectName } from '../../model/declaration.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../../model/json.ts';
import { isCheckedFormat } from '../formats/check.ts';
import {
  admits,
  annotations,
  isPlainScalar,
  isStandardDialect,
  lists,
  maps,
  monotone,
  numbers,
  prototypeNames,
  singles,
} from './keywords.ts';

/** A schema rewritten to the keywords that ajv is known to judge as the specification does. */
export interface Subset {
  /** Decides valid or invalid. */
  readonly plain: JsonValue;
  /** Refuses more: also what the walk would remark upon. Undefined when remarks cannot be ruled out this way. */
  readonly strict: JsonValue | undefined;
  /** False when both are the same. */
  readonly isStricter: boolean;
  /** Whether some place admits text beside other types, so that text which looks like JSON is remarked upon. */
  readonly hasLooseText: boolean;
}

interface Draft {
  readonly dialect: DialectName;
  readonly formats: 'assert' | 'annotate';
  /** Pointers of the places that were rewritten: the only ones a reference may lead to. */
  readonly places: Set<string>;
  readonly references: { readonly target: string; readonly isMonotone: boolean }[];
  hasLooseText: boolean;
  /** Something the strict form would have to refuse stands where refusing more could turn invalid into valid. */
  hasRemarksElsewhere: boolean;
  nodes: number;
}

type Rewritten = { readonly plain: JsonValue; readonly strict: JsonValue };
type RewrittenKeyword = { readonly plain: JsonValue | undefined; readonly strict: JsonValue };

/** The schema needs more than the subset: the walk judges it alone. */
class BeyondSubset extends Error {}

/** Compiling costs about 0.1 ms a node; larger schemas are left to the walk. */
const largestSchema = 2000;
const deepestSchema = 64;

function keyed(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  return Object.fromEntries(entries);
}

function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

interface Position {
  readonly pointer: string;
  readonly depth: number;
  readonly isMonotone: boolean;
}

function below(position: Position, step: string, isMonotone: boolean): Position {
  return { pointer: `${position.pointer}/${step}`, depth: position.depth + 1, isMonotone: position.isMonotone && isMonotone };
}

function rewriteSchema(schema: JsonValue, position: Position, draft: Draft): Rewritten {
  draft.nodes += 1;
  if (draft.nodes > largestSchema || position.depth > deepestSchema) throw new BeyondSubset();
  draft.places.add(position.pointer);
  if (typeof schema === 'boolean') {
    if (schema) draft.hasLooseText = true;
    return { plain: schema, strict: schema };
  }
  if (!isJsonObject(schema)) throw new BeyondSubset();
  return rewriteObject(schema, position, draft);
}

function rewriteObject(schema: JsonObject, position: Position, draft: Draft): Rewritten {
  const isReferenceAlone = Object.hasOwn(schema, '$ref') && draft.dialect.startsWith('draft-');
  const plain: [string, JsonValue][] = [];
  const strict: [string, JsonValue][] = [];
  for (const keyword of Object.keys(schema)) {
    if (isReferenceAlone && keyword !== '$ref' && keyword !== '$defs' && keyword !== 'definitions' && keyword !== '$schema') continue;
    const value = member(schema, keyword);
    const rewritten = value === undefined ? undefined : rewriteKeyword(keyword, value, position, draft);
    if (rewritten === undefined) continue;
    if (rewritten.plain !== undefined) plain.push([keyword, rewritten.plain]);
    strict.push([keyword, rewritten.strict]);
  }
  if (!isReferenceAlone) noteLooseText(schema, draft);
  if (isReferenceAlone || !isOpen(schema)) return { plain: keyed(plain), strict: keyed(strict) };
  if (!position.isMonotone) draft.hasRemarksElsewhere = true;
  return { plain: keyed(plain), strict: keyed([...strict, ['additionalProperties', false]]) };
}

/** An object that leaves room for fields it does not name: those are remarked upon, so the strict form refuses them. */
function isOpen(schema: JsonObject): boolean {
  return !Object.hasOwn(schema, 'additionalProperties') && Object.hasOwn(schema, 'properties');
}

function noteLooseText(schema: JsonObject, draft: Draft): void {
  const type = member(schema, 'type');
  const values = member(schema, 'enum');
  const isListed = Object.hasOwn(schema, 'const') || (isJsonArray(values) && values.every((value) => typeof value === 'string'));
  if (type === undefined && !isListed) draft.hasLooseText = true;
  if (isJsonArray(type) && type.length > 1 && type.includes('string')) draft.hasLooseText = true;
}

function rewriteKeyword(keyword: string, value: JsonValue, position: Position, draft: Draft): RewrittenKeyword | undefined {
  if (annotations.has(keyword) || keyword.startsWith('x-') || keyword.startsWith('X-')) return undefined;
  if (singles.has(keyword)) return rewriteSchema(value, below(position, keyword, monotone.has(keyword)), draft);
  if (lists.has(keyword)) return rewriteList(keyword, value, position, draft);
  if (maps.has(keyword)) return rewriteMap(keyword, value, position, draft);
  if (keyword === 'format') return rewriteFormat(value, position, draft);
  const kept = keepAssertion(keyword, value, position, draft);
  return kept === undefined ? undefined : { plain: kept, strict: kept };
}

/** A wrong format fails, or is remarked upon where formats are annotations. */
function rewriteFormat(value: JsonValue, position: Position, draft: Draft): RewrittenKeyword | undefined {
  if (typeof value !== 'string' || !isCheckedFormat(value)) return undefined;
  if (draft.formats === 'assert') return { plain: value, strict: value };
  if (!position.isMonotone) draft.hasRemarksElsewhere = true;
  return { plain: undefined, strict: value };
}

/**
 * Where two alternatives take the same kind of value, the strict form of one may refuse what the other then lets pass
 * without the remark that the first deserves.
 */
function isExclusive(branches: readonly JsonValue[], { formats }: Draft): boolean {
  const kinds = formats === 'assert' ? ['object', 'array'] : ['object', 'array', 'string', 'number'];
  return kinds.every((kind) => branches.filter((branch) => admits(branch, kind)).length <= 1);
}

function rewriteList(keyword: string, value: JsonValue, position: Position, draft: Draft): Rewritten {
  if (!isJsonArray(value) || value.length === 0) throw new BeyondSubset();
  const isMonotone = keyword === 'allOf' || (keyword === 'anyOf' && isExclusive(value, draft));
  const items = value.map((item, index) => rewriteSchema(item, below(position, `${keyword}/${index}`, isMonotone), draft));
  return { plain: items.map((item) => item.plain), strict: items.map((item) => item.strict) };
}

function rewriteMap(keyword: string, value: JsonValue, position: Position, draft: Draft): Rewritten {
  if (!isJsonObject(value)) throw new BeyondSubset();
  const entries = Object.keys(value).map((name) => {
    const inner = member(value, name);
    if (inner === undefined || (prototypeNames.has(name) && keyword !== 'patternProperties')) throw new BeyondSubset();
    const isDefinition = keyword === '$defs' || keyword === 'definitions';
    const place = below(isDefinition ? { ...position, isMonotone: true } : position, `${keyword}/${token(name)}`, true);
    return [name, rewriteSchema(inner, place, draft)] as const;
  });
  return {
    plain: keyed(entries.map(([name, rewritten]) => [name, rewritten.plain])),
    strict: keyed(entries.map(([name, rewritten]) => [name, rewritten.strict])),
  };
}

/** Keywords without subschemas. Undefined: no effect here; a keyword outside the subset throws. */
function keepAssertion(keyword: string, value: JsonValue, position: Position, draft: Draft): JsonValue | undefined {
  if (value instanceof ExactNumber) throw new BeyondSubset();
  if (numbers.has(keyword)) return typeof value === 'number' ? value : beyond();
  switch (keyword) {
    case 'type':
      return typeof value === 'string' || isJsonArray(value) ? value : beyond();
    case 'pattern':
      return typeof value === 'string' ? value : beyond();
    case 'uniqueItems':
      return typeof value === 'boolean' ? value : beyond();
    case 'const':
      return isPlainScalar(value) ? value : beyond();
    case 'enum':
      return isJsonArray(value) && value.length > 0 && value.every(isPlainScalar) ? value : beyond();
    case 'required':
      return isJsonArray(value) && value.every((name) => typeof name === 'string' && !prototypeNames.has(name)) ? value : beyond();
    case '$ref':
      return keepReference(value, position, draft);
    case '$schema':
      return position.pointer === '' && isStandardDialect(value) ? undefined : beyond();
    case '$id':
      return position.pointer === '' && typeof value === 'string' && !value.startsWith('#') ? undefined : beyond();
    default:
      return beyond();
  }
}

function keepReference(value: JsonValue, position: Position, draft: Draft): JsonValue {
  if (typeof value !== 'string' || !/^#(?:\/|$)/.test(value) || value.includes('%')) return beyond();
  draft.references.push({ target: value.slice(1), isMonotone: position.isMonotone });
  return value;
}

function beyond(): never {
  throw new BeyondSubset();
}

/**
 * Rewrites a schema for the fast path, or gives undefined where it needs anything beyond the subset: other documents,
 * dynamic references, unevaluated…, contains, tuples, objects in enum, exact numbers, names of the object prototype.
 */
export function takeSubset(schema: JsonValue, dialect: DialectName, formats: 'assert' | 'annotate'): Subset | undefined {
  if (dialect === 'draft-04' || dialect === 'draft-06') return undefined;
  const draft: Draft = { dialect, formats, places: new Set(), references: [], hasLooseText: false, hasRemarksElsewhere: false, nodes: 0 };
  try {
    const { plain, strict } = rewriteSchema(schema, { pointer: '', depth: 0, isMonotone: true }, draft);
    if (!draft.references.every(({ target }) => draft.places.has(target))) return undefined;
    const isStricter = JSON.stringify(plain) !== JSON.stringify(strict);
    const isSound = !isStricter || draft.references.every(({ isMonotone }) => isMonotone);
    return { plain, strict: isSound && !draft.hasRemarksElsewhere ? strict : undefined, isStricter, hasLooseText: draft.hasLooseText };
  } catch (error) {
    if (error instanceof BeyondSubset) return undefined;
    throw error;
  }
}
