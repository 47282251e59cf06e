import type { LedgerEvent } from '../model/event.ts';
import type { ContentLeaked } from '../model/observation/payloads.ts';
import type { Observation } from '../model/observation.ts';
import { type Known, openKnown } from './leaks-known.ts';
import { payloadOf, subjectOfEvent } from './payloads.ts';

/** Watches for content that leaks into runs that record none. */
export interface Leaks {
  see(event: LedgerEvent): void;
  /** The input ended, and with it the runs that are still open. */
  end(): void;
  /** Free texts of content-free runs that were not searched, since nothing is at hand that they could repeat. */
  unsearched(): number;
}

interface Watched {
  /** Nothing but digests so far, and at least one. */
  hasDigests: boolean;
  /** A value or a text stands in the record itself: this run withholds nothing, and nothing can leak. */
  hasContent: boolean;
  /** Told at the end of the run, which shows what it is. */
  repeats: Omit<ContentLeaked, 'isOpenTail'>[];
  /** What a payload store gave; undefined until it gives something. */
  known: Known | undefined;
  unsearched: number;
}

/**
 * A run is content-free by evidence: it records payloads, and all of them as digests alone. Omitted and redacted payloads count for neither. One
 * leak a record: the first place in it.
 */
export function openLeaks(observe: (observation: Observation) => void): Leaks {
  const runs = new Map<string, Watched>();
  let last: { readonly run: string; readonly watched: Watched } | undefined;
  let unsearched = 0;

  const watch = (run: string): Watched => {
    if (last?.run === run) return last.watched; // runs come in rows
    const fresh = { hasDigests: false, hasContent: false, repeats: [], known: undefined, unsearched: 0 };
    const watched = runs.get(run) ?? fresh;
    runs.set(run, watched);
    last = { run, watched };
    return watched;
  };
  const close = (run: string, isOpenTail: boolean): void => {
    const watched = runs.get(run);
    if (watched?.hasDigests === true && !watched.hasContent) {
      for (const repeated of watched.repeats) observe({ ...repeated, isOpenTail });
      unsearched += watched.unsearched;
    }
    runs.delete(run);
    last = undefined;
  };

  return {
    see(event) {
      if (event.kind === 'run-closed') {
        if (event.outcome !== 'suspended') close(event.run, false); // what is suspended goes on
        return;
      }
      const holds = contentOf(event);
      if (holds === undefined && event.repeats === undefined && event.freeTexts === undefined) return;
      const watched = watch(event.run);
      if (holds === 'digest') watched.hasDigests = true;
      if (holds === 'content') {
        watched.hasContent = true;
        watched.repeats = [];
        watched.known = undefined;
      }
      if (watched.hasContent) return;
      rememberKept(watched, event);
      const pointer = event.repeats ?? repeatedText(watched, event);
      if (pointer === undefined) return;
      watched.repeats.push({
        kind: 'content-leaked',
        site: { record: event.record, pointer, part: 'value' },
        subject: subjectOfEvent(event),
      });
    },
    end() {
      for (const run of [...runs.keys()]) close(run, true);
    },
    unsearched: () => unsearched,
  };
}

/** What an event is about: its call, or that of the effect it undoes, else its step. */
function ownerOf(event: LedgerEvent): string {
  const call = event.kind === 'compensation' ? event.forCall : 'call' in event ? event.call : undefined;
  return call === undefined ? `\u0000${event.step ?? ''}\u0000${event.instance ?? ''}` : call;
}

function rememberKept(watched: Watched, event: LedgerEvent): void {
  const payload = payloadOf(event);
  if (payload?.form !== 'text') return;
  watched.known ??= openKnown();
  watched.known.remember(ownerOf(event), payload.text);
}

/** The first free text that repeats what the payloads of its call hold. Of one whose payloads are not at hand nothing is known, and that is counted. */
function repeatedText(watched: Watched, event: LedgerEvent): string | undefined {
  const texts = event.freeTexts;
  if (texts === undefined) return undefined;
  const owner = ownerOf(event);
  const { known } = watched;
  if (known?.has(owner) !== true) {
    watched.unsearched += texts.length;
    return undefined;
  }
  const open = openWords(event);
  return texts.find(({ text }) => known.isRepeatedIn(owner, text, open))?.pointer;
}

/** What the event itself says openly: an order number may be the name of a run as well. */
const openWords = (event: LedgerEvent): ReadonlySet<string> =>
  new Set(Object.values(subjectOfEvent(event)).flatMap((value) => (typeof value === 'string' ? [value] : [])));

/** How an event records its payload: as it is, or by its digest alone; undefined where it records none. */
function contentOf(event: LedgerEvent): 'content' | 'digest' | undefined {
  if (event.kind === 'returned' && (event.texts?.length ?? 0) > 0) return 'content';
  const payload = payloadOf(event);
  if (payload === undefined) return undefined;
  if (payload.form === 'value' || (payload.form === 'text' && payload.isKept !== true)) return 'content';
  return payload.form === 'digest' || payload.form === 'text' ? 'digest' : undefined;
}
