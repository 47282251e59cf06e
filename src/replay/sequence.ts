import type { LedgerEvent } from '../model/event.ts';
import { type JsonValue, memberOf } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';

/** The very line that stands before it, once more: a writer that tried again. Counted or named, it is one event, and is taken once. */
export function isWrittenTwice(run: Run, { record, seq }: LedgerEvent): boolean {
  // only events of the native ledger are counted or named one by one
  if (seq === undefined && (memberOf(record.value, 'v') !== 1 || memberOf(record.value, 'id') === undefined)) return false;
  const last = run.lastRecord;
  run.lastRecord = record;
  if (last === undefined || last.text !== record.text || last === record) return false;
  return seq === undefined || seq === run.lastSeq;
}

/**
 * A run's own count may neither repeat nor skip. A writer that counts the whole file instead of the run is told by this: every count so far
 * grows by as many as there are lines, whichever run it is of.
 */
export function followSequence(context: Context, run: Run, event: LedgerEvent, seq: number): void {
  followTime(context, run, event.record);
  const last = run.lastSeq;
  const lines = event.record.line - run.lastSeqLine;
  run.lastSeq = last === undefined ? seq : Math.max(last, seq);
  run.lastSeqLine = event.record.line;
  if (last === undefined || seq === last + 1) return;
  const site = eventSite(event.record);
  const subject = { run: run.id };
  if (seq <= last) {
    context.observe({ kind: 'sequence-broken', fault: 'repeated', site, subject, seq, expected: last + 1 });
    // a run that is opened anew counts anew: said once, not of every event after it
    if (event.kind === 'run-opened') run.lastSeq = seq;
    return;
  }
  if (seq - last === lines && context.countsFile()) return;
  context.observe({ kind: 'sequence-broken', fault: 'gap', site, subject, seq, expected: last + 1 });
}

/** It stands behind what is counted after it: its run is judged in the order of its count. */
export const lateEvent = ({ record, run, seq }: LedgerEvent, after: number): Observation => ({
  kind: 'sequence-broken',
  fault: 'late',
  site: eventSite(record),
  subject: { run },
  seq,
  expected: after,
});

/** RFC 3339 in UTC: texts of one length stand in the order of their times. */
const isPlainTime = (time: JsonValue | undefined): time is string => typeof time === 'string' && time.length >= 20 && time.endsWith('Z');

/** Counted events should be dated in the order in which they are counted. Told once a run: what comes later is behind as well. */
function followTime(context: Context, run: Run, record: SourceRecord): void {
  if (run.lastTime === '') return;
  const time = memberOf(record.value, 'ts');
  if (!isPlainTime(time)) return;
  const last = run.lastTime;
  if (last !== undefined && last.length === time.length && time < last) {
    context.observe({ kind: 'time-order', site: eventSite(record), subject: { run: run.id }, earlierLine: run.lastTimeLine });
    run.lastTime = '';
    return;
  }
  run.lastTime = time;
  run.lastTimeLine = record.line;
}
