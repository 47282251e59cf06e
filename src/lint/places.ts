import { type GivenDocument, parseDocument } from '../declare/document.ts';
import { resolvePointer } from '../json/pointer.ts';
import { isJsonArray, memberOf } from '../model/json.ts';
import type { Place } from '../model/record.ts';
import { utf8Length } from '../text/utf8.ts';

/** Each place costs a reading of the file. Past this many characters of it in all, the place of the whole schema has to do. */
const mostCharacters = 300_000_000;
/** Told exactly in any file, however large. */
const fewestPlaces = 50;

/** A declaration file, ready to say where its parts stand. */
export interface PlacedFile {
  readonly document: GivenDocument;
  /** The place of the value a JSON Pointer leads to, or of the nearest one around it that is there; `around`, or the file, once there were too many. */
  placeOf(pointer: string, around: string): Place;
  /** The pointer of the name of the tool object that holds a schema. */
  namePointer(schemaPointer: string): string;
  /** The place of a step's own strict_mode; undefined when this is not the workflow file that says so. */
  strictnessOf(step: string): Place | undefined;
}

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

export async function openPlaces(path: string, bytes: Uint8Array): Promise<PlacedFile> {
  const document = await parseDocument(path, bytes);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = new TextDecoder().decode(bytes);
  const mostPlaces = Math.max(fewestPlaces, Math.floor(mostCharacters / text.length));
  const known = new Map<string, Place>();

  const find = (pointer: string): Place => {
    for (let at = pointer; ; at = parentOf(at)) {
      const found = document.place(at, 'value');
      if (found !== undefined) return { file: path, ...offsetOf(text, found, start), pointer };
      if (at === '') return { file: path, line: 1, column: 1, offset: 0, pointer };
    }
  };
  const cached = (pointer: string): Place => {
    const place = known.get(pointer) ?? find(pointer);
    known.set(pointer, place);
    return place;
  };
  return {
    document,
    placeOf: (pointer, around) =>
      known.has(pointer) || known.size < mostPlaces ? cached(pointer) : { ...(known.get(around) ?? cached('')), pointer },
    namePointer(schemaPointer) {
      const holders = [parentOf(schemaPointer), parentOf(parentOf(schemaPointer))];
      const holder = holders.find((pointer) => typeof memberOf(resolvePointer(document.value, pointer), 'name') === 'string');
      return holder === undefined ? '' : `${holder}/name`;
    },
    strictnessOf(step) {
      const steps = memberOf(document.value, 'steps');
      const index = isJsonArray(steps)
        ? steps.findIndex((one) => memberOf(one, 'id') === step && memberOf(one, 'strict_mode') !== undefined)
        : -1;
      return index === -1 ? undefined : cached(`/steps/${index}/strict_mode`);
    },
  };
}

/** `line:column`, with the bytes before it; `start` is the length of a byte order mark. */
function offsetOf(text: string, place: string, start: number): Pick<Place, 'line' | 'column' | 'offset'> {
  const [line = 1, column = 1] = place.split(':').map(Number);
  let index = 0;
  for (let left = line - 1; left > 0; left -= 1) index = text.indexOf('\n', index) + 1;
  for (let left = column - 1; left > 0; left -= 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return { line, column, offset: start + utf8Length(text, index) };
}
