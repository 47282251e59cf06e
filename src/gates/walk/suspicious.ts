import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, jsonTypeOf } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { evaluate } from './evaluate.ts';
import { type Facts, factsOf, type ObjectFacts, type TypeName } from './facts.ts';
import { readText } from './repair.ts';
import { remark } from './report.ts';
import type { Visit } from './visit.ts';

function article(value: JsonValue): string {
  const type = jsonTypeOf(value);
  if (type === 'null') return 'null';
  return type === 'array' || type === 'object' ? `an ${type}` : `a ${type}`;
}

/** A text that its own rules shape (pattern, format, literals) is meant as a text, whatever else it could be. */
function isShaped(facts: Facts): boolean {
  return facts.literals !== undefined || facts.format !== undefined || facts.text?.pattern !== undefined;
}

function isTextAmong(types: readonly TypeName[], value: JsonValue): boolean {
  const type = jsonTypeOf(value);
  return types.some((one) => one === type || (one === 'integer' && type === 'number'));
}

/** `type: ["string", "array"]` and a text that reads as such an array. */
export function remarkTypes(facts: Facts, types: readonly TypeName[], value: string, visit: Visit): void {
  if (isShaped(facts)) return;
  const read = readText(value);
  if (read === undefined || !isTextAmong(types, read) || !evaluate(facts.node, read, visit.walk.silent)) return;
  remarkReading(facts.node, 'type', value, read, visit);
}

/** A union whose text alternative took what another alternative declares in its own form. */
export function remarkUnion(
  union: { readonly node: SchemaNode; readonly keyword: string; readonly branches: readonly SchemaNode[] },
  passing: ReadonlySet<SchemaNode>,
  value: string,
  visit: Visit,
): void {
  const isPlain = [...passing].some((branch) => isPlainText(branch));
  const read = isPlain ? readText(value) : undefined;
  if (read === undefined) return;
  const isWanted = union.branches.some((branch) => !passing.has(branch) && evaluate(branch, read, visit.walk.silent));
  if (isWanted) remarkReading(union.node, union.keyword, value, read, visit);
}

function isPlainText(branch: SchemaNode): boolean {
  if (!isJsonObject(branch.schema)) return false;
  const facts = factsOf(branch);
  return facts.alone === undefined && facts.types?.includes('string') === true && !isShaped(facts);
}

function remarkReading(node: SchemaNode, keyword: string, value: string, read: JsonValue, visit: Visit): void {
  const isContainer = typeof read === 'object' && read !== null && !(read instanceof ExactNumber);
  const detail = isContainer
    ? `the text parses as ${article(read)}, which is declared beside text`
    : `the text reads as ${article(read)}, which is declared beside text`;
  remark(visit, { node, keyword, kind: 'suspicious-value', recorded: value, detail });
}

interface TextPlace {
  readonly object: ObjectFacts;
  readonly parent: JsonObject;
  readonly key: string;
}

/** What a valid text may have swallowed on its way: the next parameter's markup, or an encoding too many. */
export function remarkText(node: SchemaNode, value: string, place: TextPlace, visit: Visit): void {
  const hasMarkup = value.includes('<');
  const detail = (hasMarkup ? swallowedMarkup(value, place) : undefined) ?? swallowedMember(value, place) ?? entities(value, place.key);
  if (detail !== undefined) remark(visit, { node, keyword: '', kind: 'suspicious-value', recorded: value, detail });
}

function isAbsent({ object, parent }: TextPlace, name: string): boolean {
  return object.properties.has(name) && !Object.hasOwn(parent, name);
}

/** Only markup that names a declared, absent field, or a closing tag run into a tool call's: prose about markup is no fault. */
function swallowedMarkup(value: string, place: TextPlace): string | undefined {
  for (const [, name = ''] of value.matchAll(/<(?:antml:)?parameter name="([^"<>]{1,200})"/g)) {
    if (isAbsent(place, name)) return `contains tool-call markup that names the declared, absent field ${name}`;
  }
  const run = /<\/([\w:.-]{1,100})>\s{0,20}<([\w:.-]{1,100})/g;
  for (const [, closed = '', opened = ''] of value.matchAll(run)) {
    if (closed !== place.key && !/^(?:antml:)?parameter$/.test(closed)) continue;
    if (/^(?:antml:)?(?:parameter|invoke)$/.test(opened)) return 'contains tool-call markup after its own closing tag';
    if (isAbsent(place, opened)) return `contains markup that names the declared, absent field ${opened}`;
  }
  return undefined;
}

/** The quote that should have ended the text, and the next member after it. */
function swallowedMember(value: string, place: TextPlace): string | undefined {
  if (!value.includes('"') || /^\s*[[{]/.test(value)) return undefined;
  for (const [, name = ''] of value.matchAll(/"\s{0,20},\s{0,20}"([^"]{1,200})"\s{0,20}:/g)) {
    if (isAbsent(place, name)) return `contains the text of the declared, absent field ${name}`;
  }
  return undefined;
}

const codeWords: ReadonlySet<string> = new Set([
  'command',
  'cmd',
  'code',
  'script',
  'query',
  'sql',
  'url',
  'uri',
  'path',
  'file',
  'filepath',
  'shell',
  'expression',
]);

/** HTML entities where a machine reads the text. A text that is markup itself may well hold them. */
function entities(value: string, key: string): string | undefined {
  if (!value.includes('&')) return undefined;
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]+/);
  if (!codeWords.has(words.at(-1) ?? '') || /<\/?[A-Za-z][^<>]{0,500}>/.test(value)) return undefined;
  const counts = new Map<string, number>();
  for (const [entity] of value.matchAll(/&(?:amp|lt|gt|quot|apos|#39|#x27|#34);/g)) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  if (counts.size === 0) return undefined;
  return `contains HTML entities (${[...counts].map(([entity, count]) => `${entity} x${count}`).join(', ')})`;
}
