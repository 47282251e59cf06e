import { displayWidth } from '../../text/width.ts';
import { type Line, type Span, spaces } from './spans.ts';

/** Words and the spaces between them, each with its span's tone; a solid span that fits on a line counts as one word. */
function wordsOf(line: Line, room: number): Span[] {
  return line.flatMap(({ text, tone, isSolid }) => {
    if (isSolid === true && displayWidth(text) <= room) return [{ text, tone }];
    return text.split(/( +)/).flatMap((word) => (word === '' ? [] : [{ text: word, tone }]));
  });
}

/** The longest head of a word that fits into `room` columns; at least one character, so that wrapping always advances. */
function fittingHead(word: string, room: number): string {
  let head = '';
  for (const character of word) {
    if (head !== '' && displayWidth(head + character) > room) break;
    head += character;
  }
  return head;
}

/** Cuts a word that fits on no line into pieces that do. */
function cutWord(word: Span, room: number): Span[] {
  const pieces: Span[] = [];
  let rest = word.text;
  while (rest !== '') {
    const head = fittingHead(rest, room);
    pieces.push({ text: head, tone: word.tone });
    rest = rest.slice(head.length);
  }
  return pieces;
}

function isBlank(piece: Span): boolean {
  return piece.text.trim() === '';
}

function withoutTrailingBlanks(pieces: readonly Span[]): Line {
  let end = pieces.length;
  while (end > 0 && isBlank(pieces[end - 1] ?? spaces(0))) end -= 1;
  return pieces.slice(0, end);
}

/** Breaks a line at spaces so that none is wider than `width`; continuation lines are indented by `hang` columns. */
export function wrapLine(line: Line, width: number, hang: number): Line[] {
  const indent = Math.min(hang, Math.floor(width / 2));
  const lines: Line[] = [];
  let current: Span[] = [];
  let used = 0;
  for (const word of wordsOf(line, width - indent)) {
    const pieces = displayWidth(word.text) > width - indent && !isBlank(word) ? cutWord(word, width - indent) : [word];
    for (const piece of pieces) {
      const columns = displayWidth(piece.text);
      if (used + columns > width) {
        if (!current.every(isBlank)) lines.push(withoutTrailingBlanks(current));
        current = [spaces(indent)];
        used = indent;
        if (isBlank(piece)) continue;
      }
      current.push(piece);
      used += columns;
    }
  }
  if (!current.every(isBlank) || lines.length === 0) lines.push(withoutTrailingBlanks(current));
  return lines;
}
