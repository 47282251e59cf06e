import { differences } from '../delta/values.ts';
import type { JsonValue } from '../model/json.ts';
import type { Site, Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import { eventSite, parentPointer, valueSite } from './site.ts';
import type { Stage } from './story.ts';

/** Two stages of one story that should hold the same value. */
export interface StagePair {
  readonly before: Stage;
  readonly after: Stage;
  /** The declared schema of the value, for its defaults. */
  readonly schema: JsonValue | undefined;
  /** The schema is a provider's strict contract. */
  readonly isStrict: boolean;
}

export interface Told {
  readonly subject: Subject;
  readonly cause: Observation | undefined;
}

/** Where a difference shows at the later stage: the value there, or, for one that is gone, the object it is gone from. */
function siteOf(after: Stage, path: string, isGone: boolean): Site {
  const { payload, record, name } = after;
  // inside of an encoded envelope no place can be pointed at
  if (name === 'authorized') return valueSite(record, payload.pointer);
  switch (payload.form) {
    case 'value':
      return valueSite(record, payload.pointer + (isGone ? parentPointer(path) : path));
    case 'text':
      if (payload.isKept === true) return valueSite(record, payload.pointer);
      return { record, pointer: payload.pointer, part: 'value', textPath: isGone ? parentPointer(path) : path };
    default:
      return eventSite(record);
  }
}

/** False where two stages name two tools. */
export function isSameTool(before: Stage, after: Stage): boolean {
  if (before.tool === undefined || after.tool === undefined) return true;
  return before.tool === after.tool && (before.server === undefined || after.server === undefined || before.server === after.server);
}

/** Another tool ran than was proposed. */
function substitution(pair: StagePair, told: Told): Observation | undefined {
  const { before, after } = pair;
  if (isSameTool(before, after)) return undefined;
  const nameOf = (stage: Stage): string => (before.tool === after.tool ? `${stage.server ?? ''}/${stage.tool ?? ''}` : (stage.tool ?? ''));
  return {
    kind: 'stage-difference',
    site: valueSite(after.record, after.toolPointer ?? ''),
    subject: told.subject,
    cause: told.cause,
    repair: 'substituted',
    path: '',
    before: { stage: before.name, record: before.record, value: nameOf(before) },
    after: { stage: after.name, record: after.record, value: nameOf(after) },
    isDefault: false,
  };
}

/** Every difference between two recorded stages, named, with both values and places (ledger.md §4). */
export function stageDifferences(pair: StagePair, told: Told): readonly Observation[] {
  const found: Observation[] = [];
  const substituted = substitution(pair, told);
  if (substituted !== undefined) found.push(substituted);
  const { before, after } = pair;
  if (before.value === undefined || after.value === undefined) return found;
  const options = pair.schema === undefined ? {} : { schema: pair.schema, isStrict: pair.isStrict };
  for (const difference of differences(before.value, after.value, options)) {
    const isGone = difference.after === undefined;
    found.push({
      kind: 'stage-difference',
      site: siteOf(after, difference.path, isGone),
      subject: told.subject,
      cause: told.cause,
      repair: difference.kind,
      path: difference.path,
      detail: difference.detail,
      before: { stage: before.name, record: before.record, value: difference.before },
      after: { stage: after.name, record: after.record, value: difference.after },
      isDefault: difference.kind === 'defaulted',
    });
  }
  return found;
}

const isNotJson = (cause: Observation | undefined): boolean => cause?.kind === 'deviation' && cause.delta.kind === 'not-json';

/** The whole value stood as a text that is no JSON, and something ran: what ran cannot have been what was written. */
export function readingDifference(pair: StagePair, told: Told): Observation | undefined {
  const { before, after } = pair;
  if (!isNotJson(told.cause) || before.payload.form !== 'text' || before.value !== undefined) return undefined;
  if (after.value === undefined || after.value === before.payload.text) return undefined;
  const isEmpty = typeof after.value === 'object' && after.value !== null && Object.keys(after.value).length === 0;
  return {
    kind: 'stage-difference',
    site: siteOf(after, '', false),
    subject: told.subject,
    cause: told.cause,
    repair: isEmpty ? 'emptied' : 'changed',
    path: '',
    detail: 'the recorded text is not JSON',
    before: { stage: before.name, record: before.record, value: before.payload.text },
    after: { stage: after.name, record: after.record, value: after.value },
    isDefault: false,
  };
}
