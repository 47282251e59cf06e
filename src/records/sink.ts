import { isJsonArray, type JsonValue, memberOf } from '../model/json.ts';
import type { LineFault, LineFaultCode, SourceRecord, TextDefect } from '../model/record.ts';

/** Where a record or a fault begins in its input. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** What reading an input has seen; exact also where faults are no longer told one by one. */
export interface RecordCounts {
  /** Lines that hold more than white space; a whole document counts as none. */
  lines: number;
  /** Lines that `wants` declined. */
  skipped: number;
  /** `//` lines: skipped, neither read nor a fault. */
  comments: number;
  records: number;
  /** Lines, or documents, of which at least a part could not be read. */
  unreadable: number;
}

interface Parsed {
  readonly value: JsonValue;
  readonly defects: readonly TextDefect[];
  readonly isDeep: boolean;
}

/** Everything a container reader may say. */
export interface Sink {
  readonly counts: RecordCounts;
  record(text: string, at: Position, parsed: Parsed): void;
  /** The same for a record that is one whole line: nearly all are, so nothing is made for it that is not kept. */
  lineRecord(text: string, line: { readonly number: number; readonly offset: number }, parsed: Parsed): void;
  fault(code: LineFaultCode, at: Position, isHarmless: boolean, detail: string, isAppend?: true): void;
  /** Whether the record before is a chunk of a stream of the chat shape: only such a stream has an end mark. */
  isAfterChunk(): boolean;
  /** Tells, for each code, how many faults were only counted. */
  end(): void;
}

/** A file of zeros has a million bad lines: after this many of one code the rest is only counted. */
const faultLimit = 100;

interface Tally {
  count: number;
  first: LineFault | undefined;
  isHarmless: boolean;
}

export function openSink(input: number, emit: (record: SourceRecord) => void, report: (fault: LineFault) => void): Sink {
  const counts: RecordCounts = { lines: 0, skipped: 0, comments: 0, records: 0, unreadable: 0 };
  const tallies = new Map<LineFaultCode, Tally>();
  let last: JsonValue = null;
  return {
    counts,
    record(text, { line, column, offset }, { value, defects, isDeep }) {
      counts.records++;
      last = value;
      emit({ input, line, column, offset, text, value, defects, isDeep });
    },
    lineRecord(text, line, parsed) {
      counts.records++;
      last = parsed.value;
      emit({
        input,
        line: line.number,
        column: 1,
        offset: line.offset,
        text,
        value: parsed.value,
        defects: parsed.defects,
        isDeep: parsed.isDeep,
      });
    },
    fault(code, { line, column, offset }, isHarmless, detail, isAppend) {
      if (!isHarmless) counts.unreadable++;
      const fault: LineFault = { code, input, line, column, offset, isHarmless, isAppend, detail };
      if (!isBeyondLimit(tallies, fault)) report(fault);
    },
    isAfterChunk: () => isJsonArray(memberOf(last, 'choices')),
    end() {
      for (const { count, first, isHarmless } of tallies.values()) {
        if (first !== undefined)
          report({ ...first, isHarmless, detail: `${count - faultLimit} more like the ${faultLimit} before; the first of them here` });
      }
    },
  };
}

function isBeyondLimit(tallies: Map<LineFaultCode, Tally>, fault: LineFault): boolean {
  const tally = tallies.get(fault.code) ?? { count: 0, first: undefined, isHarmless: true };
  tallies.set(fault.code, tally);
  tally.count++;
  if (tally.count <= faultLimit) return false;
  tally.first ??= fault;
  tally.isHarmless &&= fault.isHarmless;
  return true;
}
