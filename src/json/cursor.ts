import { afterSpace } from './space.ts';

/** Why reading stopped, in the words of the grammar; diagnose.ts turns it into words for a person. */
export type StopKind =
  | 'end'
  | 'end-of-string'
  | 'control-character'
  | 'escape'
  | 'number'
  | 'value'
  | 'key'
  | 'colon'
  | 'separator'
  | 'trailing-comma';

/** A place in a text that is being read. `stop` is set once, where reading failed. */
export interface Cursor {
  readonly text: string;
  index: number;
  stop: StopKind | undefined;
}

/** Moves over white space. Returns the code after it, NaN at the end. */
export function skipSpace(cursor: Cursor): number {
  cursor.index = afterSpace(cursor.text, cursor.index);
  return cursor.text.charCodeAt(cursor.index);
}

/** Ends reading at an index. */
export function stopAt(cursor: Cursor, stop: StopKind, index: number): undefined {
  cursor.index = index;
  cursor.stop = index >= cursor.text.length && stop !== 'end-of-string' ? 'end' : stop;
  return undefined;
}
