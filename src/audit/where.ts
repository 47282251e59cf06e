import type { Finding } from '../model/finding.ts';
import type { AttemptChain } from '../model/report/stories.ts';
import type { PartChain, PartFinding, PartInput, PartUnchecked } from './part.ts';
import { lineInPiece, type Piece, placeInPiece } from './pieces.ts';

/** Places in ledgers that lie in several files, as places in these files. */
export interface Where {
  finding(part: PartFinding): PartFinding;
  unchecked(part: PartUnchecked): PartUnchecked;
  chain(part: PartChain): PartChain;
}

/** Most inputs are whole: what is told of them stands where it stands. */
export function whereIn(inputs: readonly PartInput[]): Where {
  const piecesOf = (input: number): readonly Piece[] => inputs[input]?.pieces ?? [];
  return {
    finding(part) {
      const pieces = piecesOf(part.input);
      return pieces.length === 0 ? part : { ...part, finding: findingIn(pieces, part.finding) };
    },
    unchecked(part) {
      const pieces = piecesOf(part.input);
      return pieces.length === 0 ? part : { ...part, note: { ...part.note, at: placeInPiece(pieces, part.note.at) } };
    },
    chain(part) {
      const pieces = piecesOf(part.input);
      return pieces.length === 0 ? part : { ...part, row: chainIn(pieces, part.row) };
    },
  };
}

function findingIn(pieces: readonly Piece[], finding: Finding): Finding {
  const whole = finding.at.file;
  const at = placeInPiece(pieces, finding.at);
  const { recovered_at: recoveredAt, stages, cause } = finding;
  const line = <Told extends { readonly line: number }>(told: Told): Told => ({
    ...told,
    ...lineFrom(pieces, told.line, { whole, at: at.file }),
  });
  const recovered = recoveredAt === undefined ? undefined : lineFrom(pieces, recoveredAt, { whole, at: at.file });
  return {
    ...finding,
    at,
    ...(recovered !== undefined && { recovered_at: recovered.line, ...(recovered.file !== undefined && { recovered_in: recovered.file }) }),
    ...(stages !== undefined && { stages: stages.map(line) }),
    ...(cause !== undefined && { cause: line(cause) }),
  };
}

function chainIn(pieces: readonly Piece[], row: AttemptChain): AttemptChain {
  const whole = row.at.file;
  const at = placeInPiece(pieces, row.at);
  const attempts = row.attempts.map((attempt) => ({ ...attempt, ...lineFrom(pieces, attempt.line, { whole, at: at.file }) }));
  return { ...row, at, attempts };
}

/** A line before the first piece is one of the whole's own first file. */
function lineFrom(
  pieces: readonly Piece[],
  line: number,
  files: { readonly whole: string; readonly at: string },
): { readonly line: number; readonly file?: string } {
  const told = lineInPiece(pieces, line);
  const file = told.file ?? files.whole;
  return { line: told.line, ...(file !== files.at && { file }) };
}
