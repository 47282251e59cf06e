import { sha256 } from '../digest/sha256.ts';
import { locate } from '../json/locate.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonValue } from '../model/json.ts';
import type { Resolve } from './declared.ts';
import { lineColumn } from './line-column.ts';
import { refuse } from './refused.ts';

/** A given file, read as one JSON value. */
export interface GivenDocument {
  readonly source: string;
  /** Over the file's bytes. */
  readonly sha256: string;
  readonly value: JsonValue;
  /** `line:column` of the value a JSON Pointer leads to, or of its key. */
  place(pointer: string, part: 'value' | 'key'): string | undefined;
}

/** Declarations are written by people or exported by tools: none is larger than this. */
const byteLimit = 64 * 1024 * 1024;

/** Reads one file; refuses what is missing, no text, no JSON and no YAML. */
export async function readDocument(source: string, resolve: Resolve): Promise<GivenDocument> {
  const found = await resolve(source);
  if (found.kind === 'missing') return refuse(source, `cannot be read: ${found.reason}`);
  if (found.kind === 'directory') return refuse(source, 'is a folder where one file is expected');
  return parseDocument(source, found.bytes);
}

export async function parseDocument(source: string, bytes: Uint8Array): Promise<GivenDocument> {
  if (bytes.length > byteLimit) return refuse(source, `too large for a declaration: ${bytes.length} bytes, at most ${byteLimit}`);
  const text = decode(source, bytes);
  if (text.trim() === '') return refuse(source, 'the file is empty; expected declarations in JSON or YAML');
  const digest = sha256(bytes);
  if (isJsonFile(source, text)) return { source, sha256: digest, ...readJson(source, text) };
  // Loaded late: a command that is given JSON never pays for the YAML parser.
  const { readYaml } = await import('./yaml-document.ts');
  return { source, sha256: digest, ...readYaml(source, text) };
}

function decode(source: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(source, 'the file is not UTF-8 text');
  }
}

/** The name decides; a file without a telling name by its first character. */
function isJsonFile(source: string, text: string): boolean {
  if (/\.(?:json|jsonl|ndjson)$/i.test(source)) return true;
  return !/\.ya?ml$/i.test(source) && /^\s*[[{]/.test(text);
}

function readJson(source: string, text: string): Pick<GivenDocument, 'value' | 'place'> {
  const read = parseJson(text);
  if (!read.ok && /\.(?:jsonl|ndjson)$/i.test(source)) {
    return refuse(source, 'is a file of JSON lines, as recordings are; a declaration is one JSON or YAML document');
  }
  if (!read.ok) return refuse(source, `not JSON (${read.fault.reason}): ${read.fault.detail}`, lineColumn(text, read.fault.index));
  if (read.isDeep) return refuse(source, 'nested too deeply for a declaration');
  const duplicate = read.defects.find((defect) => defect.kind === 'duplicate-key');
  if (duplicate !== undefined) {
    return refuse(source, `the key ${JSON.stringify(duplicate.text)} stands twice in one object`, lineColumn(text, duplicate.index));
  }
  const place = (pointer: string, part: 'value' | 'key'): string | undefined => {
    const index = locate(text, pointer, part);
    return index === undefined ? undefined : lineColumn(text, index);
  };
  return { value: read.value, place };
}
