import type { PlaneEvent } from '../event.ts';
import { type Fault, inserted, type Planted, pickOne, removed, replaced, shifted } from '../fault.ts';
import { payloadOf } from '../payload.ts';
import type { PlaneLedger } from '../plane.ts';
import { isRecorded, type Story, storiesOf } from '../story.ts';
import { toolOf } from './despite.ts';

/** Effects are known only where the user says so. */
const hasEffects = ({ given }: PlaneLedger): boolean => given !== undefined;

/** All events of the undoing of one call. */
function undoingOf(events: readonly PlaneEvent[], run: string, call: string): readonly number[] {
  const calls = events.flatMap((event) =>
    event.type === 'call.proposed' && event.run === run && event.compensates === call ? [event.call] : [],
  );
  return events.flatMap((event, index) => {
    const isOwn = event.run === run && (event.for_call === call || (event.call !== undefined && calls.includes(event.call)));
    return isOwn ? [index] : [];
  });
}

/** One compensation taken out of a ledger, in a run that records its failures or in one where only its end says that it was due. */
const uncompensated = (name: string, isTold: boolean): Fault => ({
  code: 'drift/uncompensated',
  name,
  plant(ledger, random) {
    const { events } = ledger;
    if (!hasEffects(ledger)) return undefined;
    const started = pickOne(
      random,
      events.filter(({ type, run }) => type === 'compensation.started' && isRecorded(events, String(run), 'failures') === isTold),
    );
    if (started === undefined || typeof started.run !== 'string' || typeof started.for_call !== 'string') return undefined;
    const { run, for_call: call } = started;
    const gone = undoingOf(events, run, call);
    const story = storiesOf(events).find((one) => one.run === run && one.call === call);
    const closed = events.findLastIndex(({ type, run: own }) => type === 'run.closed' && own === run);
    const failed = events.findLastIndex(({ type, run: own }) => type === 'attempt.failed' && own === run);
    if (story === undefined) return undefined;
    const places = [story.opened, ...story.executed, ...story.returned, closed, failed].filter(
      (index) => index >= 0 && !gone.includes(index),
    );
    return { events: removed(events, ...gone), at: places.map((index) => shifted(index, gone)) };
  },
});

/** A compensation that went well, told otherwise. */
function undoneBadly(name: string, change: (undoing: readonly number[], events: readonly PlaneEvent[]) => Planted | undefined): Fault {
  return {
    code: 'drift/uncompensated',
    name,
    plant(ledger, random) {
      const { events } = ledger;
      if (!hasEffects(ledger)) return undefined;
      const completed = events.flatMap(({ type, run, for_call: call }, index) => {
        const others = events.filter((event) => event.type === type && event.run === run && event.for_call === call);
        const isOnly =
          type === 'compensation.completed' && !events.some((event) => event.type === 'compensation.failed' && event.run === run);
        return isOnly && others.length === 1 && isRecorded(events, String(run), 'failures') ? [index] : [];
      });
      const at = pickOne(random, completed);
      const event = at === undefined ? undefined : events[at];
      return event === undefined ? undefined : change(undoingOf(events, String(event.run), String(event.for_call)), events);
    },
  };
}

const failed = undoneBadly('the undoing fails', (undoing, events) => {
  const returned = undoing.find((index) => events[index]?.type === 'call.returned' && events[index]?.outcome === 'ok');
  const completed = undoing.find((index) => events[index]?.type === 'compensation.completed');
  const result = returned === undefined ? undefined : events[returned];
  const end = completed === undefined ? undefined : events[completed];
  if (returned === undefined || completed === undefined || result === undefined || end === undefined) return undefined;
  const error = { code: -32000, message: 'it is paid out already' };
  const refused = {
    ...result,
    outcome: 'tool_error',
    structured_content: undefined,
    structured_content_text: undefined,
    content: undefined,
    error,
  };
  const told = replaced(replaced(events, returned, refused), completed, { ...end, type: 'compensation.failed' });
  const gone = undoing.filter((index) => events[index]?.gate === 'output');
  return { events: removed(told, ...gone), at: [shifted(returned, gone), shifted(completed, gone)] };
});

const onlyTold = undoneBadly('said to be undone, and no call did it', (undoing, events) => {
  const gone = undoing.filter((index) => events[index]?.call !== undefined);
  const completed = undoing.find((index) => events[index]?.type === 'compensation.completed');
  return completed === undefined ? undefined : { events: removed(events, ...gone), at: [shifted(completed, gone)] };
});

/** Two effects undone in the order in which they were made. */
const wrongOrder: Fault = {
  code: 'drift/uncompensated',
  name: 'undone in the wrong order',
  plant(ledger, random) {
    const { events } = ledger;
    if (!hasEffects(ledger)) return undefined;
    const starts = events.filter(({ type, run }) => type === 'compensation.started' && isRecorded(events, String(run), 'failures'));
    const pairs = starts.flatMap((first) => {
      const second = starts.find((other) => other.run === first.run && other !== first && events.indexOf(other) > events.indexOf(first));
      return second === undefined ? [] : [{ first: undoingAt(events, first), second: undoingAt(events, second) }];
    });
    const pair = pickOne(
      random,
      pairs.filter(({ first, second }) => !first.some((index) => second.includes(index)) && isOneAfterTheOther(first, second)),
    );
    if (pair === undefined) return undefined;
    const { first, second } = pair;
    const all = [...first, ...second].toSorted((a, b) => a - b);
    const moved = [...second, ...first].map((index) => events[index]);
    const swapped = events.map((event, index) => (all.includes(index) ? (moved[all.indexOf(index)] ?? event) : event));
    return { events: swapped, at: all };
  },
};

const undoingAt = (events: readonly PlaneEvent[], started: PlaneEvent): readonly number[] =>
  undoingOf(events, String(started.run), String(started.for_call));
const isOneAfterTheOther = (first: readonly number[], second: readonly number[]): boolean => Math.max(...first) < Math.min(...second);

const isEffect = (ledger: PlaneLedger, { run, opened, executed, returned }: Story): boolean =>
  executed.length === 1 &&
  returned.length > 0 &&
  isCompleted(ledger.events, run) &&
  toolOf(ledger, ledger.events[opened])?.undo !== undefined;

/** The run came to its end: what it made needs no undoing. */
const isCompleted = (events: readonly PlaneEvent[], run: string): boolean =>
  events.some((event) => event.type === 'run.closed' && event.run === run && event.outcome === 'completed');

/** One proposal, executed twice. */
const executedTwice: Fault = {
  code: 'drift/effect-repeated',
  name: 'one call is executed twice',
  plant(ledger, random) {
    if (!hasEffects(ledger)) return undefined;
    const { events } = ledger;
    const story = pickOne(
      random,
      storiesOf(events).filter((one) => isEffect(ledger, one)),
    );
    const at = story?.executed[0];
    const executed = at === undefined ? undefined : events[at];
    if (at === undefined || executed === undefined) return undefined;
    return { events: inserted(events, at + 1, { ...executed, id: undefined, seq: undefined }), at: [at + 1] };
  },
};

/** The attempt that follows a critique makes the effect of the one before again: same tool, same arguments, nothing undone between. */
const madeAgain: Fault = {
  code: 'drift/effect-repeated',
  name: 'the next attempt makes the effect again',
  plant(ledger, random) {
    if (!hasEffects(ledger)) return undefined;
    const { events } = ledger;
    const stories = storiesOf(events).filter((one) => isEffect(ledger, one) && one.failed.length === 0);
    const found = stories.flatMap((story) => {
      const after = critiqueAfter(events, story);
      return after === undefined ? [] : [{ story, after }];
    });
    const chosen = pickOne(random, found);
    if (chosen === undefined) return undefined;
    const { story, after } = chosen;
    const next = [
      story.opened,
      ...story.inputGates.slice(-1),
      ...story.decided.slice(-1),
      ...story.executed,
      ...story.returned,
      ...story.outputGates,
    ];
    const source = events[story.amended.at(-1) ?? story.opened];
    const asked = { arguments: payloadOf(source, 'arguments'), arguments_text: undefined, call_sha256: source?.call_sha256 };
    const copies = next
      .toSorted((a, b) => a - b)
      .flatMap((index) => {
        const event = events[index];
        if (event === undefined) return [];
        const copy: PlaneEvent = { ...event, id: undefined, seq: undefined, call: 'again', attempt: Number(events[after]?.attempt) + 1 };
        return [event.type === 'call.proposed' ? { ...copy, ...asked } : copy];
      });
    const executedAt = copies.findIndex(({ type }) => type === 'call.executed');
    return { events: inserted(events, after + 1, ...copies), at: [after + 1, after + 1 + executedAt] };
  },
};

/** The critique that ends the attempt in which a call made its effect. */
function critiqueAfter(events: readonly PlaneEvent[], story: Story): number | undefined {
  const opened = events[story.opened];
  const at = events.findIndex(
    ({ type, run, step, instance, attempt }) =>
      type === 'critique.engaged' &&
      run === story.run &&
      step === opened?.step &&
      instance === opened?.instance &&
      attempt === opened?.attempt,
  );
  return at > (story.returned.at(-1) ?? -1) ? at : undefined;
}

export const compensationFaults: readonly Fault[] = [
  uncompensated('an effect is not undone', true),
  uncompensated('an effect is not undone, and only the end says that it was', false),
  failed,
  onlyTold,
  wrongOrder,
  executedTwice,
  madeAgain,
];
