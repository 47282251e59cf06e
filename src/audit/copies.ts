import { canonicalize } from '../json/canonical.ts';
import type { Proposed } from '../model/event/calls.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';
import { hashText } from '../text/hash.ts';

/**
 * Calls of all inputs so far, for formats whose call ids are made at random by the provider: a session that is resumed or forked into
 * another file takes its history along, and what one file tells to its end is not told again by the next.
 */
export type Copies = Map<string, Known>;

interface Known {
  readonly print: number;
  readonly file: string;
  readonly input: number;
  isAnswered: boolean;
}

const textOf = (payload: Payload): string => {
  if (payload.form === 'text') return payload.text;
  return payload.form === 'value' ? canonicalize(payload.value) : payload.form;
};

const printOf = (event: Proposed): number => hashText(`${event.server ?? ''}\n${event.tool}\n${textOf(event.payload)}`);

export interface CopyFilter {
  /** False for a copy, which is counted and goes no further. */
  admits(event: LedgerEvent): boolean;
  /** One remark for all copies of this input. */
  end(): Observation | undefined;
}

/** Copies in one input of what earlier inputs tell. Every part of an audit reads all inputs, and so finds the same. */
export function openCopyFilter(copies: Copies, source: { readonly file: string; readonly input: number }): CopyFilter {
  const own = new Set<string>();
  const from = new Set<string>();
  let first: { readonly record: SourceRecord; readonly run: string } | undefined;
  let count = 0;

  const meetCall = (event: Proposed, call: string): boolean => {
    const print = printOf(event);
    const known = copies.get(call);
    if (known === undefined || known.input === source.input) {
      copies.set(call, { print, file: source.file, input: source.input, isAnswered: false });
      return true;
    }
    if (known.print !== print || !known.isAnswered) return true;
    own.add(call);
    from.add(known.file);
    first ??= { record: event.record, run: event.run };
    count++;
    return false;
  };

  return {
    admits(event) {
      if (event.kind === 'proposed' && event.call !== undefined) return meetCall(event, event.call);
      if (event.kind !== 'returned' || event.call === undefined) return true;
      const known = copies.get(event.call);
      if (known?.input === source.input) known.isAnswered = true;
      return !own.has(event.call);
    },
    end() {
      if (first === undefined) return undefined;
      const { record, run } = first;
      const site = { record, pointer: '', part: 'value' } as const;
      return { kind: 'copied-history', site, subject: { run }, count, from: [...from] };
    },
  };
}
