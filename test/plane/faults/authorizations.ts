import type { Random } from '../../properties/differential/random.ts';
import { envelopeOf } from '../envelope.ts';
import { digestOf, type Json, type PlaneEvent } from '../event.ts';
import { beside, type Fault, inserted, pickOne, replaced } from '../fault.ts';

/** Indices of the authorisations of a ledger. */
const authorizedIn = (events: readonly PlaneEvent[]): readonly number[] =>
  events.flatMap(({ type }, index) => (type === 'call.authorized' ? [index] : []));

/** An authorisation with another envelope. */
function resigned(code: string, name: string, made: { readonly repair?: string; readonly envelope: (random: Random) => Json }): Fault {
  return {
    code,
    name,
    plant({ events }, random) {
      const at = pickOne(random, authorizedIn(events));
      const event = at === undefined ? undefined : events[at];
      if (at === undefined || event === undefined) return undefined;
      const changed = replaced(events, at, { ...event, dsse: made.envelope(random) });
      return { events: changed, at: [at], severity: 'failure', ...(made.repair !== undefined && { repair: made.repair }) };
    },
  };
}

const otherCall = resigned('drift/silent-repair', 'another call, proposed → authorized', {
  repair: 'changed',
  envelope: (random) => envelopeOf(digestOf({ other: random.below(1_000_000) })),
});
const noStatement = resigned('ledger/protocol-shape', 'an envelope around no statement', {
  envelope: (random) => ({
    payload: random.pick(['', 'bm9uZQ==', 'W10=', '/w==', '?', 'e30', 'bnVsbA']).replace('e30', 'eyJfdHlwZSI6'),
    payloadType: 'application/vnd.in-toto+json',
    signatures: [],
  }),
});

/** The digest beside what ran is none. */
const noDigest: Fault = {
  code: 'ledger/protocol-shape',
  name: 'what should be a digest is none',
  plant({ events }, random) {
    const at = pickOne(
      random,
      events.flatMap(({ type, call_sha256 }, index) => (type === 'call.executed' && typeof call_sha256 === 'string' ? [index] : [])),
    );
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    const digest = String(event.call_sha256);
    const call_sha256 = random.pick([5, digest.slice(1), `${digest}0`, `sha512:${digest}`, [digest]]);
    return { events: replaced(events, at, { ...event, call_sha256 }), at: [at], severity: 'failure' };
  },
};

/** The same digits, spelled in another way. */
const otherSpelling: Fault = {
  code: 'ledger/protocol-shape',
  name: 'a digest in another spelling',
  plant({ events }, random) {
    const names = ['call_sha256', 'schema_sha256', 'contract_sha256', 'sha256'];
    const named = events.flatMap((event, index) =>
      names.flatMap((name) => (typeof event[name] === 'string' ? [{ index, name, digest: event[name] }] : [])),
    );
    const target = pickOne(random, named);
    const event = target === undefined ? undefined : events[target.index];
    if (target === undefined || event === undefined) return undefined;
    const { index, name, digest } = target;
    const spelled = random.pick([`sha256:${digest}`, digest.toUpperCase()]);
    return { events: replaced(events, index, { ...event, [name]: spelled }), at: [index], severity: 'note' };
  },
};

/** The digest of what ran is another one, and the arguments beside it are the same. */
const otherDigest: Fault = {
  code: 'ledger/protocol-shape',
  name: 'a second call digest',
  plant({ events }, random) {
    const at = pickOne(
      random,
      events.flatMap(({ type, call_sha256 }, index) => (type === 'call.executed' && typeof call_sha256 === 'string' ? [index] : [])),
    );
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    const call_sha256 = digestOf({ digest: String(event.call_sha256) });
    return { events: replaced(events, at, { ...event, call_sha256 }), at: [at], severity: 'note' };
  },
};

/** An authorisation that names a call which nobody made, in a run that ends. */
const ofNoCall: Fault = {
  code: 'ledger/orphan-event',
  name: 'an authorisation of no call',
  plant({ events }, random) {
    const at = pickOne(
      random,
      authorizedIn(events).filter((index) =>
        events.slice(index).some(({ type, run }) => type === 'run.closed' && run === events[index]?.run),
      ),
    );
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    const stray = beside(event, 'call.authorized', { call: 'c900', dsse: event.dsse });
    return { events: inserted(events, at, stray), at: [at], severity: 'note' };
  },
};

export const authorizationFaults: readonly Fault[] = [otherCall, noStatement, noDigest, otherSpelling, otherDigest, ofNoCall];
