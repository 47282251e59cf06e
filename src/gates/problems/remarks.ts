import { isHeldByDouble } from '../../json/number.ts';
import { appendToken } from '../../json/pointer.ts';
import type { DeclarationProblem, DialectName } from '../../model/declaration.ts';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, member } from '../../model/json.ts';
import { isCheckedFormat, isIdnaFormat } from '../formats/check.ts';
import { hasLiteralSlashes } from '../patterns/foreign.ts';
import { readPattern } from '../patterns/read.ts';
import { authorizationRemarks } from './authorization.ts';
import { placeInSchema, type SchemaPlace } from './place.ts';
import { remark } from './remark.ts';
import { annotationWords, clip, remarkOnWord } from './words.ts';

/** One subschema under examination, and what was said about the schemas before it. */
export interface Subject {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly dialect: DialectName;
  readonly seen: Seen;
}

export interface Seen {
  /** Formats already said to be unchecked. */
  readonly formats: Set<string>;
  /** Pointers of schemas for which it is said what becomes of fields they do not name. */
  readonly decided: ReadonlySet<string>;
}

function wordRemarks({ schema, pointer, dialect }: Subject): readonly DeclarationProblem[] {
  const isRefAlone = typeof member(schema, '$ref') === 'string' && dialect.startsWith('draft-');
  return Object.keys(schema).flatMap((word) => {
    const said = remarkOnWord(word, dialect);
    if (said !== undefined) return [remark(said.fault, appendToken(pointer, word), said.detail, clip(word))];
    if (!isRefAlone || word === '$ref' || word === '$defs' || word === 'definitions' || annotationWords.has(word)) return [];
    const at = appendToken(pointer, word);
    return word === 'id' || /^x-/i.test(word)
      ? []
      : [remark('foreign-keyword', at, `${word} beside $ref has no effect up to draft-07`, word)];
  });
}

const openApiFormats: ReadonlySet<string> = new Set(['byte', 'binary', 'float', 'double', 'password', 'decimal']);

function whyUnchecked(format: string): string {
  if (isIdnaFormat(format)) return 'needs the IDNA tables, which are not loaded';
  return openApiFormats.has(format) ? 'is OpenAPI, not JSON Schema' : 'is not a format of JSON Schema';
}

function formatRemarks({ schema, pointer, seen }: Subject): readonly DeclarationProblem[] {
  const format = member(schema, 'format');
  if (typeof format !== 'string' || isCheckedFormat(format) || seen.formats.has(format)) return [];
  seen.formats.add(format);
  return [remark('unchecked-format', `${pointer}/format`, `${clip(format)} ${whyUnchecked(format)}: not checked`, clip(format))];
}

function patternRemark(source: string, pointer: string): readonly DeclarationProblem[] {
  const pattern = readPattern(source);
  if (pattern.kind === 'foreign') return [{ ...remark('foreign-pattern', pointer, pattern.detail, clip(source)), isBlocking: true }];
  const said: DeclarationProblem[] = [];
  if (pattern.ambiguity === 'found') {
    const detail = 'some texts can be matched in very many ways (nested or overlapping repetition): matched under a time limit';
    said.push(remark('unsafe-pattern', pointer, detail, clip(source)));
  }
  if (hasLiteralSlashes(source)) {
    said.push(
      remark(
        'foreign-pattern',
        pointer,
        'the slashes belong to the pattern and must stand in the text (write it without them)',
        clip(source),
      ),
    );
  }
  return said;
}

function patternRemarks({ schema, pointer }: Subject): readonly DeclarationProblem[] {
  const pattern = member(schema, 'pattern');
  const own = typeof pattern === 'string' ? patternRemark(pattern, `${pointer}/pattern`) : [];
  const named = member(schema, 'patternProperties');
  if (!isJsonObject(named)) return own;
  const place = `${pointer}/patternProperties`;
  return [...own, ...Object.keys(named).flatMap((source) => patternRemark(source, appendToken(place, source)))];
}

const closers: readonly string[] = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];

export function decidesFields(schema: JsonObject): boolean {
  return closers.some((word) => Object.hasOwn(schema, word));
}

function openObjectRemarks({ schema, pointer, seen }: Subject, place: SchemaPlace): readonly DeclarationProblem[] {
  const properties = member(schema, 'properties');
  if (!isJsonObject(properties) || Object.keys(properties).length === 0 || place.isQuestion) return [];
  if ([pointer, ...place.around].some((around) => seen.decided.has(around))) return [];
  return [remark('open-object', pointer, 'fields that it does not name are accepted (no additionalProperties)')];
}

function saysNothing(schema: JsonValue): boolean {
  if (schema === true) return true;
  return isJsonObject(schema) && Object.keys(schema).every((word) => annotationWords.has(word) || /^x-/i.test(word));
}

function untypedRemarks({ schema, pointer }: Subject, place: SchemaPlace): readonly DeclarationProblem[] {
  const properties = member(schema, 'properties');
  if (!isJsonObject(properties) || place.isQuestion) return [];
  return Object.keys(properties).flatMap((name) => {
    const field = member(properties, name);
    if (field === undefined || !saysNothing(field)) return [];
    return [remark('untyped-field', appendToken(`${pointer}/properties`, name), `${clip(name)} accepts any value: it declares no type`)];
  });
}

/** Bounds and steps that most validators would round before they compare. They are compared exactly here. */
function numberRemarks({ schema, pointer }: Subject): readonly DeclarationProblem[] {
  return Object.entries(schema).flatMap(([word, value]) => {
    if (!(value instanceof ExactNumber) || isHeldByDouble(value.text)) return [];
    const detail = `${word} ${clip(value.text)} is held by no double: most validators compare with another number`;
    return [remark('rounded-number', appendToken(pointer, word), detail, value)];
  });
}

/** Everything a subschema promises less than its reader thinks, and patterns that cannot be applied. */
export function remarksOn(subject: Subject): readonly DeclarationProblem[] {
  const place = placeInSchema(subject.pointer);
  return [
    ...wordRemarks(subject),
    ...patternRemarks(subject),
    ...formatRemarks(subject),
    ...openObjectRemarks(subject, place),
    ...untypedRemarks(subject, place),
    ...numberRemarks(subject),
    ...authorizationRemarks(subject.schema, subject.pointer, place),
  ];
}
