import { isSame, type PlaneEvent, timeOf } from '../event.ts';
import { beside, type Fault, inserted, pickOne, removed, replaced, shifted } from '../fault.ts';
import { payloadOf } from '../payload.ts';
import type { PlaneLedger } from '../plane.ts';
import { isRecorded, type Story, storiesOf } from '../story.ts';
import { toolOf } from './despite.ts';

/** Answered with success, once, and not undoing anything. */
function answered({ events }: PlaneLedger): readonly Story[] {
  return storiesOf(events).filter(({ call, opened, returned, failed }) => {
    const isPlain = call !== undefined && returned.length === 1 && failed.length === 0 && events[opened]?.compensates === undefined;
    return isPlain && events[returned[0] ?? -1]?.outcome === 'ok';
  });
}

const orphan: Fault = {
  code: 'ledger/orphan-result',
  name: 'a result without a call',
  plant(ledger, random) {
    const story = pickOne(random, answered(ledger));
    const at = story?.returned[0];
    const event = at === undefined ? undefined : ledger.events[at];
    if (at === undefined || event === undefined) return undefined;
    const result: PlaneEvent = { ...event, id: undefined, seq: undefined, call: 'nobody' };
    return { events: inserted(ledger.events, at + 1, result), at: [at + 1] };
  },
};

/** A call ran and was answered, and its proposal, with what was asked about it, is left out. */
const unasked: Fault = {
  code: 'ledger/orphan-execution',
  name: 'an execution without a proposal',
  plant(ledger, random) {
    const { events } = ledger;
    const plain = answered(ledger).filter(
      ({ run, opened, executed, amended, decided }) =>
        executed.length === 1 &&
        amended.length + decided.length === 0 &&
        toolOf(ledger, events[opened])?.undo === undefined &&
        events.filter(({ type, run: own }) => type === 'call.proposed' && own === run).length > 1,
    );
    const story = pickOne(random, plain);
    return story === undefined ? undefined : { events: removed(events, story.opened), at: story.executed.map((index) => index - 1) };
  },
};

/** Answered calls that ran once, of tools without an effect. */
const withoutEffect = (ledger: PlaneLedger): readonly Story[] =>
  answered(ledger).filter(
    ({ opened, executed }) =>
      executed.length === 1 && (ledger.given === undefined || toolOf(ledger, ledger.events[opened])?.undo === undefined),
  );

/** A call of a tool without an effect runs again, and nothing says why. */
const ranTwice: Fault = {
  code: 'ledger/repeated-execution',
  name: 'a call without an effect runs twice',
  plant(ledger, random) {
    const { events } = ledger;
    const at = pickOne(random, withoutEffect(ledger))?.executed[0];
    const executed = at === undefined ? undefined : events[at];
    if (at === undefined || executed === undefined) return undefined;
    return { events: inserted(events, at + 1, { ...executed, id: undefined, seq: undefined }), at: [at + 1], severity: 'note' };
  },
};

/** It has come back, and runs once more. */
const ranAfterwards: Fault = {
  code: 'ledger/repeated-execution',
  name: 'a call without an effect runs again after its result',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(random, withoutEffect(ledger));
    const executed = events[story?.executed[0] ?? -1];
    const returned = story?.returned[0];
    if (executed === undefined || returned === undefined) return undefined;
    const again: PlaneEvent = { ...executed, id: undefined, seq: undefined };
    return { events: inserted(events, returned + 1, again), at: [returned + 1], severity: 'note' };
  },
};

const committedTwice: Fault = {
  code: 'ledger/repeated-commit',
  name: 'one value is committed twice',
  plant({ events }, random) {
    const stories = storiesOf(events).filter(({ committed }) => committed.length === 1);
    const at = pickOne(random, stories)?.committed[0];
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    return { events: inserted(events, at + 1, { ...event, id: undefined, seq: undefined }), at: [at + 1], severity: 'note' };
  },
};

/** Something is undone of which nobody knows that it was done. */
const undoesNothing: Fault = {
  code: 'ledger/orphan-event',
  name: 'a compensation of a call that is nowhere',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(random, answered(ledger));
    const at = story?.returned[0];
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    const { run, agent } = event;
    const word: PlaneEvent = { type: 'compensation.started', run, agent, for_call: 'nobody' };
    return { events: inserted(events, at + 1, word), at: [at + 1], severity: 'note' };
  },
};

const missing: Fault = {
  code: 'ledger/missing-result',
  name: 'a call without its result',
  plant(ledger, random) {
    const { events } = ledger;
    const plain = answered(ledger).filter(
      ({ committed, opened }) => committed.length === 0 && toolOf(ledger, events[opened])?.undo === undefined,
    );
    const story = pickOne(random, plain);
    if (story === undefined) return undefined;
    const gone = [...story.returned, ...story.outputGates];
    return { events: removed(events, ...gone), at: [story.opened, ...story.executed].map((index) => shifted(index, gone)) };
  },
};

/** A second call under the id of one that is still open. */
const duplicateCall: Fault = {
  code: 'ledger/duplicate-call',
  name: 'one id for two open calls',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(random, answered(ledger));
    const proposed = story === undefined ? undefined : events[story.opened];
    const tool = toolOf(ledger, proposed);
    if (story === undefined || proposed === undefined || tool === undefined) return undefined;
    const args = tool.input.make(random);
    if (isSame(args, payloadOf(proposed, 'arguments'))) return undefined;
    const again: PlaneEvent = { ...proposed, id: undefined, seq: undefined, arguments: args, arguments_text: undefined };
    return { events: inserted(events, story.opened + 1, again), at: [story.opened + 1] };
  },
};

const duplicateResult: Fault = {
  code: 'ledger/duplicate-result',
  name: 'two results for one call',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(random, answered(ledger));
    const at = story?.returned[0];
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    const second = beside(event, 'call.returned', { outcome: 'tool_error', error: { code: -32000, message: 'came too late' } });
    return { events: inserted(events, at + 1, second), at: [at + 1] };
  },
};

/** The very same event twice: its count or its name says so. */
const duplicateEvent: Fault = {
  code: 'ledger/duplicate-event',
  name: 'one event stands twice',
  plant({ events }, random) {
    const types = ['call.proposed', 'call.executed', 'call.returned', 'gate.checked', 'output.committed', 'attempt.failed'];
    const at = pickOne(
      random,
      events.flatMap(({ type, seq, id }, index) => (types.includes(type) && (seq !== undefined || id !== undefined) ? [index] : [])),
    );
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined) return undefined;
    const timed: PlaneEvent = { ts: timeOf(at), ...event };
    return { events: inserted(replaced(events, at, timed), at + 1, timed), at: [at + 1], severity: 'note', keepsCount: true };
  },
};

const idReused: Fault = {
  code: 'ledger/id-reused',
  name: 'the id of an ended call is used again',
  plant(ledger, random) {
    const { events } = ledger;
    const stories = answered(ledger).filter((story) => isEnded(events, story));
    const pairs = stories.flatMap((first) => {
      const end = Math.max(first.opened, ...first.returned, ...first.outputGates, ...first.committed, ...first.released);
      const second = stories.find(({ run, opened }) => run === first.run && opened > end);
      return second === undefined ? [] : [{ first, second }];
    });
    const pair = pickOne(
      random,
      pairs.filter(({ second }) => !events.some(({ for_call, run }) => run === second.run && for_call === second.call)),
    );
    if (pair === undefined) return undefined;
    const { first, second } = pair;
    const changed = events.map((event) =>
      event.run === second.run && event.call === second.call ? { ...event, call: first.call } : event,
    );
    return { events: changed, at: [second.opened], severity: 'note' };
  },
};

const isEnded = (events: readonly PlaneEvent[], { run, committed }: Story): boolean =>
  committed.length > 0 || !isRecorded(events, run, 'commits');

const runOpen: Fault = {
  code: 'ledger/run-open',
  name: 'the end of a run is not recorded',
  plant({ events }, random) {
    const closed = pickOne(
      random,
      events.flatMap(({ type, outcome }, index) => (type === 'run.closed' && outcome !== 'suspended' ? [index] : [])),
    );
    const run = closed === undefined ? undefined : events[closed]?.run;
    if (closed === undefined) return undefined;
    const own = events.flatMap((event, index) => (event.run === run && index !== closed ? [index] : []));
    const ends = own.filter((index) => events[index]?.type === 'run.opened' || index === own.at(-1));
    return { events: removed(events, closed), at: ends.map((index) => shifted(index, [closed])), severity: 'note' };
  },
};

/** The count of one event, and of all behind it in its run. */
function recount(name: string, by: number): Fault {
  return {
    code: 'ledger/sequence-broken',
    name,
    plant({ events }, random) {
      const at = pickOne(
        random,
        events.flatMap(({ seq, type }, index) => (typeof seq === 'number' && seq > 1 && type !== 'evidence.persisted' ? [index] : [])),
      );
      const event = at === undefined ? undefined : events[at];
      if (at === undefined || event === undefined) return undefined;
      const moved = events.map((one, index) => {
        if (index < at || one.run !== event.run || typeof one.seq !== 'number') return one;
        const through =
          typeof one.through_seq === 'number' && one.through_seq >= Number(event.seq) ? one.through_seq + by : one.through_seq;
        return { ...one, seq: one.seq + by, through_seq: through };
      });
      return { events: moved, at: [at], severity: 'broken', keepsCount: true };
    },
  };
}

/** An event after the end: a step declared once the run is closed, counted on. */
const afterEnd: Fault = {
  code: 'ledger/sequence-broken',
  name: 'an event after the end',
  plant({ events }, random) {
    const closed = pickOne(
      random,
      events.flatMap(({ type, outcome, seq }, index) =>
        type === 'run.closed' && outcome !== 'suspended' && seq !== undefined ? [index] : [],
      ),
    );
    const event = closed === undefined ? undefined : events[closed];
    if (closed === undefined || event === undefined) return undefined;
    const late = beside(event, 'critique.engaged', { iteration: 1, step: 'late' });
    return { events: inserted(events, closed + 1, late), at: [closed + 1], severity: 'broken' };
  },
};

/** A run that ended, by no pause, is opened again. */
const reopened: Fault = {
  code: 'ledger/sequence-broken',
  name: 'opened again after the end',
  plant({ events }, random) {
    const last = (run: PlaneEvent['run']): number => events.findLastIndex((event) => event.run === run);
    const closed = pickOne(
      random,
      events.flatMap(({ type, outcome, run }, index) =>
        type === 'run.closed' && outcome !== 'suspended' && last(run) === index ? [index] : [],
      ),
    );
    const end = closed === undefined ? undefined : events[closed];
    const opened = events.find(({ type, run }) => type === 'run.opened' && run === end?.run);
    if (closed === undefined || end === undefined || opened === undefined) return undefined;
    const again = [opened, end].map((event) => ({ ...event, id: undefined }));
    return { events: inserted(events, closed + 1, ...again), at: [closed + 1], severity: 'note' };
  },
};

export const pairFaults: readonly Fault[] = [
  orphan,
  unasked,
  ranTwice,
  ranAfterwards,
  committedTwice,
  undoesNothing,
  missing,
  duplicateCall,
  duplicateResult,
  duplicateEvent,
  idReused,
  runOpen,
  recount('a gap', 1),
  recount('a repeat', -1),
  afterEnd,
  reopened,
];
