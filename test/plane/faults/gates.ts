import { digestOf, isList, isSame, type Json, type PlaneEvent } from '../event.ts';
import { beside, type Fault, inserted, type Planted, pickOne, removed, replaced, shifted } from '../fault.ts';
import { payloadOf, withValue } from '../payload.ts';
import { isKnownWithout, isRecorded, type Story, storiesOf } from '../story.ts';
import { toolOf } from './despite.ts';

const gatesOf = (events: readonly PlaneEvent[], isWanted: (event: PlaneEvent) => boolean): readonly number[] =>
  events.flatMap((event, index) => (event.type === 'gate.checked' && isWanted(event) ? [index] : []));

const ungatedExecution: Fault = {
  code: 'drift/ungated-execution',
  name: 'the last pass before an execution is missing',
  plant({ events }, random) {
    const story = pickOne(
      random,
      storiesOf(events).filter(({ run, executed, inputGates }) => {
        return executed.length > 0 && inputGates.length > 0 && isKnownWithout(events, run, 'gates');
      }),
    );
    const gate = story?.inputGates.at(-1);
    const executed = story?.executed[0];
    if (gate === undefined || executed === undefined) return undefined;
    return { events: removed(events, gate), at: [shifted(executed, [gate])] };
  },
};

const ungatedCommit: Fault = {
  code: 'drift/ungated-commit',
  name: 'the pass before a commit is missing',
  plant({ events }, random) {
    const story = pickOne(
      random,
      storiesOf(events).filter(({ run, committed, outputGates }) => {
        return committed.length > 0 && outputGates.length > 0 && isKnownWithout(events, run, 'gates');
      }),
    );
    const gate = story?.outputGates.at(-1);
    const committed = story?.committed[0];
    if (gate === undefined || committed === undefined) return undefined;
    return { events: removed(events, gate), at: [shifted(committed, [gate])] };
  },
};

/** One gate event rewritten. */
function regate(
  name: string,
  isWanted: (gate: PlaneEvent, events: readonly PlaneEvent[]) => boolean,
  change: (gate: PlaneEvent) => PlaneEvent,
  severity: Planted['severity'] = 'failure',
): Fault {
  return {
    code: 'drift/verdict-mismatch',
    name,
    plant({ events }, random) {
      const at = pickOne(
        random,
        gatesOf(events, (event) => isWanted(event, events)),
      );
      const gate = at === undefined ? undefined : events[at];
      return at === undefined || gate === undefined ? undefined : { events: replaced(events, at, change(gate)), at: [at], severity };
    },
  };
}

const isPass = ({ verdict, schema_sha256 }: PlaneEvent): boolean => verdict === 'pass' && schema_sha256 !== undefined;
const isFail = ({ verdict }: PlaneEvent): boolean => verdict === 'fail';
const isSameAttempt = (a: PlaneEvent, b: PlaneEvent): boolean =>
  a.run === b.run && a.step === b.step && a.instance === b.instance && a.attempt === b.attempt && a.call === b.call;
const entriesOf = ({ delta }: PlaneEvent): readonly Json[] => (isList(delta) ? delta : []);

const failsValid = regate('fail though it passes', isPass, (gate) => ({
  ...gate,
  verdict: 'fail',
  delta: [{ kind: 'wrong-type', path: '/nowhere' }],
}));
/** Where a failure is recorded: it shows that the value was stopped, whatever its gate is made to say. */
const passesInvalid = regate(
  'pass though it fails',
  (gate, events) => isFail(gate) && events.some((event) => event.type === 'attempt.failed' && isSameAttempt(event, gate)),
  (gate) => ({ ...gate, verdict: 'pass', delta: [] }),
);
const warns = regate('a third verdict', isPass, (gate) => ({ ...gate, verdict: 'warn' }));
const leavesOut = regate(
  'the delta leaves out a fault',
  (gate) => isFail(gate) && entriesOf(gate).length > 1,
  (gate) => ({ ...gate, delta: entriesOf(gate).slice(1) }),
);
const namesMore = regate(
  'the delta names one more',
  isFail,
  (gate) => ({ ...gate, delta: [...entriesOf(gate), { kind: 'wrong-type', path: '/nowhere' }] }),
  'note',
);

const otherSchema: Fault = {
  code: 'drift/contract-changed',
  name: 'a gate names the digest of a copy',
  plant({ events }, random) {
    const at = pickOne(
      random,
      gatesOf(events, ({ schema_sha256 }) => schema_sha256 !== undefined),
    );
    const gate = at === undefined ? undefined : events[at];
    return at === undefined || gate === undefined
      ? undefined
      : { events: replaced(events, at, { ...gate, schema_sha256: digestOf({ type: 'object' }) }), at: [at] };
  },
};

/** The tool refuses as invalid what its declaration allows: what it said instead of its result. */
const rejectedThoughValid: Fault = {
  code: 'drift/rejected-though-valid',
  name: 'a valid call is answered as invalid',
  plant({ events }, random) {
    const story = pickOne(
      random,
      storiesOf(events).filter((one) => isPlainAnswer(events, one)),
    );
    const at = story?.returned.at(-1);
    const returned = at === undefined ? undefined : events[at];
    if (story === undefined || at === undefined || returned === undefined) return undefined;
    const { run, agent, by, step, instance, attempt, call, seq, id } = returned;
    const error = { code: -32602, message: 'Invalid arguments for this tool' };
    const refusal = { type: 'call.returned', run, agent, by, step, instance, attempt, call, seq, id, outcome: 'protocol_error', error };
    const gone = story.outputGates;
    return { events: removed(replaced(events, at, refusal), ...gone), at: [shifted(at, gone)], severity: 'note' };
  },
};

/** Answered once, with success, and not committed. */
function isPlainAnswer(events: readonly PlaneEvent[], { call, opened, returned, committed, failed }: Story): boolean {
  const proposed = events[opened];
  const isPlain = call !== undefined && returned.length === 1 && committed.length === 0 && failed.length === 0;
  return isPlain && proposed?.compensates === undefined && events[returned[0] ?? -1]?.outcome === 'ok';
}

/** The arguments are rewritten between the pass and the execution, and nobody asks the gate about the new ones. */
const amendedAfterPass: Fault = {
  code: 'drift/ungated-execution',
  name: 'amended after the last pass',
  plant(ledger, random) {
    const { events } = ledger;
    const plain = storiesOf(events).filter(({ executed, inputGates, amended, run }) => {
      return executed.length === 1 && inputGates.length > 0 && amended.length === 0 && isRecorded(events, run, 'gates');
    });
    const story = pickOne(random, plain);
    const [at] = story?.executed ?? [];
    const executed = at === undefined ? undefined : events[at];
    const tool = toolOf(ledger, executed);
    if (at === undefined || executed === undefined || tool === undefined) return undefined;
    const args = tool.input.make(random);
    const amended = { ...beside(executed, 'call.amended', { arguments: args, reason: 'in a hurry' }), by: 'hook' };
    return { events: inserted(replaced(events, at, withValue(executed, 'arguments', args)), at, amended), at: [at + 1] };
  },
};

/** Whoever says a key twice shows every reader another value: which one its gate read is not known. */
const hasTwoReadings = (gate: PlaneEvent | undefined): boolean =>
  gate !== undefined && entriesOf(gate).some((entry) => /"(?:duplicate-key|lone-surrogate|rounded-number)"/.test(JSON.stringify(entry)));

/** A gate says that it judged something that is nowhere: the result stands alone, so that nothing else could be meant. */
const judgedAnother: Fault = {
  code: 'drift/silent-repair',
  name: 'a gate judged another value',
  plant({ events }, random) {
    const stories = storiesOf(events).filter(({ opened, returned }) => {
      const isAlone = returned.every((index) => events[index]?.content === undefined);
      return events[opened]?.call !== undefined && isAlone;
    });
    const own = stories.flatMap(({ inputGates, outputGates }) => [...inputGates, ...outputGates]);
    const at = pickOne(
      random,
      own.filter((index) => !hasTwoReadings(events[index])),
    );
    const gate = at === undefined ? undefined : events[at];
    if (at === undefined || gate === undefined) return undefined;
    const subject = digestOf({ other: random.below(1_000_000) });
    return { events: replaced(events, at, { ...gate, subject_sha256: subject }), at: [at], repair: 'changed' };
  },
};

/** The gate is asked again after an amendment, and about the arguments that stood there before. */
const judgedBefore: Fault = {
  code: 'drift/ungated-execution',
  name: 'the pass after an amendment is for the arguments before it',
  plant({ events }, random) {
    const story = pickOne(
      random,
      storiesOf(events).filter(({ amended, executed, opened }) => {
        const isOther = !isSame(payloadOf(events[opened], 'arguments'), payloadOf(events[amended[0] ?? -1], 'arguments'));
        return amended.length === 1 && executed.length === 1 && isOther && payloadOf(events[opened], 'arguments') !== undefined;
      }),
    );
    const at = story?.inputGates.at(-1);
    const gate = at === undefined ? undefined : events[at];
    const [executed] = story?.executed ?? [];
    if (story === undefined || at === undefined || gate === undefined || executed === undefined) return undefined;
    const subject = digestOf(payloadOf(events[story.opened], 'arguments') ?? null);
    return { events: replaced(events, at, { ...gate, subject_sha256: subject }), at: [executed] };
  },
};

export const gateFaults: readonly Fault[] = [
  judgedAnother,
  judgedBefore,
  ungatedExecution,
  amendedAfterPass,
  ungatedCommit,
  failsValid,
  passesInvalid,
  warns,
  leavesOut,
  namesMore,
  otherSchema,
  rejectedThoughValid,
];
