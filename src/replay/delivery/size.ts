import type { Committed, Released } from '../../model/event/answers.ts';
import type { Site, Subject } from '../../model/observation/base.ts';
import type { Payload } from '../../model/payload.ts';
import { utf8Length } from '../../text/utf8.ts';
import type { Context } from '../context.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import type { Story } from '../story.ts';
import { leastBytes } from './least.ts';
import { sayUnjudged } from './unjudged.ts';

// `delivery.max_bytes`: UTF-8 bytes that may leave for one answer, as one document or in parts. The bytes of a text are known; a value that is
// recorded as JSON went out in a spelling that is not recorded: it is too large where every spelling is, and otherwise nobody knows.

/** What has left in parts for one answer. */
export interface Sent {
  bytes: number;
  /** Told that it is too much, or said that nobody knows. */
  isTold: boolean;
  isSaid: boolean;
}

interface Size {
  readonly bytes: number;
  readonly isExact: boolean;
}

function sizeOf(payload: Payload, enough: number): Size | undefined {
  if (payload.form === 'text') return { bytes: utf8Length(payload.text, payload.text.length), isExact: true };
  return payload.form === 'value' ? { bytes: leastBytes(payload.value, enough), isExact: false } : undefined;
}

interface Told {
  readonly story: Story | undefined;
  readonly event: Released;
}

/** Another answer is another delivery. */
export function dropSent(run: Run, event: Pick<Committed, 'step' | 'instance'>): void {
  if (run.delivery.sent.size > 0) run.delivery.sent.delete(stepKey(event));
}

/** Holds a release, whole or in part, against what its step's delivery may have. */
export function checkSize(context: Context, run: Run, { story, event }: Told): void {
  const step = event.step ?? story?.step;
  const limit = step === undefined ? undefined : context.judge.terms(run.id, step).maxBytes;
  if (limit === undefined) return;
  const { instance, attempt, call, agent } = event;
  const at = { site: eventSite(event.record), subject: { run: run.id, step, instance, attempt, call, agent } };
  const size = sizeOf(event.payload, limit);
  if (event.isPartial === true) {
    checkParts(context, run, { ...at, size, limit, sent: sentOf(run, event) });
    return;
  }
  dropSent(run, event);
  if (size === undefined || (!size.isExact && size.bytes <= limit)) sayUnjudged(context, run, { ...at, detail: unknownWords(limit) });
  else if (size.bytes > limit) context.observe({ kind: 'oversized-release', ...at, limit, ...size, isPartial: false });
}

function sentOf(run: Run, event: Released): Sent {
  const key = stepKey(event);
  const known = run.delivery.sent.get(key);
  if (known !== undefined) return known;
  const sent: Sent = { bytes: 0, isTold: false, isSaid: false };
  run.delivery.sent.set(key, sent);
  return sent;
}

interface Part {
  readonly site: Site;
  readonly subject: Subject;
  readonly size: Size | undefined;
  readonly limit: number;
  readonly sent: Sent;
}

/** Told once for an answer: at the part with which it became too much. */
function checkParts(context: Context, run: Run, { site, subject, size, limit, sent }: Part): void {
  sent.bytes += size?.bytes ?? 0;
  if (sent.isTold) return;
  if (sent.bytes > limit) {
    sent.isTold = true;
    const isExact = size?.isExact === true && !sent.isSaid;
    context.observe({ kind: 'oversized-release', site, subject, limit, bytes: sent.bytes, isExact, isPartial: true });
    return;
  }
  if (sent.isSaid || size?.isExact === true) return;
  sent.isSaid = true;
  sayUnjudged(context, run, { site, subject, detail: unknownWords(limit) });
}

const unknownWords = (limit: number): string =>
  `the delivery is limited to ${limit} bytes, and as how many bytes this value went out is not recorded`;
