import { isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';

/** A place of a format that may hold calls, under the format's own name for it. */
export interface CallPlace {
  readonly name: string;
  /** A text may stand there, as a whole or as an entry: it holds no call. */
  readonly isText?: true | undefined;
}

/**
 * The entries of a place that may hold calls. What stands there in another shape than the format gives it may hold one all the same: it is told
 * of, and never passed over.
 */
export function entriesOf(value: JsonValue | undefined, place: CallPlace, tell: (what: string) => void): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (!isJsonArray(value)) {
    if (!isTextAt(place, value)) tell(`${place.name} that is no list`);
    return [];
  }
  if (value.some((entry) => !isJsonObject(entry) && !isTextAt(place, entry))) tell(`${place.name} with an entry that is no object`);
  return value;
}

const isTextAt = ({ isText }: CallPlace, value: JsonValue): boolean => isText === true && typeof value === 'string';
