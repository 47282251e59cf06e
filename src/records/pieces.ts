import { constants } from 'node:buffer';
import { parseJson } from '../json/parse.ts';
import { afterSpace } from '../json/space.ts';
import { readDamaged } from './damaged.ts';
import type { Position, Sink } from './sink.ts';
import { readSequence } from './splice.ts';

/** One value that lies in several lines. What is no part of it is kept as spaces, so that every place inside it is that of the file. */
export interface Pieces {
  readonly isEmpty: boolean;
  readonly isDocument: boolean;
  add(piece: Piece): void;
  /** Tells the value, or what is wrong with it. */
  flush(isTerminated: boolean): void;
}

export interface Piece {
  /** The text of the line, without its end. */
  readonly text: string;
  /** A carriage return before the line feed is white space to JSON and a byte to the file. */
  readonly hasReturn: boolean;
  /** UTF-16 units before the payload, which are ASCII or stand for as many bytes. */
  readonly prefix: number;
  readonly at: Position;
  /** A document over several lines, and not the data of an event. */
  readonly isDocument: boolean;
}

export function openPieces(sink: Sink): Pieces {
  let pieces: Piece[] = [];
  let length = 0;

  return {
    get isEmpty() {
      return pieces.length === 0;
    },
    get isDocument() {
      return pieces[0]?.isDocument === true;
    },
    add(piece) {
      // no string could hold it: what is there is told, and the rest is read for itself
      if (length + piece.text.length >= constants.MAX_STRING_LENGTH) flush(true);
      pieces.push(piece);
      length += piece.text.length + 2;
    },
    flush,
  };

  function flush(isTerminated: boolean): void {
    const held = pieces.slice(0, pieces.findLastIndex(saysSomething) + 1);
    pieces = [];
    length = 0;
    const [first] = held;
    if (first === undefined) return;
    const text = textOf(held);
    const at = atPayload(first);
    const parsed = parseJson(text);
    if (parsed.ok) sink.record(text, at, parsed);
    else if (held.length > 1 && !first.isDocument && held.some(isWhole))
      for (const [index, piece] of held.entries()) readAlone(piece, sink, isTerminated || index < held.length - 1);
    else readDamaged(text, at, { sink, fault: parsed.fault, isTerminated });
  }
}

function textOf(pieces: readonly Piece[]): string {
  const last = pieces.length - 1;
  return pieces
    .map((piece, index) => {
      const blank = index === 0 ? '' : ' '.repeat(piece.prefix);
      return `${blank}${payloadOf(piece)}${index === last ? '' : piece.hasReturn ? '\r\n' : '\n'}`;
    })
    .join('');
}

const saysSomething = (piece: Piece): boolean => afterSpace(payloadOf(piece), 0) < payloadOf(piece).length;
const payloadOf = ({ text, prefix }: Piece): string => text.slice(prefix);

function atPayload({ at, prefix }: Piece): Position {
  return { line: at.line, column: at.column + prefix, offset: at.offset + prefix };
}

function isWhole(piece: Piece): boolean {
  const { parts, stopped } = readSequence(payloadOf(piece), 0);
  return parts.length > 0 && stopped === undefined;
}

/** Where the blank lines between events were lost, each line is an event of its own. */
function readAlone(piece: Piece, sink: Sink, isTerminated: boolean): void {
  const text = payloadOf(piece);
  if (afterSpace(text, 0) === text.length) return;
  const parsed = parseJson(text);
  if (parsed.ok) sink.record(text, atPayload(piece), parsed);
  else readDamaged(text, atPayload(piece), { sink, fault: parsed.fault, isTerminated });
}
