import type { Finding } from '../../src/model/finding.ts';
import type { Report } from '../../src/model/report.ts';
import type { Random } from '../properties/differential/random.ts';
import type { PlaneEvent } from './event.ts';

/** Several writers of one ledger: what is counted stands up to this many places of its run away from where it belongs. */
const reach = 8;

/** For each line of the disordered ledger, the event that stands there: its index in the ordered one. */
export function disorder(events: readonly PlaneEvent[], random: Random): readonly number[] {
  const order = events.map((_, index) => index);
  for (const own of stretches(events)) {
    const moved = own
      .map((index, place) => ({ index, key: place + random.below(reach) }))
      .sort((a, b) => a.key - b.key)
      .map(({ index }) => index);
    for (const [place, index] of own.entries()) order[index] = moved[place] ?? index;
  }
  return order;
}

/** Counted events of one run, between two registrations: these take effect where they stand, whatever the runs count. */
function stretches(events: readonly PlaneEvent[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  let current = new Map<string, number[]>();
  for (const [index, { run, seq }] of events.entries()) {
    if (typeof run !== 'string' || typeof seq !== 'number') {
      current = new Map();
      continue;
    }
    const own = current.get(run);
    if (own === undefined) {
      const begun = [index];
      current.set(run, begun);
      all.push(begun);
    } else own.push(index);
  }
  return all;
}

const isLate = ({ code, kind }: Finding): boolean => code === 'ledger/sequence-broken' && kind === 'late';

/** What a report says, place by place: the remark that a line stands late aside. */
export function answersOf({ findings, calls, chains, summary }: Report, lineOf: (line: number, file: string) => number): readonly string[] {
  const told = findings
    .filter((finding) => !isLate(finding))
    .map(({ code, severity, at, path, kind, disposition, declared, recorded, recovered_at, recovered_in = at.file, run }) =>
      // a remark about a declaration stands where the file shows it first
      code.startsWith('declaration/')
        ? JSON.stringify([code, severity, path])
        : JSON.stringify([
            ...[code, severity, run, lineOf(at.line, at.file), path, kind, disposition, declared, recorded],
            recovered_at === undefined ? 0 : lineOf(recovered_at, recovered_in),
          ]),
    );
  return [...told.sort(), JSON.stringify([calls, chains?.ends, chains?.longest, summary.deviations])];
}
