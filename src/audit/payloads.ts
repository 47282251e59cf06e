import type { UncheckedReason } from '../model/delta.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Site, Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import type { Payload, PayloadDigest } from '../model/payload.ts';
import type { UncheckedNote } from '../replay/context.ts';
import { tellDeclaredDigest } from './declared-digests.ts';
import { type Kept, openShelf, type PayloadStore, type Shelf } from './payloads-store.ts';
import { type Claim, type Mismatch, type Weighed, weigh } from './payloads-verify.ts';

export interface PayloadSettings {
  /** Undefined: no store is given, and digests are held only against what stands beside them in the record. */
  readonly store: PayloadStore | undefined;
  /** Whether this part of the audit owns a run: nothing is read for the runs of others. */
  readonly ownsRun: (run: string) => boolean;
  /** Takes every event in its order, payloads that are kept put in the place of their digests. */
  emit(event: LedgerEvent): void;
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
}

/** How often a record named a payload by its digest, and what the store had for it. A sum, so that parts merge by adding. */
export interface PayloadCounts {
  readonly named: number;
  readonly read: number;
  readonly missing: number;
  /** There, and not to be used: other bytes, too large, no file, or not UTF-8. */
  readonly unusable: number;
}

/**
 * Stands between a reader and the machine. Reading files is asynchronous and the machine is a synchronous fold: where a store is given, the
 * events of a chunk wait here until their payloads are read, a few at a time, so that of a store of any size little is held.
 */
export interface Payloads {
  push(event: LedgerEvent): void;
  /** Hands on what waits. To be awaited after every chunk, and at the end. Rejects with what reading the store rejects with. */
  flush(): Promise<void>;
  readonly counts: PayloadCounts;
}

/** What a payload store answered, as the report counts it. */
type Counted = 'read' | 'missing' | 'unusable';

export function openPayloads(settings: PayloadSettings): Payloads {
  const shelf = settings.store === undefined ? undefined : openShelf(settings.store);
  const waiting: LedgerEvent[] = [];
  const sessions = new Map<string, string>();
  const mismatches = new Map<string, Observation>();
  const counts = { named: 0, read: 0, missing: 0, unusable: 0 };

  /** What is wrong under one digest is one thing, wherever the events of a call name it. */
  const tellMismatch = (claim: Claim, mismatch: Mismatch): void => {
    const subject = subjectOfEvent(claim.event);
    const call = mismatch.fault === 'other-bytes' ? undefined : subject.call;
    const key = JSON.stringify([subject.run, call ?? null, claim.digest.sha256, mismatch.fault, mismatch.path ?? null]);
    const observation: Observation = {
      kind: 'payload-mismatch',
      site: digestSite(claim),
      subject,
      cause: mismatches.get(key),
      ...mismatch,
    };
    if (!mismatches.has(key)) mismatches.set(key, observation);
    settings.observe(observation);
  };

  /** A digest weighed is told at once, whatever its payload turns out to be. */
  const tell = (claim: Claim, weighed: Weighed): void => {
    const site = digestSite(claim);
    const subject = subjectOfEvent(claim.event);
    if (weighed.kind === 'mismatch') tellMismatch(claim, weighed.mismatch);
    if (weighed.kind === 'unknown') settings.unchecked({ site, subject, gate: gateOf(claim.event), ...unprovenDigest });
  };

  const follow = (event: LedgerEvent): void => {
    if (event.kind === 'run-opened' && event.session !== undefined) sessions.set(event.run, event.session);
    if (event.kind === 'run-closed' && event.outcome !== 'suspended') sessions.delete(event.run);
  };

  /** The digests whose bytes are wanted for an event. */
  const wantedBy = (event: LedgerEvent): readonly PayloadDigest[] => (settings.ownsRun(event.run) ? (payloadOf(event)?.digests ?? []) : []);

  const resolve = (event: LedgerEvent, shelved: ReadonlyMap<string, Kept>): LedgerEvent => {
    follow(event);
    const payload = payloadOf(event);
    if (payload === undefined) return event;
    let resolved = payload;
    let isLost = false;
    for (const digest of wantedBy(event)) {
      const kept = shelved.get(digest.sha256) ?? { kind: 'missing' };
      const counted = countedAs(kept);
      counts.named++;
      counts[counted]++;
      const claim = { digest, payload, event, session: sessions.get(event.run) };
      const weighed = weigh(claim, kept);
      tell(claim, weighed);
      resolved = withKept(resolved, digest, { kept, weighed });
      if (kept.kind === 'missing' && !isLost && isPromised(event, digest)) {
        isLost = true;
        const { sha256 } = digest;
        settings.observe({ kind: 'promised-payload-missing', site: digestSite(claim), subject: subjectOfEvent(event), sha256 });
      }
    }
    return resolved === payload ? event : withPayload(event, resolved);
  };

  const weighAlone = (event: LedgerEvent): void => {
    follow(event);
    const payload = payloadOf(event);
    if (payload?.digests === undefined) return;
    for (const digest of wantedBy(event)) {
      const claim = { digest, payload, event, session: sessions.get(event.run) };
      tell(claim, weigh(claim, undefined));
    }
  };

  const tellMisshapen = (event: LedgerEvent): void => {
    for (const { pointer, what, detail } of event.misshapen ?? [])
      settings.observe({
        kind: 'misshapen',
        site: { record: event.record, pointer, part: 'value' },
        subject: subjectOfEvent(event),
        what,
        detail,
      });
  };

  return {
    counts,
    push(event) {
      if (event.misshapen !== undefined && settings.ownsRun(event.run)) tellMisshapen(event);
      if ((event.kind === 'declared' || event.kind === 'step-declared') && settings.ownsRun(event.run)) tellDeclaredDigest(event, settings);
      if (shelf !== undefined) {
        waiting.push(event);
        return;
      }
      weighAlone(event);
      settings.emit(event);
    },
    async flush() {
      if (shelf === undefined) return;
      for (const { events, digests } of groupsOf(waiting.splice(0), wantedBy)) {
        const shelved = await takeAll(shelf, digests);
        for (const event of events) settings.emit(resolve(event, shelved));
      }
    },
  };
}

/** Payloads that are read side by side: waiting for them one by one would cost four times as much. */
const readTogether = 8;

/** Events in their order, cut after every so many digests. */
function* groupsOf(
  events: readonly LedgerEvent[],
  wantedBy: (event: LedgerEvent) => readonly PayloadDigest[],
): Generator<{ readonly events: readonly LedgerEvent[]; readonly digests: ReadonlySet<string> }> {
  let group: LedgerEvent[] = [];
  let digests = new Set<string>();
  for (const event of events) {
    group.push(event);
    for (const { sha256 } of wantedBy(event)) digests.add(sha256);
    if (digests.size < readTogether) continue;
    yield { events: group, digests };
    group = [];
    digests = new Set();
  }
  yield { events: group, digests };
}

async function takeAll(shelf: Shelf, digests: ReadonlySet<string>): Promise<ReadonlyMap<string, Kept>> {
  return new Map(await Promise.all([...digests].map(async (digest) => [digest, await shelf.take(digest)] as const)));
}

const unprovenDigest: { readonly reason: UncheckedReason; readonly detail: string } = {
  reason: 'content-withheld',
  detail:
    'the digest beside this value is over bytes that are not at hand: it is neither that of its RFC 8785 form nor of its spelling here',
};

const digestSite = ({ digest, event }: Claim): Site => ({ record: event.record, pointer: digest.pointer, part: 'value' });

const gateOf = (event: LedgerEvent): 'input' | 'output' => (inputKinds.has(event.kind) ? 'input' : 'output');

const inputKinds: ReadonlySet<LedgerEvent['kind']> = new Set(['proposed', 'amended', 'authorized', 'executed']);

/** The facts of an event that what is found at it repeats. */
export function subjectOfEvent(event: LedgerEvent): Subject {
  const { run, step, instance, attempt, agent } = event;
  return {
    run,
    step,
    instance,
    attempt,
    agent,
    call: 'call' in event ? event.call : undefined,
    server: 'server' in event ? event.server : undefined,
    tool: 'tool' in event ? event.tool : undefined,
  };
}

export function payloadOf(event: LedgerEvent): Payload | undefined {
  if (event.kind === 'returned') return event.structured;
  return 'payload' in event ? event.payload : undefined;
}

function withPayload(event: LedgerEvent, payload: Payload): LedgerEvent {
  if (event.kind === 'returned') return { ...event, structured: payload };
  return 'payload' in event ? { ...event, payload } : event;
}

function countedAs(kept: Kept): Counted {
  if (kept.kind === 'missing') return 'missing';
  return kept.kind === 'text' ? 'read' : 'unusable';
}

const isPromised = (event: LedgerEvent, digest: PayloadDigest): boolean =>
  event.kind === 'released' && event.isRetained === true && digest.of === 'payload';

interface Answer {
  readonly kept: Kept;
  readonly weighed: Weighed;
}

/** The first digest under which the payload itself is kept gives its text; until then the payload stays a digest, and says why. */
function withKept(payload: Payload, digest: PayloadDigest, { kept, weighed }: Answer): Payload {
  const bound = weighed.kind === 'kept' ? weighed.bound : undefined;
  if (payload.form !== 'digest') return bound === undefined ? payload : { ...payload, bound };
  if (digest.of === 'beside') return payload.withheld === undefined ? { ...payload, withheld: noDigest } : payload;
  if (weighed.kind === 'kept' && weighed.text !== undefined)
    return { form: 'text', text: weighed.text, pointer: digest.pointer, isKept: true, digests: payload.digests, bound };
  return { ...payload, withheld: withheldBy(kept) };
}

const noDigest: NonNullable<(Payload & { readonly form: 'digest' })['withheld']> = {
  reason: 'content-withheld',
  detail: 'no digest of this value is recorded, only one of what stands beside it',
};

function withheldBy(kept: Kept): { readonly reason: UncheckedReason; readonly detail: string } {
  switch (kept.kind) {
    case 'missing':
      return { reason: 'content-withheld', detail: 'the payload store has no file named by this digest' };
    case 'damaged':
      return { reason: 'content-withheld', detail: 'what the payload store has under this digest are other bytes' };
    case 'binary':
      return { reason: 'opaque', detail: 'what the payload store has under this digest is not UTF-8' };
    case 'unusable':
      return { reason: kept.reason, detail: kept.detail };
    case 'text':
      return { reason: 'content-withheld', detail: 'what the payload store has under this digest belongs to another call' };
  }
}
