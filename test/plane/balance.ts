import type { Report } from '../../src/model/report.ts';
import { isList, type PlaneEvent } from './event.ts';
import { isRecorded, type Story, storiesOf } from './story.ts';

/** Where the report's counts differ from the plane's own, and where its chains of attempts do. */
export function imbalances(events: readonly PlaneEvent[], { calls, chains }: Report): readonly string[] {
  const stories = storiesOf(events);
  const count = (type: string, isWanted: (event: PlaneEvent) => boolean = () => true): number =>
    events.filter((event) => event.type === type && isWanted(event)).length;
  const isAnswered = ({ call, returned }: Story): boolean =>
    call !== undefined && returned.some((index) => events[index]?.outcome !== 'pending');
  const pairs: readonly (readonly [string, number, number | null])[] = [
    ['proposed', count('call.proposed'), calls.proposed],
    ['executed', count('call.executed'), calls.executed],
    ['returned', stories.filter(isAnswered).length, calls.returned],
    ['committed', count('output.committed', ({ call }) => call !== undefined), calls.committed],
    ['unexplained', 0, calls.unexplained],
    ['chains', instancesThatFailed(events).size, isTold(events) ? (chains?.total ?? 0) : null],
  ];
  // null says that nothing of the kind is recorded
  return pairs.flatMap(([name, own, other]) => (own === (other ?? own) ? [] : [`${name}: ${own} in the plane, ${other} in the report`]));
}

/** The instances of steps in which something was refused: each is one chain of attempts (ledger.md §1). */
function instancesThatFailed(events: readonly PlaneEvent[]): ReadonlySet<string> {
  const failed = storiesOf(events).filter(({ inputGates, outputGates, failed }) =>
    [...inputGates, ...outputGates, ...failed].some((index) => {
      const { delta } = events[index] ?? { type: '' };
      return isList(delta) && delta.length > 0;
    }),
  );
  return new Set(failed.map(({ run, opened }) => JSON.stringify([run, events[opened]?.step ?? null, events[opened]?.instance ?? null])));
}

/** Whether every run says of its deviations that they were stopped. */
const isTold = (events: readonly PlaneEvent[]): boolean =>
  events
    .filter(({ type }) => type === 'run.opened')
    .every(({ run }) => isRecorded(events, String(run), 'gates') || isRecorded(events, String(run), 'failures'));
