import { isSame, type Json, memberOf, type PlaneEvent } from '../event.ts';
import { type Fault, inserted, type Planted, pickOne, removed, replaced, shifted } from '../fault.ts';
import { payloadOf } from '../payload.ts';
import { isKnownWithout, isRecorded, type Story, storiesOf } from '../story.ts';

type Test = (event: PlaneEvent, events: readonly PlaneEvent[]) => boolean;

const indicesOf = (events: readonly PlaneEvent[], isWanted: Test): readonly number[] =>
  events.flatMap((event, index) => (isWanted(event, events) ? [index] : []));

const isDeviation: Test = ({ type, delta }) => type === 'attempt.failed' && delta !== undefined;

/** One failure event rewritten. */
function refail(code: string, name: string, isWanted: Test, change: (event: PlaneEvent) => PlaneEvent): Fault {
  return {
    code,
    name,
    plant({ events }, random) {
      const at = pickOne(
        random,
        indicesOf(events, (event) => isDeviation(event, events) && isWanted(event, events)),
      );
      const event = at === undefined ? undefined : events[at];
      return at === undefined || event === undefined ? undefined : { events: replaced(events, at, change(event)), at: [at] };
    },
  };
}

const configOf = (events: readonly PlaneEvent[], { run }: PlaneEvent): Json | undefined =>
  events.find((event) => event.type === 'run.opened' && event.run === run)?.global_config;
const isStrict: Test = (event, events) => memberOf(configOf(events, event), 'strict_mode') === true;
const isNormal: Test = (event, events) => memberOf(configOf(events, event), 'strict_mode') === false;
const isLast: Test = (event, events) => isNormal(event, events) && event.route !== 'critique';

const withoutDelta = refail(
  'drift/failure-without-delta',
  'no delta',
  () => true,
  ({ delta, ...rest }) => rest,
);
const emptyDelta = refail(
  'drift/failure-without-delta',
  'an empty delta',
  () => true,
  (event) => ({ ...event, delta: [] }),
);
const toolFault = refail(
  'drift/wrong-class',
  'a deviation said to be the tool’s',
  ({ gate, call }) => gate === 'input' || call === undefined,
  (event) => ({ ...event, class: 'tool' }),
);
const timeout = refail(
  'drift/wrong-class',
  'a deviation said to be a timeout',
  () => true,
  (event) => ({ ...event, class: 'timeout' }),
);
const strictCritique = refail('drift/wrong-route', 'strict, to critique', isStrict, (event) => ({ ...event, route: 'critique' }));
const strictAbort = refail('drift/wrong-route', 'strict, to abort', isStrict, (event) => ({ ...event, route: 'abort' }));
const critiqueLeft = refail(
  'drift/wrong-route',
  'abort with a critique left',
  (event, events) => isNormal(event, events) && event.route === 'critique',
  (event) => ({ ...event, route: 'abort' }),
);
const exhausted = refail('drift/wrong-route', 'critique when exhausted', isLast, (event) => ({ ...event, route: 'critique' }));

/** The failure of a deviation that was refused goes unsaid; the finding stands where it should have been said. */
const unrecorded: Fault = {
  code: 'drift/unrecorded-failure',
  name: 'no failure for a deviation',
  plant({ events }, random) {
    const story = pickOne(
      random,
      storiesOf(events).filter(
        ({ run, failed }) =>
          failed.length === 1 && isKnownWithout(events, run, 'failures') && isDeviation(events[failed[0] ?? -1] ?? { type: '' }, events),
      ),
    );
    const failed = story?.failed[0];
    if (story === undefined || failed === undefined) return undefined;
    const at = [story.opened, ...story.inputGates, ...story.returned, ...story.outputGates].map((index) => shifted(index, [failed]));
    return { events: removed(events, failed), at };
  },
};

/** The run declares fewer critiques than it engages: what came after the last one allowed is beyond the bound. */
const beyondBound: Fault = {
  code: 'drift/iterations-exceeded',
  name: 'one critique more than declared',
  plant({ events }, random) {
    const last = pickOne(
      random,
      indicesOf(events, (event) => isLastCritique(event, events)),
    );
    const event = last === undefined ? undefined : events[last];
    if (last === undefined || event === undefined || typeof event.iteration !== 'number') return undefined;
    const opened = indicesOf(events, ({ type, run }) => type === 'run.opened' && run === event.run);
    const bound = event.iteration - 1;
    const lowered = events.map((one, index) =>
      opened.includes(index) ? { ...one, global_config: { strict_mode: false, max_iterations: bound } } : one,
    );
    return { events: lowered, at: [last] };
  },
};

/** Where no failure and no critique is recorded, the attempts are counted. */
const attemptsBeyond: Fault = {
  code: 'drift/iterations-exceeded',
  name: 'one attempt more than declared',
  plant({ events }, random) {
    const isUntold = (event: PlaneEvent): boolean => isNormal(event, events) && !isRecorded(events, String(event.run), 'failures');
    const opened = pickOne(
      random,
      indicesOf(events, (event) => event.type === 'run.opened' && isUntold(event)),
    );
    const run = opened === undefined ? undefined : events[opened]?.run;
    const own = events.filter((event) => event.run === run);
    const last = Math.max(0, ...own.map(({ attempt }) => Number(attempt ?? 0)));
    const isWhole = own.some(({ type, outcome }) => type === 'run.closed' && outcome === 'completed');
    // beyond the bound an attempt may still be allowed, by name
    const isAuthorized = own.some(({ type }) => type === 'recovery.authorized');
    if (opened === undefined || last < 2 || !isWhole || isAuthorized) return undefined;
    const config = { strict_mode: false, max_iterations: last - 2 };
    const lowered = events.map((event) => (event.type === 'run.opened' && event.run === run ? { ...event, global_config: config } : event));
    return { events: lowered, at: indicesOf(events, (event) => event.run === run && event.attempt === last) };
  },
};

/** The highest iteration of its run, reached once; at the bound or below it, so that lowering the bound breaks this one alone. */
function isLastCritique(event: PlaneEvent, events: readonly PlaneEvent[]): boolean {
  if (event.type !== 'critique.engaged' || !isNormal(event, events)) return false;
  const own = events.filter(({ type, run }) => type === 'critique.engaged' && run === event.run);
  const isHighest = own.every((other) => other === event || Number(other.iteration) < Number(event.iteration));
  const failures = events.filter(
    ({ type, run, route }) => type === 'attempt.failed' && run === event.run && route !== 'critique' && route !== undefined,
  );
  return isHighest && failures.length === 0;
}

/** Says in any way that something was stopped. */
const isFailure: Test = ({ type, verdict, outcome }) => type === 'attempt.failed' || verdict === 'fail' || outcome === 'refused';

function reopened(name: string, change: (config: Json | undefined) => Json): Fault {
  return {
    code: 'drift/strictness-changed',
    name,
    plant({ events }, random) {
      const isQuiet: Test = ({ run }) => !events.some((event) => event.run === run && isFailure(event, events));
      const closed = pickOne(
        random,
        indicesOf(events, (event) => event.type === 'run.closed' && event.outcome !== 'suspended' && isQuiet(event, events)),
      );
      const event = closed === undefined ? undefined : events[closed];
      const opened = events.find(({ type, run }) => type === 'run.opened' && run === event?.run);
      if (closed === undefined || opened === undefined || opened.global_config === undefined) return undefined;
      const again: PlaneEvent = { ...opened, id: undefined, seq: undefined, global_config: change(opened.global_config) };
      return { events: inserted(events, closed, again), at: [closed] };
    },
  };
}

const otherStrictness = reopened('the run is opened again with the other mode', (config) => ({
  strict_mode: memberOf(config, 'strict_mode') !== true,
  max_iterations: memberOf(config, 'max_iterations') ?? 0,
}));
const otherBound = reopened('the run is opened again with more critiques', (config) => ({
  strict_mode: memberOf(config, 'strict_mode') ?? false,
  max_iterations: Number(memberOf(config, 'max_iterations') ?? 0) + 3,
}));

/** The next attempt asks for the very same, and is refused for the very same. */
const repeatedCall: Fault = {
  code: 'ledger/repeated-call',
  name: 'two identical invalid attempts',
  plant({ events }, random) {
    const refused = storiesOf(events).filter(
      (story) => story.call !== undefined && events[story.inputGates.at(-1) ?? -1]?.verdict === 'fail',
    );
    const twice = refused.flatMap((first) => {
      const second = refused.find((other) => isNextAttempt(events, first, other));
      return second === undefined ? [] : [{ first, second }];
    });
    const pair = pickOne(random, twice);
    return pair === undefined ? undefined : repeatCall(events, pair.first, pair.second);
  },
};

function isNextAttempt(events: readonly PlaneEvent[], first: Story, second: Story): boolean {
  const a = events[first.opened];
  const b = events[second.opened];
  if (a === undefined || b === undefined || a.run !== b.run || a.step !== b.step || a.tool !== b.tool || a.server !== b.server)
    return false;
  return isSame(a.instance, b.instance) && Number(b.attempt) === Number(a.attempt) + 1 && second.failed.length === first.failed.length;
}

function repeatCall(events: readonly PlaneEvent[], first: Story, second: Story): Planted | undefined {
  const proposed = events[first.opened];
  const again = events[second.opened];
  if (proposed === undefined || again === undefined || isSame(payloadOf(proposed, 'arguments'), payloadOf(again, 'arguments')))
    return undefined;
  const delta = events[first.inputGates.at(-1) ?? -1]?.delta;
  const { arguments: args, arguments_text: text } = proposed;
  const changed = events.map((event, index) => {
    if (index === second.opened) return { ...event, arguments: args, arguments_text: text };
    return second.inputGates.includes(index) || second.failed.includes(index) ? { ...event, delta } : event;
  });
  return { events: changed, at: [second.opened, ...second.inputGates], severity: 'note' };
}

export const failureFaults: readonly Fault[] = [
  withoutDelta,
  emptyDelta,
  toolFault,
  timeout,
  strictCritique,
  strictAbort,
  critiqueLeft,
  exhausted,
  unrecorded,
  beyondBound,
  attemptsBeyond,
  otherStrictness,
  otherBound,
  repeatedCall,
];
