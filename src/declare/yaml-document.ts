import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import { parseJson } from '../json/parse.ts';
import { appendToken } from '../json/pointer.ts';
import type { JsonValue } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import type { GivenDocument } from './document.ts';
import { lineColumn } from './line-column.ts';
import { refuse } from './refused.ts';

/** Nodes after every alias is written out: a short file can stand for billions. */
const nodeLimit = 200_000;

interface Reading {
  readonly source: string;
  readonly text: string;
  readonly document: Document.Parsed;
  readonly places: Map<string, { readonly value: number | undefined; readonly key: number | undefined }>;
  nodes: number;
}

/** YAML 1.2, core schema, one document: no tags, no merge keys, no key twice, aliases only as long as they stay small. */
export function readYaml(source: string, text: string): Pick<GivenDocument, 'value' | 'place'> {
  const document = parse(source, text);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) return refuse(source, `not YAML: ${firstLine(fault.message)}`, lineColumn(text, fault.pos[0]));
  const reading: Reading = { source, text, document, places: new Map(), nodes: 0 };
  const value = read(reading, document.contents, { pointer: '', depth: 0, key: undefined });
  const place = (pointer: string, part: 'value' | 'key'): string | undefined => {
    const index = reading.places.get(pointer)?.[part];
    return index === undefined ? undefined : lineColumn(text, index);
  };
  return { value, place };
}

function parse(source: string, text: string): Document.Parsed {
  try {
    return parseDocument(text, { version: '1.2', schema: 'core', merge: false, uniqueKeys: true, prettyErrors: false, strict: true });
  } catch {
    // The parser descends by recursion: only absurd nesting gets here.
    return refuse(source, 'cannot be read as YAML: nested too deeply');
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

interface At {
  readonly pointer: string;
  readonly depth: number;
  readonly key: number | undefined;
}

function read(reading: Reading, node: unknown, at: At): JsonValue {
  reading.nodes += 1;
  if (reading.nodes > nodeLimit) return refuse(reading.source, `too large: more than ${nodeLimit} values once every alias is written out`);
  if (at.depth > depthLimit) return refuse(reading.source, `nested deeper than ${depthLimit} levels`);
  if (isAlias(node)) return read(reading, node.resolve(reading.document), { ...at, depth: at.depth + 1 });
  const value = isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
  reading.places.set(at.pointer, { value, key: at.key });
  if (isScalar(node)) return readScalar(reading, node);
  if (isSeq(node)) {
    return node.items.map((item, index) =>
      read(reading, item, { pointer: appendToken(at.pointer, index), depth: at.depth + 1, key: undefined }),
    );
  }
  if (!isMap(node)) return null;
  const members = node.items.map((pair): readonly [string, JsonValue] => {
    const name = readKey(reading, pair.key);
    const key = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
    return [name, read(reading, pair.value, { pointer: appendToken(at.pointer, name), depth: at.depth + 1, key })];
  });
  return Object.fromEntries(members);
}

function readKey(reading: Reading, key: unknown): string {
  const place = isScalar(key) && key.range ? lineColumn(reading.text, key.range[0]) : undefined;
  if (!isScalar(key)) return refuse(reading.source, 'a key must be plain text', place);
  const name = typeof key.value === 'string' ? key.value : key.source;
  if (name === undefined) return refuse(reading.source, 'a key must be plain text', place);
  if (name === '<<') return refuse(reading.source, 'merge keys (<<) are not read: write the members out', place);
  return name;
}

/** Numbers go through the exact JSON reader where they are spelt as JSON spells them: no digit is lost. */
function readScalar(reading: Reading, node: Scalar): JsonValue {
  const { value } = node;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  const place = node.range ? lineColumn(reading.text, node.range[0]) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(reading.source, 'a value that JSON cannot say', place);
  const exact = parseJson(node.source ?? '');
  if (exact.ok && (typeof exact.value === 'number' || typeof exact.value === 'object')) return exact.value;
  if (!Number.isSafeInteger(value) && Number.isInteger(value)) return refuse(reading.source, 'a number that a double does not hold', place);
  return value;
}
