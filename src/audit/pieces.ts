import type { Place, SourceRecord } from '../model/record.ts';

/** A file that goes on with a ledger, and what the files before it hold: their lines and their bytes come first. */
export interface Piece {
  readonly file: string;
  /** Position of the input. */
  readonly input: number;
  readonly line: number;
  readonly offset: number;
  /** It records a run of the whole; else only what holds for all runs. */
  readonly isOfRun: boolean;
}

/** Where a line of the whole stands: the last piece that begins before it. */
function pieceAt(pieces: readonly Piece[], line: number): Piece | undefined {
  return pieces.findLast((piece) => piece.line < line);
}

/** Records as they stand in the whole: the same one for all events of one record. */
export function openWholes(input: number): { of(record: SourceRecord, piece: Piece): SourceRecord } {
  let last: { readonly record: SourceRecord; readonly whole: SourceRecord } | undefined;
  return {
    of(record, piece) {
      if (last?.record !== record) {
        const { line, offset, position } = record;
        const whole = {
          ...record,
          input,
          line: line + piece.line,
          offset: offset + piece.offset,
          ...(position !== undefined && { position: position + piece.offset }),
        };
        last = { record, whole };
      }
      return last.whole;
    },
  };
}

/** A place in the whole as a place in its file. */
export function placeInPiece(pieces: readonly Piece[], place: Place): Place {
  const piece = pieceAt(pieces, place.line);
  if (piece === undefined) return place;
  return { ...place, file: piece.file, line: place.line - piece.line, offset: place.offset - piece.offset };
}

/** A line of the whole as a line of its file, which is the first one where none is named. */
export function lineInPiece(pieces: readonly Piece[], line: number): { readonly line: number; readonly file?: string } {
  const piece = pieceAt(pieces, line);
  return piece === undefined ? { line } : { line: line - piece.line, file: piece.file };
}
