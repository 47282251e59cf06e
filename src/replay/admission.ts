import { isEqual } from '../json/equal.ts';
import type { Proposed } from '../model/event/calls.ts';
import { memberOf } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';
import { hashText } from '../text/hash.ts';
import type { Context } from './context.ts';
import { compareDigests } from './digests.ts';
import { takeUp } from './keep.ts';
import type { Run } from './run.ts';
import { valueSite } from './site.ts';
import type { Stage, Story } from './story.ts';
import { subjectOf } from './subject.ts';

/** What could not be read as a value is the same where its text or one of its digests is. */
function isSameUnread(a: Payload, b: Payload): boolean {
  if (a.form === 'digest' && b.form === 'digest') return compareDigests(a, b) === 'equal';
  return a.form === 'text' && b.form === 'text' && a.text === b.text;
}

/** Dates and counts of two events of a native ledger tell them apart, whatever else is the same in them. */
function isCountedAnew(before: SourceRecord, after: SourceRecord): boolean {
  if (memberOf(before.value, 'v') !== 1 || memberOf(after.value, 'v') !== 1) return false;
  return ['seq', 'ts', 'id'].some((name) => {
    const [earlier, later] = [memberOf(before.value, name), memberOf(after.value, name)];
    return earlier !== undefined && later !== undefined && earlier !== later;
  });
}

export function isSameProposal(earlier: Story, event: Proposed, value: Stage['value']): boolean {
  const before = earlier.proposed;
  if (before === undefined || before.tool !== event.tool || before.server !== event.server) return false;
  // another attempt, or another step, is another call whatever it says
  if (earlier.attempt !== event.attempt || earlier.step !== event.step || earlier.instance !== event.instance) return false;
  if (before.value === undefined || value === undefined) return isSameUnread(before.payload, event.payload);
  return isEqual(before.value, value);
}

type Admission = 'copy' | 'new' | Observation;

/** An id seen before: the same event copied (counted once), another call under a living id (said, and a clash), or an id used again. */
export function admit(context: Context, run: Run, event: Proposed & { readonly call: string }, value: Stage['value']): Admission {
  const earlier = run.calls.get(event.call) ?? takeUp(context, run, event.call);
  const isKnown = earlier !== undefined || run.closedCalls.has(hashText(event.call));
  if (!isKnown) return 'new';
  const subject = subjectOf(event);
  const site = valueSite(event.record, event.callPointer ?? '');
  if (earlier !== undefined) {
    const earlierLine = earlier.proposed?.record.line;
    // answered, or failed: what comes now under its id is another attempt
    const isOver = (earlier.returned !== undefined && earlier.outcome !== 'pending') || earlier.failure !== undefined;
    // two may have seen one proposal; once its call is over, what is dated or counted anew is another one
    const isAnother = isOver && earlier.proposed !== undefined && isCountedAnew(earlier.proposed.record, event.record);
    if (!isAnother && isSameProposal(earlier, event, value)) {
      context.observe({ kind: 'duplicate-event', site, subject, earlierLine });
      return 'copy';
    }
    const said: Observation = { kind: isOver ? 'id-reused' : 'duplicate-call', site, subject, earlierLine };
    context.observe(said);
    context.closeCall(run, event.call, earlier);
    return isOver ? 'new' : said;
  }
  context.observe({ kind: 'id-reused', site, subject });
  return 'new';
}

export const hasId = (event: Proposed): event is Proposed & { readonly call: string } => event.call !== undefined;
