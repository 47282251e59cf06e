import { digestOf, isList, memberOf, type PlaneEvent } from '../event.ts';
import { type Fault, inserted, pickOne, removed, replaced, shifted } from '../fault.ts';
import { type PlaneLedger, worldOf } from '../plane.ts';
import { type Story, storiesOf } from '../story.ts';

/** Answers of steps that promise a validated document, released and covered by evidence. */
function documentsOf(ledger: PlaneLedger): readonly Story[] {
  const { events } = ledger;
  return storiesOf(events).filter(({ call, opened, committed, released, outputGates }) => {
    const step = worldOf(ledger, events[opened]).steps.find(({ id }) => id === events[opened]?.step);
    const isWhole = committed.length > 0 && released.length > 0 && outputGates.length > 0;
    return call === undefined && step?.delivery === 'validated-document' && isWhole;
  });
}

/** The one piece of evidence between a commit and its release; -1 where there are more: one of them may cover what another does not. */
function evidenceOf(events: readonly PlaneEvent[], { run, committed, released }: Story): number {
  const between = events.flatMap((event, index) => {
    const isOwn = event.type === 'evidence.persisted' && event.run === run;
    return isOwn && index > (committed[0] ?? 0) && index < (released[0] ?? 0) ? [index] : [];
  });
  return between.length === 1 ? (between[0] ?? -1) : -1;
}

/** Released in another place than after gate, commit and evidence. */
function releasedAt(name: string, placeOf: (story: Story) => number | undefined): Fault {
  return {
    code: 'drift/released-early',
    name,
    plant(ledger, random) {
      const { events } = ledger;
      const story = pickOne(random, documentsOf(ledger));
      const [released] = story?.released ?? [];
      const place = story === undefined ? undefined : placeOf(story);
      const event = released === undefined ? undefined : events[released];
      if (released === undefined || place === undefined || event === undefined) return undefined;
      return { events: inserted(removed(events, released), place, event), at: [place] };
    },
  };
}

const beforeGate = releasedAt('before the gate', ({ outputGates }) => outputGates[0]);
const beforeCommit = releasedAt('before the commit', ({ committed }) => committed[0]);
const beforeEvidence = releasedAt('before the evidence', ({ committed }) => (committed[0] === undefined ? undefined : committed[0] + 1));

const withoutEvidence: Fault = {
  code: 'drift/released-early',
  name: 'without evidence',
  plant(ledger, random) {
    const { events } = ledger;
    const last = documentsOf(ledger).filter((story) => !hasLaterEvidence(events, story));
    const story = pickOne(random, last);
    const [released] = story?.released ?? [];
    if (story === undefined || released === undefined) return undefined;
    const evidence = evidenceOf(events, story);
    return evidence < 0 ? undefined : { events: removed(events, evidence), at: [shifted(released, [evidence])] };
  },
};

const hasLaterEvidence = (events: readonly PlaneEvent[], { run, released }: Story): boolean =>
  events.some((event, index) => event.type === 'evidence.persisted' && event.run === run && index > (released[0] ?? 0));

const shortEvidence: Fault = {
  code: 'drift/released-early',
  name: 'evidence that ends before the commit',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(random, documentsOf(ledger));
    const [released] = story?.released ?? [];
    const evidence = story === undefined ? -1 : evidenceOf(events, story);
    const event = events[evidence];
    const seq = events[story?.committed[0] ?? -1]?.seq;
    if (released === undefined || event === undefined || typeof seq !== 'number' || seq === 0) return undefined;
    return { events: replaced(events, evidence, { ...event, through_seq: seq - 1 }), at: [released] };
  },
};

const partial: Fault = {
  code: 'drift/released-early',
  name: 'a part before the gate',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(random, documentsOf(ledger));
    const [released] = story?.released ?? [];
    const event = released === undefined ? undefined : events[released];
    if (story === undefined || event === undefined) return undefined;
    const part: PlaneEvent = { ...event, id: undefined, seq: undefined, mode: 'partial', value: '{"', value_text: undefined };
    return { events: inserted(events, story.opened, part), at: [story.opened] };
  },
};

const indicesOf = (events: readonly PlaneEvent[], type: string): readonly number[] =>
  events.flatMap((event, index) => (event.type === type ? [index] : []));

/** The ordinary request of the same instance of a step that follows a plan. */
const requestAfter = (events: readonly PlaneEvent[], at: number): number =>
  events.findIndex(({ type, run, step, instance, purpose }, index) => {
    const plan = events[at];
    const isOwn = run === plan?.run && step === plan?.step && instance === plan?.instance;
    return index > at && isOwn && type === 'provider.called' && purpose === 'request';
  });

/** A plan rewritten; the request that follows goes out as if nothing were missing. */
function unproven(name: string, change: (plan: PlaneEvent) => PlaneEvent): Fault {
  return {
    code: 'drift/capability-unproven',
    name,
    plant({ events }, random) {
      const at = pickOne(random, indicesOf(events, 'plan.selected'));
      const plan = at === undefined ? undefined : events[at];
      if (at === undefined || plan === undefined) return undefined;
      const called = requestAfter(events, at);
      return { events: replaced(events, at, change(plan)), at: [at, called] };
    },
  };
}

const unknown = unproven('evidence unknown', (plan) => ({ ...plan, evidence: { combination: mandatoryOf(plan), state: 'unknown' } }));
const absent = unproven('evidence absent', (plan) => ({ ...plan, evidence: { combination: mandatoryOf(plan), state: 'absent' } }));
const nothing = unproven('no evidence', (plan) => ({ ...plan, evidence: undefined }));

const mandatoryOf = (plan: PlaneEvent): string[] => {
  const mandatory = memberOf(plan.requires, 'mandatory');
  return isList(mandatory) ? mandatory.map(String) : [];
};

/** One request rewritten. */
function called(code: string, name: string, change: (event: PlaneEvent) => PlaneEvent): Fault {
  return {
    code,
    name,
    plant({ events }, random) {
      const requests = indicesOf(events, 'provider.called').filter((index) => events[index]?.purpose === 'request');
      const at = pickOne(random, requests);
      const event = at === undefined ? undefined : events[at];
      return at === undefined || event === undefined ? undefined : { events: replaced(events, at, change(event)), at: [at] };
    },
  };
}

const downgraded = called('drift/capability-downgraded', 'a mandatory one is not in effect', (event) => ({
  ...event,
  in_effect: isList(event.in_effect) ? event.in_effect.slice(1) : [],
}));
const unclear = called('drift/capability-unproven', 'what is in effect is said in other words', (event) => ({
  ...event,
  in_effect: Object.fromEntries((isList(event.in_effect) ? event.in_effect : []).map((name) => [String(name), 'off'])),
}));
const otherContract = called('drift/contract-changed', 'another contract was sent', (event) => ({
  ...event,
  contract_sha256: digestOf({ type: 'object' }),
}));

const otherPlan: Fault = {
  code: 'drift/contract-changed',
  name: 'another contract was planned',
  plant({ events }, random) {
    const at = pickOne(random, indicesOf(events, 'plan.selected'));
    const plan = at === undefined ? undefined : events[at];
    if (at === undefined || plan === undefined) return undefined;
    const sent = requestAfter(events, at);
    return { events: replaced(events, at, { ...plan, contract_sha256: digestOf({ type: 'object' }) }), at: [at, sent] };
  },
};

/** The request whose answer is handed on was declared a probe. */
const probed: Fault = {
  code: 'drift/probe-handed-on',
  name: 'the answer to a probe is handed on',
  plant({ events }, random) {
    const found = storiesOf(events).flatMap((story) => {
      const answer = events[story.opened];
      const [handed] = [...story.committed, ...story.released].toSorted((a, b) => a - b);
      if (story.call !== undefined || answer?.attempt !== 1 || handed === undefined) return [];
      const requests = indicesOf(events, 'provider.called').filter((index) => isOfAttempt(events[index], answer));
      const [request] = requests;
      return requests.length === 1 && request !== undefined && request < story.opened ? [{ request, handed }] : [];
    });
    const chosen = pickOne(random, found);
    const event = chosen === undefined ? undefined : events[chosen.request];
    if (chosen === undefined || event === undefined) return undefined;
    return { events: replaced(events, chosen.request, { ...event, purpose: 'probe' }), at: [chosen.handed] };
  },
};

const isOfAttempt = (event: PlaneEvent | undefined, { run, step, instance, attempt }: PlaneEvent): boolean =>
  event?.run === run && event?.step === step && event?.instance === instance && event?.attempt === attempt;

/** A step may hand on nothing at all, and does. */
const oversized: Fault = {
  code: 'drift/oversized-release',
  name: 'more than the delivery allows',
  plant({ events }, random) {
    const found = indicesOf(events, 'step.declared').flatMap((declared) => {
      const step = events[declared];
      const isElsewhere = events.some(({ type, step: id }, index) => type === 'step.declared' && id === step?.step && index !== declared);
      const isOwn = (index: number): boolean => step?.run === undefined || step.run === events[index]?.run;
      const releases = indicesOf(events, 'output.released').filter((index) => events[index]?.step === step?.step && isOwn(index));
      const [released] = releases;
      return step?.delivery === undefined || isElsewhere || releases.length !== 1 || released === undefined ? [] : [{ declared, released }];
    });
    const chosen = pickOne(random, found);
    const step = chosen === undefined ? undefined : events[chosen.declared];
    if (chosen === undefined || step === undefined) return undefined;
    const delivery = { mode: memberOf(step.delivery, 'mode') ?? 'stream', max_bytes: 0 };
    return { events: replaced(events, chosen.declared, { ...step, delivery }), at: [chosen.released] };
  },
};

export const deliveryFaults: readonly Fault[] = [
  beforeGate,
  beforeCommit,
  beforeEvidence,
  withoutEvidence,
  shortEvidence,
  partial,
  unknown,
  absent,
  nothing,
  downgraded,
  unclear,
  probed,
  oversized,
  otherContract,
  otherPlan,
];
