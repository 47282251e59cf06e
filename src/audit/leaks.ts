import type { LedgerEvent } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';
import { payloadOf, subjectOfEvent } from './payloads.ts';

/** Watches for content that leaks into runs that record none. */
export interface Leaks {
  see(event: LedgerEvent): void;
  /** The input ended, and with it the runs that are still open. */
  end(): void;
}

interface Watched {
  /** Nothing but digests so far, and at least one. */
  hasDigests: boolean;
  /** A value or a text stands in the record itself: this run withholds nothing, and nothing can leak. */
  hasContent: boolean;
  /** Told at the end of the run, which shows what it is. */
  repeats: Observation[];
}

/**
 * A run is content-free by evidence: it records payloads, and all of them as digests alone. Omitted and redacted payloads count for neither. One
 * leak a record: the first place in it.
 */
export function openLeaks(observe: (observation: Observation) => void): Leaks {
  const runs = new Map<string, Watched>();
  let last: { readonly run: string; readonly watched: Watched } | undefined;

  const watch = (run: string): Watched => {
    if (last?.run === run) return last.watched; // runs come in rows
    const watched = runs.get(run) ?? { hasDigests: false, hasContent: false, repeats: [] };
    runs.set(run, watched);
    last = { run, watched };
    return watched;
  };
  const close = (run: string): void => {
    const watched = runs.get(run);
    if (watched?.hasDigests === true && !watched.hasContent) for (const repeated of watched.repeats) observe(repeated);
    runs.delete(run);
    last = undefined;
  };

  return {
    see(event) {
      if (event.kind === 'run-closed') {
        if (event.outcome !== 'suspended') close(event.run); // what is suspended goes on
        return;
      }
      const holds = contentOf(event);
      if (holds === undefined && event.repeats === undefined) return;
      const watched = watch(event.run);
      if (holds === 'digest') watched.hasDigests = true;
      if (holds === 'content') {
        watched.hasContent = true;
        watched.repeats = [];
      }
      if (event.repeats === undefined || watched.hasContent) return;
      const site = { record: event.record, pointer: event.repeats, part: 'value' } as const;
      watched.repeats.push({ kind: 'content-leaked', site, subject: subjectOfEvent(event) });
    },
    end() {
      for (const run of [...runs.keys()]) close(run);
    },
  };
}

/** How an event records its payload: as it is, or by its digest alone; undefined where it records none. */
function contentOf(event: LedgerEvent): 'content' | 'digest' | undefined {
  if (event.kind === 'returned' && (event.texts?.length ?? 0) > 0) return 'content';
  const payload = payloadOf(event);
  if (payload === undefined) return undefined;
  if (payload.form === 'value' || (payload.form === 'text' && payload.isKept !== true)) return 'content';
  return payload.form === 'digest' || payload.form === 'text' ? 'digest' : undefined;
}
