import type { Json, PlaneEvent } from '../event.ts';
import { beside, type Fault, inserted, pickOne, replaced } from '../fault.ts';
import { payloadOf, withValue } from '../payload.ts';
import { type PlaneLedger, worldOf } from '../plane.ts';
import { isRecorded, type Story, storiesOf } from '../story.ts';
import type { PlaneTool } from '../world.ts';

export const toolOf = (ledger: PlaneLedger, event: PlaneEvent | undefined): PlaneTool | undefined =>
  [...worldOf(ledger, event).tools, ...worldOf(ledger, event).undoers].find(
    ({ name, server }) => name === event?.tool && server === event.server,
  );

/** A call that a gate refused, and that ran nevertheless: as it was proposed, with an answer. */
const executedAfterRefusal: Fault = {
  code: 'drift/executed-despite-deviation',
  name: 'a refused call runs',
  plant(ledger, random) {
    const { events } = ledger;
    const refused = storiesOf(events).filter((story) => isRefusedCall(ledger, story));
    const story = pickOne(random, refused);
    const gate = story?.inputGates.at(-1);
    const proposed = story === undefined ? undefined : events[story.opened];
    const tool = toolOf(ledger, proposed);
    if (story === undefined || gate === undefined || proposed === undefined || tool?.output === undefined || tool.undo !== undefined)
      return undefined;
    const args = proposed.arguments;
    if (args === undefined) return undefined;
    const executed = beside(proposed, 'call.executed', { server: proposed.server, tool: proposed.tool, arguments: args });
    const returned = beside(proposed, 'call.returned', { outcome: 'ok', structured_content: tool.output.make(random) });
    return { events: inserted(events, gate + 1, executed, returned), at: [gate + 1] };
  },
};

/** Refused by its gate alone, of a tool without effects, where executions are recorded. */
function isRefusedCall({ events }: PlaneLedger, story: Story): boolean {
  const gate = events[story.inputGates.at(-1) ?? -1];
  return story.call !== undefined && gate?.verdict === 'fail' && story.returned.length === 0 && isRecorded(events, story.run, 'executions');
}

/** Where no gates are recorded, the call itself and what ran deviate alike. */
const executedWithoutGate: Fault = {
  code: 'drift/executed-despite-deviation',
  name: 'a deviating call runs where no gates are recorded',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(
      random,
      storiesOf(events).filter(
        ({ run, call, executed, amended, opened, failed }) =>
          call !== undefined &&
          executed.length === 1 &&
          failed.length === 0 &&
          amended.length === 0 &&
          !isRecorded(events, run, 'gates') &&
          events[opened]?.compensates === undefined,
      ),
    );
    const proposed = story === undefined ? undefined : events[story.opened];
    const tool = toolOf(ledger, proposed);
    const at = story?.executed[0];
    const executed = at === undefined ? undefined : events[at];
    if (story === undefined || proposed === undefined || tool === undefined || at === undefined || executed === undefined) return undefined;
    const { value } = tool.input.deviate(random, '');
    const once = replaced(events, story.opened, withValue(proposed, 'arguments', value));
    return { events: replaced(once, at, withValue(executed, 'arguments', value)), at: [at] };
  },
};

const committedAfterRefusal: Fault = {
  code: 'drift/committed-despite-deviation',
  name: 'a refused answer is committed',
  plant({ events }, random) {
    const story = pickOne(random, refusedOutputs(events, false));
    const gate = story?.outputGates.at(-1);
    const answer = story === undefined ? undefined : events[story.opened];
    const value = payloadOf(answer, 'answer');
    if (story === undefined || gate === undefined || answer === undefined || value === undefined) return undefined;
    return { events: inserted(events, gate + 1, beside(answer, 'output.committed', { value })), at: [gate + 1] };
  },
};

const committedResult: Fault = {
  code: 'drift/committed-despite-deviation',
  name: 'a refused result is committed',
  plant(ledger, random) {
    const { events } = ledger;
    const stories = refusedOutputs(events, true).filter(({ opened }) => {
      const step = worldOf(ledger, events[opened]).steps.find(({ id }) => id === events[opened]?.step);
      return step?.output === undefined;
    });
    const story = pickOne(random, stories);
    const gate = story?.outputGates.at(-1);
    const returned = events[story?.returned.at(-1) ?? -1];
    const value: Json | undefined = payloadOf(returned, 'structured_content');
    if (gate === undefined || returned === undefined || value === undefined) return undefined;
    return { events: inserted(events, gate + 1, beside(returned, 'output.committed', { value })), at: [gate + 1] };
  },
};

/** What a refused answer held leaves as a document. */
const releasedAfterRefusal: Fault = {
  code: 'drift/committed-despite-deviation',
  name: 'a refused answer is released as a document',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(
      random,
      refusedOutputs(events, false).filter(({ opened }) => !isDocument(ledger, events[opened])),
    );
    const gate = story?.outputGates.at(-1);
    const answer = story === undefined ? undefined : events[story.opened];
    const value = payloadOf(answer, 'answer');
    if (gate === undefined || answer === undefined || value === undefined) return undefined;
    return { events: inserted(events, gate + 1, beside(answer, 'output.released', { mode: 'document', value })), at: [gate + 1] };
  },
};

const isDocument = (ledger: PlaneLedger, event: PlaneEvent | undefined): boolean =>
  worldOf(ledger, event).steps.some(({ id, delivery }) => id === event?.step && delivery === 'validated-document');

function refusedOutputs(events: readonly PlaneEvent[], isCall: boolean): readonly Story[] {
  return storiesOf(events).filter(({ run, call, outputGates }) => {
    const gate = events[outputGates.at(-1) ?? -1];
    return (call !== undefined) === isCall && gate?.verdict === 'fail' && isRecorded(events, run, 'commits');
  });
}

/** Executed once as it was proposed, after one pass. */
const ranPlainly = (events: readonly PlaneEvent[], { call, executed, amended, failed, inputGates, opened }: Story): boolean =>
  call !== undefined &&
  executed.length === 1 &&
  amended.length + failed.length === 0 &&
  inputGates.length === 1 &&
  events[opened]?.compensates === undefined;

/** The gate lets a deviating call pass, and it runs. */
const lenientInput: Fault = {
  code: 'drift/executed-despite-deviation',
  name: 'a lenient gate, and the call runs',
  plant(ledger, random) {
    const { events } = ledger;
    const story = pickOne(
      random,
      storiesOf(events).filter((one) => ranPlainly(events, one)),
    );
    const [at] = story?.executed ?? [];
    const proposed = events[story?.opened ?? -1];
    const executed = events[at ?? -1];
    const tool = toolOf(ledger, proposed);
    if (story === undefined || at === undefined || proposed === undefined || executed === undefined || tool === undefined) return undefined;
    const { value } = tool.input.deviate(random, '');
    const once = replaced(events, story.opened, withValue(proposed, 'arguments', value));
    return { events: replaced(once, at, withValue(executed, 'arguments', value)), at: [at] };
  },
};

/** The gate lets a deviating result or answer pass, and it is committed, and perhaps released. */
function lenientOutput(name: string, isCall: boolean): Fault {
  return {
    code: 'drift/committed-despite-deviation',
    name,
    plant(ledger, random) {
      const { events } = ledger;
      const stories = storiesOf(events).filter(({ call, committed, outputGates, returned }) => {
        const isAnswered = call === undefined || events[returned.at(-1) ?? -1]?.outcome === 'ok';
        return (call !== undefined) === isCall && committed.length === 1 && outputGates.length === 1 && isAnswered;
      });
      const story = pickOne(random, stories);
      const opened = events[story?.opened ?? -1];
      const contract = isCall
        ? toolOf(ledger, opened)?.output
        : worldOf(ledger, opened).steps.find(({ id }) => id === opened?.step)?.output;
      const [committed] = story?.committed ?? [];
      if (story === undefined || contract === undefined || committed === undefined) return undefined;
      const { value } = contract.deviate(random, '');
      const changed = events.map((event, index) => {
        if (story.committed.includes(index) || story.released.includes(index)) return withValue(event, 'value', value);
        if (index === story.returned.at(-1)) return { ...withValue(event, 'structured_content', value), content: undefined };
        return index === story.opened && !isCall ? { ...event, value, text: undefined } : event;
      });
      return { events: changed, at: [committed] };
    },
  };
}

export const despiteFaults: readonly Fault[] = [
  lenientInput,
  lenientOutput('a lenient gate, and the result is committed', true),
  lenientOutput('a lenient gate, and the answer is committed', false),
  executedAfterRefusal,
  executedWithoutGate,
  committedAfterRefusal,
  committedResult,
  releasedAfterRefusal,
];
