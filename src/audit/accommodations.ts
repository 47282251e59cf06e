import type { Observation } from '../model/observation.ts';
import type { PartAccommodation } from './part.ts';

/** The roll-up of what systems made of deviating values: server, tool, path, repair, how often, first and last. */
export interface Accommodations {
  add(observation: Observation): void;
  rows(): readonly PartAccommodation[];
}

interface Made {
  readonly path: string;
  readonly repair: string;
}

/** Array positions are one path: the fault is in the shape. */
const generalPath = (path: string): string => path.replaceAll(/\/(?:0|[1-9][0-9]*)(?=\/|$)/g, '/*');

/** What was accommodated: a difference that two stages show, or a deviation that something accepted without a recorded repair. */
function madeOf(observation: Observation): Made | undefined {
  switch (observation.kind) {
    case 'stage-difference':
      return { path: generalPath(observation.path), repair: observation.repair };
    case 'executed-despite-deviation':
    case 'committed-despite-deviation': {
      if (observation.evidence === 'recorded' || observation.cause?.kind !== 'deviation') return undefined;
      const { delta } = observation.cause;
      return { path: generalPath(delta.path), repair: `accepted ${delta.kind}` };
    }
    default:
      return undefined;
  }
}

function compareWhere(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** Joins two rows of the same server, tool, path and repair. */
export function joinRows(a: PartAccommodation, b: PartAccommodation): PartAccommodation {
  const first = compareWhere(a.first, b.first) <= 0 ? a : b;
  const last = compareWhere(a.last, b.last) >= 0 ? a : b;
  return {
    row: { ...a.row, count: a.row.count + b.row.count, first: first.row.first, last: last.row.last },
    first: first.first,
    last: last.last,
  };
}

export const rowKey = (row: PartAccommodation['row']): string => [row.server ?? '', row.tool ?? '', row.path, row.repair].join('\u0000');

export function openAccommodations(file: string, input: number): Accommodations {
  const rows = new Map<string, PartAccommodation>();
  return {
    add(observation) {
      const made = madeOf(observation);
      if (made === undefined || observation.kind === 'line-fault') return;
      const { subject, site } = observation;
      const where = `${file}:${site.record.line}`;
      const at = [input, site.record.offset] as const;
      const row = { server: subject.server ?? null, tool: subject.tool ?? null, ...made, count: 1, first: where, last: where };
      const key = rowKey(row);
      const known = rows.get(key);
      const added = { row, first: at, last: at };
      rows.set(key, known === undefined ? added : joinRows(known, added));
    },
    rows: () => [...rows.values()],
  };
}
