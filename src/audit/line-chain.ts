import { sha256 } from '../digest/sha256.ts';
import { type JsonValue, memberOf } from '../model/json.ts';
import type { ChainBroken } from '../model/observation/files.ts';
import type { Observation } from '../model/observation.ts';
import type { LineFault, SourceRecord } from '../model/record.ts';

// `prev` is the SHA-256 of the bytes of the line before, without its line feed, and 64 zeros in the first line (ledger.md §6): who takes a line out,
// puts one in or rewrites one, breaks the chain at the next line. It proves nothing against whoever writes the whole file anew.

const first = '0'.repeat(64);
const digest = /^[0-9a-f]{64}$/i;

/** The event says it; around it there may be an envelope. */
function prevOf(value: JsonValue): JsonValue | undefined {
  if (memberOf(value, 'v') === 1) return memberOf(value, 'prev');
  const data = memberOf(value, 'data');
  return data !== undefined && memberOf(data, 'v') === 1 ? memberOf(data, 'prev') : undefined;
}

/** A line may end in a carriage return, and a file begin with a byte order mark: both are bytes of the line, and not of its record. */
function isDigestOf(prev: string, { text, line }: SourceRecord): boolean {
  const spellings = [text, `${text}\r`, ...(line === 1 ? [`\ufeff${text}`, `\ufeff${text}\r`] : [])];
  return spellings.some((spelling) => sha256(spelling) === prev);
}

export interface LineChain {
  see(record: SourceRecord): void;
  /** A line that is damaged is no record: what it was digested as is not known. */
  fault(fault: LineFault): void;
  /**
   * Where the file is chained: the digest of its last line, which a file that goes on with it begins with. `goesOn`: it does so itself, and the
   * line before its first should be the last one of an input before it. `isCopied`: its first line is one of an input before it, and was held against
   * the line before it there.
   */
  end(file: { readonly goesOn: boolean; readonly isCopied: boolean }): string | undefined;
}

/** Follows the chain of lines of one input; `ends` are those of the inputs before it. */
export function openLineChain(ends: ReadonlySet<string>, observe: (observation: Observation) => void): LineChain {
  let last: SourceRecord | undefined;
  let isChained = false;
  let isTold = false;
  let damaged = 0;
  let beginsLater: SourceRecord | undefined;

  const tell = (record: SourceRecord, fault: ChainBroken['fault']): void =>
    observe({ kind: 'chain-broken', fault, site: { record, pointer: '', part: 'value' }, subject: { run: '' } });

  const follow = (record: SourceRecord, said: JsonValue, before: SourceRecord | undefined): void => {
    if (typeof said !== 'string' || !digest.test(said)) {
      tell(record, 'malformed');
      return;
    }
    const prev = said.toLowerCase();
    if (before === undefined) {
      if (record.line === 1 && prev !== first && !ends.has(prev)) beginsLater = record;
      return;
    }
    // what stands between two records, or in a line that is damaged, was read by nobody
    if (before.line !== record.line - 1 || damaged === before.line || isDigestOf(prev, before)) return;
    tell(record, prev === first ? 'begins-anew' : 'other');
  };

  return {
    see(record) {
      const prev = prevOf(record.value);
      const before = last;
      last = record;
      if (prev !== undefined) {
        isChained = true;
        follow(record, prev, before);
      } else if (isChained && !isTold) {
        isTold = true;
        tell(record, 'ends-early');
      }
    },
    fault({ line }) {
      damaged = line;
    },
    end({ goesOn, isCopied }) {
      if (beginsLater !== undefined && !isCopied) tell(beginsLater, goesOn && ends.size > 0 ? 'other' : 'begins-later');
      return isChained && last !== undefined ? sha256(last.text) : undefined;
    },
  };
}
