import type { GateName } from '../model/delta.ts';
import type { Answered } from '../model/event/answers.ts';
import type { Returned } from '../model/event/calls.ts';
import type { Observation } from '../model/observation.ts';
import { noteUnbound, noteUncompared } from './authorization/authorize.ts';
import { type InputPair, inputPairs } from './authorization/pairs.ts';
import { compareBound } from './call-objects.ts';
import type { Context } from './context.ts';
import { compareDigests, relate } from './digests.ts';
import type { Run } from './run.ts';
import { isOtherWitness } from './same.ts';
import { eventSite } from './site.ts';
import { isSameTool } from './stages.ts';
import type { Stage, Story } from './story.ts';
import { subjectOf } from './subject.ts';

interface Pair {
  readonly story: Story;
  readonly gate: GateName;
  readonly before: Stage;
  readonly after: Stage;
}

/** Stages whose values are not at hand: by their digests, which are equal, apart, or say nothing; that is counted, and said. */
export function compareWithheld(context: Context, run: Run, story: Story): void {
  const pairs = story.authorizations.length + story.earlierRuns.length === 0 ? lonePair(story) : inputPairs(story);
  for (const pair of pairs) {
    if (pair.isFollowing === true) continue;
    compare(context, run, { story, gate: 'input', ...pair });
    compareBound(context, story, pair);
  }
  const { returned, committed, released } = story;
  if (returned !== undefined && committed !== undefined)
    compare(context, run, { story, gate: 'output', before: returned, after: committed });
  const handed = committed ?? returned;
  if (handed !== undefined && released !== undefined && released.payload.form !== 'absent')
    compare(context, run, { story, gate: 'output', before: handed, after: released });
}

/** What one more witness has seen, who may have seen it in other bytes: it is one event, and where that cannot be told, it is said. */
export function isSeenByOther(
  context: Context,
  run: Run,
  { story, event }: { readonly story: Story; readonly event: Returned | Answered },
): boolean {
  const { returned } = story;
  const payload = event.kind === 'returned' ? event.structured : event.payload;
  const isSeen = isOtherWitness(returned, { by: event.by, payload });
  if (isSeen !== 'perhaps' || returned === undefined) return isSeen === true;
  const detail = `what ${returned.by} and ${event.by} have seen of one event could not be compared: ${otherBytes}`;
  noteUncompared(context, run, {
    site: eventSite(event.record),
    subject: subjectOf(story),
    gate: 'output',
    reason: 'content-withheld',
    detail,
  });
  return true;
}

/** Nearly every story: one proposal, one execution. */
const lonePair = ({ ranFrom, executed }: Story): readonly InputPair[] =>
  ranFrom === undefined || executed === undefined ? [] : [{ before: ranFrom, after: executed }];

function compare(context: Context, run: Run, pair: Pair): void {
  const { story, gate, before, after } = pair;
  const relation = relate(before, after);
  const site = eventSite(after.record);
  const subject = subjectOf(story);
  // another tool is told by its name, and what it was called with is still not known
  const isOpen = relation.kind === 'apart' && !isSameTool(before, after);
  if (relation.kind === 'apart' && !isOpen) {
    const { sha256 } = relation.before;
    const difference: Observation = {
      kind: 'stage-difference',
      site,
      subject,
      cause: isOtherAlone(pair) ? story.digestsApart : undefined,
      repair: 'changed',
      path: '',
      detail: 'the recorded call digests differ: in the arguments, or in another member of the call object',
      before: { stage: before.name, record: before.record, value: sha256 },
      after: { stage: after.name, record: after.record, value: relation.after.sha256 },
      isDefault: false,
    };
    if (gate === 'input') story.digestsApart ??= difference;
    context.observe(difference);
    return;
  }
  if (relation.kind !== 'unknown' && !isOpen) return;
  const reason = relation.kind === 'unknown' ? relation.reason : 'content-withheld';
  const isOtherBytes = relation.kind === 'unknown' && relation.isOtherBytes;
  const note = { site, subject, gate, reason, detail: openWords({ before, after, isOtherBytes }) };
  if (before.name === 'authorized' || after.name === 'authorized') noteUnbound(context, note);
  else noteUncompared(context, run, note);
}

/** What ran is what was proposed, and the authorisation between them is of something else: one thing that is wrong, and two places to see it. */
const isOtherAlone = ({ story, before, after }: Pair): boolean =>
  before.name === 'authorized' && story.ranFrom !== undefined && compareDigests(story.ranFrom.payload, after.payload) === 'equal';

const otherBytes =
  'their digests differ, which are over bytes: the same value in another order of keys, or with a number spelled otherwise, has others';

/** Why two stages were not compared; of an envelope that says nothing of its call, in its own words. */
function openWords({ before, after, isOtherBytes }: Pick<Pair, 'before' | 'after'> & { readonly isOtherBytes: boolean }): string {
  const opaque = [before, after].find(({ name, payload }) => name === 'authorized' && payload.form === 'opaque');
  const why = opaque?.payload.form === 'opaque' ? opaque.payload.detail : isOtherBytes ? otherBytes : 'one of them is not recorded in full';
  return `${before.name} and ${after.name} could not be compared: ${why}`;
}
