import type { Line } from './lines.ts';

/**
 * A line of a captured stream of server-sent events (HTML Standard, section 9.2.6), or of the head that `curl -i` prints before it
 * (RFC 9112, section 4). `payload`: where the text of a `data` field begins.
 */
export type Field =
  | { readonly kind: 'data'; readonly payload: number }
  /** `event`, `id` and `retry`: they say what the payload says itself, or nothing about it. */
  | { readonly kind: 'other' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'status' };

const other: Field = { kind: 'other' };
const comment: Field = { kind: 'comment' };
const status: Field = { kind: 'status' };

type Bytes = Pick<Line, 'bytes' | 'start' | 'end'>;

/** What a line is of a stream of events; undefined for every other line. */
export function fieldOf({ bytes, start, end }: Bytes): Field | undefined {
  switch (bytes[start]) {
    case 58:
      return comment;
    case 100: {
      if (!isAt('data:', { bytes, start, end })) return undefined;
      return { kind: 'data', payload: bytes[start + 5] === 32 && start + 5 < end ? start + 6 : start + 5 };
    }
    case 72:
      return isAt('HTTP/', { bytes, start, end }) ? status : undefined;
    default:
      return ['event:', 'id:', 'retry:'].some((name) => isAt(name, { bytes, start, end })) ? other : undefined;
  }
}

/** The beginning of such a line, as a cut leaves it. */
export const isFieldBegun = (text: string): boolean => text !== '' && ['data:', 'event:', 'retry:'].some((name) => name.startsWith(text));

function isAt(name: string, { bytes, start, end }: Bytes): boolean {
  if (end - start < name.length) return false;
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name.charCodeAt(i)) return false;
  return true;
}

/** Whether a line of a stream of events begins at an index of a text. */
export function isFieldAt(text: string, index: number): boolean {
  return (index === 0 || text.charCodeAt(index - 1) === 10) && /^(?:data:|event:|id:|retry:|:|HTTP\/)/.test(text.slice(index, index + 6));
}
