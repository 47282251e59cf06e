import type { LedgerEvent } from '../model/event.ts';

/** Whether all counts of a file lie as far from their lines as the first one: then a writer may have counted the file, not the runs. */
export function openLineCount(): { see(event: LedgerEvent): void; readonly isPossible: () => boolean } {
  let first: number | undefined;
  let isPossible = true;
  return {
    see({ record, seq }) {
      if (!isPossible || (seq === undefined && first === undefined)) return;
      // who counts the file counts every line of it
      const distance = seq === undefined ? undefined : record.line - seq;
      first ??= distance;
      if (distance !== first) isPossible = false;
    },
    isPossible: () => isPossible,
  };
}
