import type { Observation } from '../model/observation.ts';
import type { LeadingAccommodation } from '../model/report/stories.ts';
import type { PartAccommodation } from './part.ts';
import { lineInPiece, type Piece } from './pieces.ts';

/** The roll-up of what systems made of deviating values: server, tool, path, repair, how often, first and last. */
export interface Accommodations {
  add(observation: Observation): void;
  rows(): readonly PartAccommodation[];
}

/** The input that it is told of. */
interface AccommodationSource {
  readonly file: string;
  readonly index: number;
  readonly pieces: readonly Piece[];
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
      if (observation.after.stage === 'gated') return undefined; // what a gate judged is no accommodation of it
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

export function openAccommodations({ file, index, pieces }: AccommodationSource): Accommodations {
  const rows = new Map<string, PartAccommodation>();
  return {
    add(observation) {
      const made = madeOf(observation);
      if (made === undefined || observation.kind === 'line-fault') return;
      const { subject, site } = observation;
      const told = lineInPiece(pieces, site.record.line);
      const where = `${told.file ?? file}:${told.line}`;
      const at = [index, site.record.offset] as const;
      const row = { server: subject.server ?? null, tool: subject.tool ?? null, ...made, count: 1, first: where, last: where };
      const key = rowKey(row);
      const known = rows.get(key);
      const added = { row, first: at, last: at };
      rows.set(key, known === undefined ? added : joinRows(known, added));
    },
    rows: () => [...rows.values()],
  };
}

/** What a schema would have to say for the accommodation to be none: the change, never whether it should be made. */
const changes: Readonly<Record<string, string>> = {
  dropped: 'declare the field that is sent',
  added: 'declare the field as one that the system fills in, or leave it out of the schema',
  defaulted: 'make the field optional, with its default said',
  'null-filled': 'make the field optional, or let it be null',
  emptied: 'declare the value that is really sent',
  coerced: 'declare the type that is really sent',
  renamed: 'declare the name that is really sent',
  rounded: 'declare the number as text, or bound it to what a double holds',
  unwrapped: 'declare the wrapping that is really sent',
  truncated: 'declare the length that is kept',
  substituted: 'declare the tool under the name that is called',
  changed: 'declare who may rewrite the value, and record it as an amendment',
  'accepted missing-field': 'make the field optional',
  'accepted extra-field': 'declare the field that is sent',
  'accepted wrong-type': 'declare the type that is really sent',
  'accepted wrong-value': 'declare the value that is really sent',
  'accepted invented-tool': 'declare the tool under the name that is called',
};

/** The most frequent row, by count, then by its key: the one change that would remove most. */
export function leadingAccommodation(rows: readonly PartAccommodation[]): { readonly leading_accommodation?: LeadingAccommodation } {
  const of = rows.reduce((sum, { row }) => sum + row.count, 0);
  const [first, ...others] = rows;
  if (first === undefined || of < 2) return {};
  const { row } = others.reduce((most, next) => (next.row.count > most.row.count ? next : most), first);
  const { server, tool, path, repair, count } = row;
  const change = changes[repair] ?? 'declare the value that is really sent';
  return { leading_accommodation: { server, tool, path, repair, count, of, change } };
}
