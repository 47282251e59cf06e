import { isDeepStrictEqual } from 'node:util';
import { type Random, seeded } from '../properties/differential/random.ts';
import { imbalances } from './balance.ts';
import { answersOf, disorder } from './disorder.ts';
import { linesOf, type PlaneEvent, renumber } from './event.ts';
import type { Fault, Planted } from './fault.ts';
import { auditText, auditTwo } from './judge.ts';
import { makeLedger, type PlaneLedger } from './plane.ts';
import { beyondLaw, deviationsIn, judge, refusedIn, undue, type Verdict } from './verdict.ts';

const encoder = new TextEncoder();

/** A ledger as bytes, and the lines at which a finding of the planted fault may stand. */
export interface Mutation {
  readonly seed: number;
  readonly fault: Fault;
  readonly planted: Planted;
  readonly bytes: Uint8Array;
  readonly lines: readonly number[];
  readonly given: PlaneLedger['given'];
}

/** Faults planted in ledger after ledger, until each has been planted `wanted` times or `ledgers` have been tried. */
export function* mutations(faults: readonly Fault[], { seed: first, wanted, ledgers }: Campaign): Generator<Mutation> {
  const left = new Map(faults.map((fault) => [fault, wanted]));
  for (let seed = first; seed < first + ledgers && left.size > 0; seed++) {
    const ledger = makeLedger(seed);
    for (const [fault, count] of left) {
      const planted = fault.plant(ledger, seeded(seed));
      if (planted === undefined) continue;
      yield written(ledger, { seed, fault, planted });
      if (count === 1) left.delete(fault);
      else left.set(fault, count - 1);
    }
  }
}

export interface Campaign {
  readonly seed: number;
  /** How often each fault is planted. */
  readonly wanted: number;
  readonly ledgers: number;
}

function written(ledger: PlaneLedger, { seed, fault, planted }: Pick<Mutation, 'seed' | 'fault' | 'planted'>): Mutation {
  const isCounted = ledger.events.some(({ seq }) => seq !== undefined);
  const events = isCounted && planted.keepsCount !== true ? renumber(planted.events) : planted.events;
  const text = linesOf(events, ledger.spelling);
  const damage = planted.damage?.(text);
  const bytes = damage?.bytes ?? encoder.encode(`${text.join('\n')}\n`);
  const lines = damage?.at ?? planted.at.map((index) => index + 1);
  return { seed, fault, planted, bytes, lines, given: planted.given ?? ledger.given };
}

export async function judgeMutation({ fault, planted, bytes, lines, given }: Mutation): Promise<Verdict> {
  const { findings } = await auditText(bytes, given);
  return judge(fault, planted, lines, findings);
}

/** Something an audit says of a ledger within the law and should not, or does not say. */
export interface Complaint {
  readonly kind: string;
  readonly where: string;
}

/** Where its second opening stands first, nothing tells that the run did not begin there. */
const isOpenedAgain = (events: PlaneLedger['events']): boolean => {
  const opened = events.filter(({ type }) => type === 'run.opened').map(({ run }) => run);
  return new Set(opened).size < opened.length;
};

/** By chance the first lines count as a writer would that counts the file: until a later line shows that it does not, nothing is missing. */
const looksCountedByFile = (events: PlaneLedger['events'], order: readonly number[]): boolean => {
  const distances = order.slice(0, 3).map((index, place) => place - Number(events[index]?.seq ?? Number.NaN));
  return distances.every((distance) => distance === distances[0]);
};

type Counted = Pick<PlaneLedger, 'events' | 'given' | 'spelling'>;

/** A counted ledger, with a fault in it where one fits that leaves the count alone. */
function plantIn(seed: number, faults: readonly Fault[]): Counted | undefined {
  const ledger = makeLedger(seed);
  if (ledger.events.every(({ seq }) => seq === undefined)) return undefined;
  const planted = faults[seed % faults.length]?.plant(ledger, seeded(seed));
  const isFit = planted !== undefined && planted.damage === undefined && planted.keepsCount !== true;
  const events = isFit ? renumber(planted.events) : ledger.events;
  if (isOpenedAgain(events)) return undefined;
  return { events, given: (isFit ? planted.given : undefined) ?? ledger.given, spelling: ledger.spelling };
}

function complaintsOf(wanted: readonly string[], found: readonly string[], how: string): readonly Complaint[] {
  return [
    ...wanted.filter((one) => !found.includes(one)).map((where) => ({ kind: `not said ${how}`, where })),
    ...found.filter((one) => !wanted.includes(one)).map((where) => ({ kind: `said ${how} alone`, where })),
  ];
}

/**
 * Inside a run order is `seq`, else file order (ledger.md §6): the same ledger as several writers would have left it, with or without a fault in it,
 * says the same of the same events.
 */
export async function judgeDisorder(seed: number, faults: readonly Fault[]): Promise<readonly Complaint[]> {
  const planted = plantIn(seed, faults);
  if (planted === undefined) return [];
  const { events, given, spelling } = planted;
  const text = linesOf(events, spelling);
  const order = disorder(events, seeded(seed));
  if (looksCountedByFile(events, order)) return [];
  const places = new Map(order.map((index, place) => [index + 1, place + 1]));
  const moved = order.map((index) => text[index] ?? '');
  const wanted = answersOf(await auditText(`${text.join('\n')}\n`, given), (line) => places.get(line) ?? 0);
  const found = answersOf(await auditText(`${moved.join('\n')}\n`, given), (line) => line);
  return complaintsOf(wanted, found, 'out of order');
}

/** Where a later file may begin: what is registered for all runs, and every opening, stands before it. */
function borderIn(events: readonly PlaneEvent[], random: Random): number | undefined {
  const least = 1 + events.findLastIndex(({ type, run }) => run === undefined || type === 'run.opened');
  const border = least < 1 || least >= events.length ? undefined : least + random.below(events.length - least);
  if (border === undefined) return undefined;
  // a run that ended is not remembered for another file
  const ended = new Set(
    events.slice(0, border).flatMap(({ type, run, outcome }) => (type === 'run.closed' && outcome !== 'suspended' ? [run] : [])),
  );
  return events.slice(border).some(({ run }) => ended.has(run)) ? undefined : border;
}

/** A ledger that goes on in a second file, with or without a fault in it, says what the whole says, at the same events. */
export async function judgeApart(seed: number, faults: readonly Fault[]): Promise<readonly Complaint[] | undefined> {
  const planted = plantIn(seed, faults);
  const border = planted === undefined ? undefined : borderIn(planted.events, seeded(seed));
  if (planted === undefined || border === undefined) return undefined;
  const text = linesOf(planted.events, planted.spelling);
  const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
  const wanted = answersOf(await auditText(join(text), planted.given), (line) => line);
  const two = await auditTwo([join(text.slice(0, border)), join(text.slice(border))], planted.given);
  return complaintsOf(
    wanted,
    answersOf(two, (line, file) => (file === 'later.jsonl' ? border + line : line)),
    'in two files',
  );
}

export async function judgeValid(seed: number): Promise<readonly Complaint[]> {
  const { events, given, spelling } = makeLedger(seed);
  const text = `${linesOf(events, spelling).join('\n')}\n`;
  const report = await auditText(text, given);
  const { findings } = report;
  // now and then the same in parts: whatever number of machines looks at it, it is one ledger
  const isSame = seed % 20 !== 0 || isDeepStrictEqual(await auditText(text, given, 3), report);
  const wanted = refusedIn(events);
  const found = deviationsIn(events, findings);
  return [
    ...beyondLaw(findings).map(({ at, code, disposition, message }) => ({
      kind: `${code} ${disposition ?? ''}`.trim(),
      where: `line ${at.line}: ${message}`,
    })),
    ...wanted.filter((one) => !found.includes(one)).map((one) => ({ kind: 'a deviation is not found', where: one })),
    ...found.filter((one) => !wanted.includes(one)).map((one) => ({ kind: 'a deviation nobody put there', where: one })),
    ...undue(events, findings).map((where) => ({ kind: 'a note that is not due', where })),
    ...imbalances(events, report).map((where) => ({ kind: 'a count', where })),
    ...(isSame ? [] : [{ kind: 'three parts make another report', where: 'all of it' }]),
  ];
}
