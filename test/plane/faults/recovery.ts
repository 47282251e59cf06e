import type { Json, JsonRecord, PlaneEvent } from '../event.ts';
import { beside, type Fault, inserted, pickOne, removed, replaced, shifted } from '../fault.ts';
import { worldOf } from '../plane.ts';
import { isRecorded, storiesOf } from '../story.ts';

/** A recovery, and what another candidate did under it. */
interface Recovery {
  readonly authorized: number;
  readonly planned: number;
  readonly called: number;
  readonly answered: number;
}

function recoveriesOf(events: readonly PlaneEvent[]): readonly Recovery[] {
  return events.flatMap((event, authorized) => {
    if (event.type !== 'recovery.authorized' || event.kind !== 'reroute') return [];
    const next = (type: string): number =>
      events.findIndex(
        (one, index) =>
          index > authorized &&
          one.purpose !== 'probe' &&
          one.type === type &&
          one.run === event.run &&
          one.step === event.step &&
          one.instance === event.instance,
      );
    const recovery = { authorized, planned: next('plan.selected'), called: next('provider.called'), answered: next('answer.received') };
    return Object.values(recovery).some((index) => index < 0) ? [] : [recovery];
  });
}

/** No other authorisation of the same instance of a step stands, beyond which the recovery might be said to go. */
function isOnly(events: readonly PlaneEvent[], authorized: number): boolean {
  const own = events[authorized];
  const all = events.filter(
    ({ type, run, step, instance }) =>
      type === 'recovery.authorized' && run === own?.run && step === own?.step && instance === own?.instance,
  );
  return all.length === 1;
}

const unauthorized: Fault = {
  code: 'drift/unauthorized-recovery',
  name: 'another model without an authorisation',
  plant({ events }, random) {
    const recovery = pickOne(
      random,
      recoveriesOf(events).filter(({ authorized }) => isOnly(events, authorized)),
    );
    if (recovery === undefined) return undefined;
    const { authorized, planned, called, answered } = recovery;
    return { events: removed(events, authorized), at: [planned, called, answered].map((index) => shifted(index, [authorized])) };
  },
};

/** The authorisation is rewritten so that what follows is beyond it. */
function rewritten(code: string, name: string, change: (event: PlaneEvent) => PlaneEvent): Fault {
  return {
    code,
    name,
    plant({ events }, random) {
      const recovery = pickOne(random, recoveriesOf(events));
      const event = recovery === undefined ? undefined : events[recovery.authorized];
      if (recovery === undefined || event === undefined) return undefined;
      const { authorized, planned, called, answered } = recovery;
      return { events: replaced(events, authorized, change(event)), at: [planned, called, answered] };
    },
  };
}

/** Leave to ask the same candidate again, and another one is asked. */
const wrongKind: Fault = {
  code: 'drift/unauthorized-recovery',
  name: 'leave for a retry alone',
  plant({ events }, random) {
    const recovery = pickOne(
      random,
      recoveriesOf(events).filter(({ authorized }) => isOnly(events, authorized)),
    );
    const event = recovery === undefined ? undefined : events[recovery.authorized];
    if (recovery === undefined || event === undefined) return undefined;
    const { authorized, planned, called, answered } = recovery;
    return { events: replaced(events, authorized, { ...event, kind: random.pick(['retry', 'reask']) }), at: [planned, called, answered] };
  },
};

const elsewhere: JsonRecord = { provider: 'west', model: 'w-1', region: 'ap' };

/** Nobody planned, and still another model answers after a failed answer. */
const otherModel: Fault = {
  code: 'drift/unauthorized-recovery',
  name: 'another model answers, unplanned',
  plant({ events }, random) {
    const answers = storiesOf(events).filter(
      ({ call, run, opened }) => call === undefined && !isPlanned(events, run, events[opened]?.step) && !isAuthorized(events, run),
    );
    const pairs = answers.flatMap((first) => {
      const isRefused = first.outputGates.some((index) => events[index]?.verdict === 'fail');
      const next = answers.find(({ opened }) => isNext(events[first.opened], events[opened]));
      return isRefused && next !== undefined ? [next] : [];
    });
    const story = pickOne(random, pairs);
    const answer = story === undefined ? undefined : events[story.opened];
    if (story === undefined || answer?.model === undefined) return undefined;
    return { events: replaced(events, story.opened, { ...answer, model: 'w-1' }), at: [story.opened] };
  },
};

const isPlanned = (events: readonly PlaneEvent[], run: string, step: Json | undefined): boolean =>
  events.some((event) => event.type === 'plan.selected' && event.run === run && event.step === step);

const isNext = (first: PlaneEvent | undefined, second: PlaneEvent | undefined): boolean =>
  first !== undefined &&
  first.run === second?.run &&
  first.step === second?.step &&
  first.instance === second?.instance &&
  Number(second?.attempt) === Number(first.attempt) + 1 &&
  second?.model !== undefined &&
  first.model !== undefined;

/** Whether anything was allowed in a run: beyond which a repair might be said to go. */
const isAuthorized = (events: readonly PlaneEvent[], run: string): boolean =>
  events.some((event) => event.type === 'recovery.authorized' && event.run === run);

/** A refused answer, and what is committed is a value that nobody answered. */
const repairedText: Fault = {
  code: 'drift/unauthorized-recovery',
  name: 'a repaired answer is committed',
  plant(ledger, random) {
    const { events } = ledger;
    const refused = storiesOf(events).filter(({ call, run, outputGates }) => {
      return (
        call === undefined &&
        events[outputGates.at(-1) ?? -1]?.verdict === 'fail' &&
        isRecorded(events, run, 'commits') &&
        !isAuthorized(events, run)
      );
    });
    const story = pickOne(random, refused);
    const gate = story?.outputGates.at(-1);
    const answer = story === undefined ? undefined : events[story.opened];
    const output = worldOf(ledger, answer).steps.find(({ id }) => id === answer?.step)?.output;
    if (gate === undefined || answer === undefined || output === undefined) return undefined;
    return { events: inserted(events, gate + 1, beside(answer, 'output.committed', { value: output.make(random) })), at: [gate + 1] };
  },
};

export const recoveryFaults: readonly Fault[] = [
  unauthorized,
  otherModel,
  repairedText,
  wrongKind,
  rewritten('drift/recovery-beyond-limit', 'more attempts than allowed', (event) => ({ ...event, limits: { attempts: 0 } })),
  rewritten('drift/exposure-widened', 'the data goes to somebody not named', (event) => ({ ...event, exposure: elsewhere })),
  rewritten('drift/exposure-widened', 'the data goes to a region not named', (event) => ({ ...event, exposure: { regions: ['ap'] } })),
];
