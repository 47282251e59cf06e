import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import { parseJson } from '../json/parse.ts';
import { appendToken } from '../json/pointer.ts';
import type { JsonValue } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import type { GivenDocument } from './document.ts';
import { lineColumn } from './line-column.ts';
import { refuse } from './refused.ts';

/** Nodes after every alias is written out: a short file can stand for billions. */
const nodeLimit = 100_000;

const tooDeep = 'cannot be read as YAML: nested too deeply';

interface Reading {
  readonly source: string;
  readonly text: string;
  /** The node each anchor stands for at this point of the text; a later anchor of the same name takes over. */
  readonly anchors: Map<string, unknown>;
  readonly places: Map<string, { readonly value: number | undefined; readonly key: number | undefined }>;
  nodes: number;
}

/** YAML 1.2, core schema, one document: no tags, no merge keys, no key twice, aliases only as long as they stay small. */
export function readYaml(source: string, text: string): Pick<GivenDocument, 'value' | 'place'> {
  const document = parse(source, text);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault?.message.startsWith('Maximum call stack')) return refuse(source, tooDeep);
  if (fault !== undefined) return refuse(source, `not YAML: ${firstLine(fault.message)}`, lineColumn(text, fault.pos[0]));
  const reading: Reading = { source, text, anchors: new Map(), places: new Map(), nodes: 0 };
  const value = read(reading, document.contents, { pointer: '', depth: 0, key: undefined, isCopy: false });
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
    return refuse(source, tooDeep);
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

interface At {
  readonly pointer: string;
  readonly depth: number;
  readonly key: number | undefined;
  /** Inside what an alias stands for: anchors met there were seen before. */
  readonly isCopy: boolean;
}

function read(reading: Reading, node: unknown, at: At): JsonValue {
  reading.nodes += 1;
  if (reading.nodes > nodeLimit) return refuse(reading.source, `too large: more than ${nodeLimit} values once every alias is written out`);
  if (at.depth > depthLimit) return refuse(reading.source, `nested deeper than ${depthLimit} levels`);
  if (isAlias(node)) return readAlias(reading, node, at);
  note(reading, node, at);
  if (isScalar(node)) return readScalar(reading, node);
  if (isSeq(node)) {
    return node.items.map((item, index) =>
      read(reading, item, { ...at, pointer: appendToken(at.pointer, index), depth: at.depth + 1, key: undefined }),
    );
  }
  if (!isMap(node)) return null;
  const members = node.items.map((pair): readonly [string, JsonValue] => {
    const name = readKey(reading, pair.key);
    const key = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
    return [name, read(reading, pair.value, { ...at, pointer: appendToken(at.pointer, name), depth: at.depth + 1, key })];
  });
  return Object.fromEntries(members);
}

function readAlias(reading: Reading, node: Alias, at: At): JsonValue {
  const place = node.range ? lineColumn(reading.text, node.range[0]) : undefined;
  if (!reading.anchors.has(node.source)) return refuse(reading.source, `the alias *${node.source} has no anchor before it`, place);
  return read(reading, reading.anchors.get(node.source), { ...at, depth: at.depth + 1, isCopy: true });
}

function note(reading: Reading, node: unknown, at: At): void {
  if (at.isCopy || !(isScalar(node) || isMap(node) || isSeq(node))) return;
  reading.places.set(at.pointer, { value: node.range?.[0], key: at.key });
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, node);
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
