import { digestOf, sha256 } from '../digest/sha256.ts';
import { parseJson } from '../json/parse.ts';
import type { UncheckedReason } from '../model/delta.ts';
import type { Observation } from '../model/observation.ts';
import { noteUnbound } from './authorization/authorize.ts';
import type { Context } from './context.ts';
import { eventSite } from './site.ts';
import { isDigestOfStage, partsOfResult } from './stage-digests.ts';
import type { RecordedGate, Stage, Story } from './story.ts';
import { subjectOf } from './subject.ts';

// A gate may say what it judged, as a digest (`subject_sha256`): of the text, of the RFC 8785 form of the value, or of the call object. A verdict
// about another value than the one that stands there is none about that one. What passed the gate is a stage of the story like any other.

/** Every version of what stood before a gate that the record has, earlier and later ones: writers need not be in step. */
function versionsOf(story: Story, gate: RecordedGate['gate']): readonly Stage[] {
  const { proposed, effective, authorizations, earlierRuns, ranFrom, executed, returned, earlierHandings, committed, released } = story;
  const pairs = gate === 'input' ? earlierRuns : earlierHandings;
  const own =
    gate === 'input'
      ? [proposed, effective, ...authorizations.map(({ stage }) => stage), ranFrom, executed]
      : [returned, committed, released];
  const all = [...own, ...pairs.flatMap(({ before, after }) => [before, after])];
  return [...new Set(all)].filter((stage) => stage !== undefined);
}

interface Open {
  readonly reason: UncheckedReason;
  readonly why: string;
}

/** Why a stage leaves open what the digest is over; undefined: all that it can be over is known, or the stage holds nothing. */
function openBy({ name, payload, value, record }: Stage): Open | undefined {
  if (name === 'authorized') return undefined;
  switch (payload.form) {
    case 'digest':
      return { reason: payload.withheld?.reason ?? 'content-withheld', why: `what was ${name} is recorded by its digest alone` };
    case 'opaque':
      return { reason: payload.reason, why: payload.detail };
    case 'text': {
      const parsed = parseJson(payload.text);
      const hasOneReading = payload.text.isWellFormed() && (!parsed.ok || parsed.defects.length === 0);
      return hasOneReading ? undefined : twoReadings;
    }
    case 'value': {
      if (record.text === '')
        return { reason: 'content-withheld', why: 'it was answered long before, and its spelling is not held any more' };
      const inside = `${payload.pointer}/`;
      return record.defects.some(({ pointer }) => `${pointer}/`.startsWith(inside)) ? twoReadings : undefined;
    }
    case 'absent':
      return value === undefined && name === 'returned'
        ? { reason: 'content-withheld', why: 'the result has no structured value' }
        : undefined;
  }
}

const twoReadings: Open = { reason: 'opaque', why: 'two readers may read two values in what is recorded' };
const nothing: Open = { reason: 'content-withheld', why: 'nothing that it could be over is recorded' };

/** Why what the gate judged cannot be told from what is recorded. */
function openIn(story: Story, gate: RecordedGate, versions: readonly Stage[]): Open | undefined {
  if (story.call !== undefined && gate.call === undefined) return { reason: 'opaque', why: 'the verdict names no call' };
  for (const stage of versions) {
    const open = openBy(stage);
    if (open !== undefined) return open;
  }
  if (story.returned !== undefined && gate.gate === 'output' && partsOfResult(story.returned).length > 0)
    return {
      reason: 'content-withheld',
      why: 'the result has content beside its structured value, and the digest may be over any part of it',
    };
  return versions.some(({ value, payload }) => value !== undefined || payload.form === 'text') ? undefined : nothing;
}

/** What may still be recorded may be what the gate judged. */
const isUnfinished = ({ isOpenTail, executed, returned, committed, failure }: Story, { gate }: RecordedGate): boolean =>
  isOpenTail && failure === undefined && (gate === 'input' ? (executed ?? returned) : committed) === undefined;

/** A gate that says it judged something else than what is recorded of the call or the answer. */
export function otherSubject(context: Context, story: Story, gate: RecordedGate): Observation | undefined {
  const digest = gate.otherSubject;
  if (digest === undefined) return undefined;
  const versions = versionsOf(story, gate.gate);
  if (versions.some((stage) => isDigestOfStage(digest, stage))) return undefined;
  const site = eventSite(gate.record);
  const subject = subjectOf(story);
  const open = openIn(story, gate, versions);
  if (open !== undefined) {
    const detail = `what the ${gate.gate} gate judged could not be compared: ${open.why}`;
    noteUnbound(context, { site, subject, gate: gate.gate, reason: open.reason, detail });
    return undefined;
  }
  const before = gate.gate === 'input' ? (story.effective ?? story.executed) : (story.returned ?? story.committed ?? story.released);
  if (before === undefined) return undefined;
  const own = before.value === undefined ? undefined : digestOf(before.value);
  const text = before.payload.form === 'text' ? sha256(before.payload.text) : undefined;
  return {
    kind: 'stage-difference',
    site,
    subject,
    repair: 'changed',
    path: '',
    detail: 'the digest that the gate gives of what it judged is that of nothing that is recorded here',
    before: { stage: before.name, record: before.record, value: own ?? text },
    after: { stage: 'gated', record: gate.record, value: digest },
    isDefault: false,
    isOpenTail: isUnfinished(story, gate) ? true : undefined,
  };
}
