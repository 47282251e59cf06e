import type { JsonValue } from '../../model/json.ts';
import type { Look } from '../../model/look.ts';
import type { Row } from './rows.ts';
import { type Line, type Span, span } from './spans.ts';
import { showDeclared, showPath, showRecorded } from './values.ts';

/** What a row needs of a finding or of a gate's delta. */
export interface DeltaShape {
  /** The word after `structure/`. */
  readonly kind: string;
  readonly path: string;
  readonly declared?: JsonValue | undefined;
  readonly recorded?: JsonValue | undefined;
}

/** Kinds about the tool's identity: they point at its name, not into the arguments. */
const identityKinds: ReadonlySet<string> = new Set(['invented-tool', 'tool-not-offered']);

/** `+` for what is not declared, `-` for what is declared and not there, `~` for what is otherwise than declared. */
function signOf(kind: string): Span {
  if (kind === 'extra-field' || kind === 'undeclared-field' || kind === 'invented-tool') return span('+', 'warn');
  if (kind === 'missing-field' || kind === 'missing-output') return span('-', 'bad');
  return span('~', 'warn');
}

function declaredCell({ kind, declared }: DeltaShape): Line {
  if (kind === 'extra-field' || kind === 'undeclared-field' || kind === 'invented-tool') return [span('not declared')];
  if (declared === undefined || declared === null) return [];
  return [span('declared ', 'dim'), span(showDeclared(declared, kind))];
}

function recordedCell({ kind, recorded }: DeltaShape, values: Look['values']): Line {
  if (recorded !== undefined) return [span('recorded ', 'dim'), span(showRecorded(recorded, values), 'strong')];
  return kind === 'missing-field' || kind === 'missing-output' ? [span('not there', 'strong')] : [];
}

/** The declared beside the recorded. `label` stands for the path where a tree already shows most of it. */
export function deltaRow(delta: DeltaShape, values: Look['values'], label?: string): Row {
  return {
    sign: signOf(delta.kind),
    cells: [
      [span(label ?? (identityKinds.has(delta.kind) ? 'tool' : showPath(delta.path)))],
      declaredCell(delta),
      recordedCell(delta, values),
    ],
  };
}
