import { type NotJson, parseJson } from '../json/parse.ts';
import { afterSpace } from '../json/space.ts';
import type { Position, Sink } from './sink.ts';
import { findGlued, isCut, type Part, readSequence } from './splice.ts';
import { advance } from './track.ts';

interface Damage {
  readonly sink: Sink;
  readonly fault: NotJson;
  readonly isTerminated: boolean;
}

/** Reads what can surely be read of a line that is not one JSON value, and says what cannot. */
export function readDamaged(text: string, at: Position, damage: Damage): void {
  const { sink, fault } = damage;
  const first = afterSpace(text, 0);
  if (text.startsWith('//', first)) {
    sink.counts.comments++;
  } else if (text.charCodeAt(first) === 0xfeff) {
    readAfterMark(text, first, at, damage);
  } else {
    const reason = fault.reason === 'truncated' ? 'the record stops short' : 'not JSON';
    readParts(text, at, damage, `${reason}: ${fault.detail}`);
  }
}

/** A byte order mark inside a file is the seam of two that were joined. */
function readAfterMark(text: string, mark: number, at: Position, damage: Damage): void {
  damage.sink.fault('ledger/byte-order-mark', at, true, 'a byte order mark before a record; ignored');
  const rest = text.slice(mark + 1);
  const from = { ...at, offset: advance(at, text, 0, mark).offset + 3 };
  const parsed = parseJson(rest);
  if (parsed.ok) damage.sink.record(rest, from, parsed);
  else if (parsed.fault.reason !== 'empty') readDamaged(rest, from, { ...damage, fault: parsed.fault });
}

function readParts(text: string, at: Position, { sink, isTerminated }: Damage, detail: string): void {
  const { parts, end, stopped } = readSequence(text, 0);
  if (stopped === undefined) {
    const [, second] = emitParts(text, at, parts, sink);
    sink.fault(
      'ledger/spliced-line',
      second ?? at,
      true,
      `${parts.length} whole records share the line: a newline is missing between them`,
    );
    return;
  }
  const glued = findGlued(text, end, stopped);
  const fragment = advance(at, text, 0, end);
  emitParts(text, at, [...parts, ...glued], sink);
  const whole = parts.length + glued.length;
  if (!isTerminated && isCut(stopped)) {
    sink.fault(
      'ledger/torn-line',
      fragment,
      true,
      'the last line has no newline and its record stops short: an interrupted append; not read',
      true,
    );
  } else if (whole === 0) {
    // what was cut off is a record in any place; only at the very end may it be an append that was interrupted
    sink.fault(isCut(stopped) ? 'ledger/torn-line' : 'ledger/unreadable-line', fragment, false, detail);
  } else {
    const what = isCut(stopped) || glued.length > 0 ? 'an incomplete record' : 'text that is no record';
    sink.fault(
      'ledger/spliced-line',
      fragment,
      false,
      `${what} shares the line with ${whole} whole ${whole === 1 ? 'one' : 'ones'}; only the whole ${whole === 1 ? 'one was' : 'ones were'} read`,
    );
  }
}

/** Emits each part as a record and returns where they begin. */
function emitParts(text: string, at: Position, parts: readonly Part[], sink: Sink): readonly Position[] {
  let place = at;
  let index = 0;
  return parts.map(({ start, end }) => {
    place = advance(place, text, index, start);
    index = start;
    const own = text.slice(start, end);
    const parsed = parseJson(own);
    if (parsed.ok) sink.record(own, place, parsed);
    return place;
  });
}
