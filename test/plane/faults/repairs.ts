import { digestOf, type PlaneEvent } from '../event.ts';
import { type Fault, pickOne, replaced } from '../fault.ts';
import { payloadOf, withValue } from '../payload.ts';
import { type PlaneLedger, worldOf } from '../plane.ts';
import { isRecordShape, type Repair, repaired, repairs } from '../repair.ts';
import type { Shape } from '../shapes.ts';
import { type Story, storiesOf } from '../story.ts';
import { toolOf } from './despite.ts';

type Pair = 'proposed → executed' | 'returned → committed' | 'answered → committed' | 'committed → released';
const pairs: readonly Pair[] = ['proposed → executed', 'returned → committed', 'answered → committed', 'committed → released'];

/** Where a value stands that a repair may change, and every place that must say the same as the changed one. */
interface Target {
  readonly at: number;
  readonly name: 'arguments' | 'value';
  readonly also: readonly number[];
  readonly shape: Shape | undefined;
  /** Whether the changed value is itself judged: what a gate judged was the other one. */
  readonly isJudged: boolean;
}

function targetOf(ledger: PlaneLedger, pair: Pair, story: Story): Target | undefined {
  const { events } = ledger;
  const opened = events[story.opened];
  const [executed] = story.executed;
  const [committed] = story.committed;
  const [released] = story.released;
  const step = worldOf(ledger, opened).steps.find(({ id }) => id === opened?.step);
  const output = story.call === undefined ? step?.output : toolOf(ledger, opened)?.output;
  if (pair === 'proposed → executed') {
    if (story.call === undefined || executed === undefined || story.executed.length > 1) return undefined;
    return { at: executed, name: 'arguments', also: [], shape: toolOf(ledger, opened)?.input, isJudged: false };
  }
  if (committed === undefined) return undefined;
  if (pair === 'committed → released') {
    return released === undefined ? undefined : { at: released, name: 'value', also: [], shape: output, isJudged: true };
  }
  if ((story.call === undefined) !== (pair === 'answered → committed')) return undefined;
  return { at: committed, name: 'value', also: story.released, shape: output, isJudged: true };
}

function repairFault(pair: Pair, repair: Repair): Fault {
  return {
    code: 'drift/silent-repair',
    name: `${repair}, ${pair}`,
    plant(ledger, random) {
      const { events } = ledger;
      const targets = storiesOf(events).flatMap((story) => targetOf(ledger, pair, story) ?? []);
      const made = targets.flatMap(({ at, name, also, shape, isJudged }) => {
        const event = events[at];
        const value = payloadOf(event, name);
        if (!isRecordShape(shape) || event === undefined || value === undefined) return [];
        const other = repaired(random, repair, value, { fields: shape.fields, schema: isJudged ? shape.schema : undefined });
        return other === undefined ? [] : [{ at, name, also, other }];
      });
      const target = pickOne(random, made);
      if (target === undefined) return undefined;
      const put = (list: readonly PlaneEvent[], index: number): readonly PlaneEvent[] => {
        const event = list[index];
        return event === undefined ? list : replaced(list, index, withValue(event, target.name, target.other));
      };
      const severity = repair === 'defaulted' ? 'note' : 'failure';
      return { events: [target.at, ...target.also].reduce(put, events), at: [target.at], repair, severity };
    },
  };
}

/** What ran is another tool than the one that was asked for, with a result as that other one promises it. */
const substituted: Fault = {
  code: 'drift/silent-repair',
  name: 'substituted, proposed → executed',
  plant(ledger, random) {
    const { events } = ledger;
    const stories = storiesOf(events).filter(({ opened, executed, returned, committed, failed, outputGates }) => {
      const isPlain =
        events[opened]?.compensates === undefined &&
        executed.length === 1 &&
        returned.length === 1 &&
        committed.length === 0 &&
        failed.length === 0;
      const isPassed = outputGates.every((index) => events[index]?.verdict === 'pass');
      return isPlain && isPassed && events[returned[0] ?? -1]?.outcome === 'ok';
    });
    const story = pickOne(random, stories);
    const [at] = story?.executed ?? [];
    const executed = at === undefined ? undefined : events[at];
    const others = worldOf(ledger, executed).tools.filter(({ name, server, undo, output }) => {
      const isOther = name !== executed?.tool && server === executed?.server;
      return isOther && undo === undefined && output !== undefined;
    });
    const other = pickOne(random, others);
    if (story === undefined || at === undefined || executed === undefined || other?.output === undefined) return undefined;
    const result = other.output.make(random);
    const digest = digestOf(other.output.schema);
    const changed = events.map((event, index) => {
      if (index === at) return { ...event, tool: other.name };
      if (story.returned.includes(index)) return { ...withValue(event, 'structured_content', result), content: undefined };
      return story.outputGates.includes(index) ? { ...event, schema_sha256: digest } : event;
    });
    return { events: changed, at: [at], repair: 'substituted' };
  },
};

export const repairFaults: readonly Fault[] = [...pairs.flatMap((pair) => repairs.map((repair) => repairFault(pair, repair))), substituted];
