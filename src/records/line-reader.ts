import { type EventLines, endMark, openEvents } from './events.ts';
import { fieldOf } from './fields.ts';
import { isBlank, readLine, type Wants } from './line.ts';
import type { Line } from './lines.ts';
import type { Sink } from './sink.ts';

/** Reads the lines of one input, each for itself or as those of a stream of events. */
export interface LineReader {
  take(line: Line): void;
  end(): void;
}

export interface LineOptions {
  readonly wants: Wants | undefined;
  /** Known to be a stream of events before its first line is taken. */
  readonly isEvents: boolean;
}

/**
 * The first line that is no comment says what an input is: a stream of events begins with a field of one. The second may say it too: the
 * first is then the request. In any later place such a line is damage, as it always was.
 */
export function openLineReader(sink: Sink, { wants, isEvents }: LineOptions): LineReader {
  let events: EventLines | undefined = isEvents ? openEvents(sink) : undefined;
  let looked = 0;

  const look = (line: Line): void => {
    const { bytes, start, end } = line;
    if (isBlank(bytes, start, end) || isComment(line)) return;
    looked++;
    if (fieldOf(line) !== undefined) events = openEvents(sink);
  };

  return {
    take(line) {
      if (events === undefined && looked < 2) look(line);
      if (events !== undefined) events.take(line);
      else if (!isEndMark(line) || !takeEndMark(line, sink)) readLine(line, sink, wants);
    },
    end: () => events?.end(),
  };
}

const isComment = ({ bytes, start }: Line): boolean => bytes[start] === 47 && bytes[start + 1] === 47;

/** `[DONE]` alone in its line: chunks whose `data: ` was taken off. */
const isEndMark = ({ bytes, start, end }: Line): boolean =>
  end - start === endMark.length && bytes[start] === 91 && bytes[start + 1] === 68 && bytes.toString('latin1', start, end) === endMark;

/** Only after a chunk: in every other place the line is damage. */
function takeEndMark(line: Line, sink: Sink): boolean {
  if (!sink.isAfterChunk()) return false;
  sink.counts.lines++;
  sink.lineRecord(endMark, line, { value: endMark, defects: [], isDeep: false });
  return true;
}
