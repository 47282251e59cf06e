import type { ToolEffect } from '../../model/declaration.ts';
import type { Site } from '../../model/observation/base.ts';
import type { Uncompensated } from '../../model/observation/protocol.ts';
import type { Observation } from '../../model/observation.ts';
import type { Undoing } from './effect.ts';
import { type Fate, isTakenBack, isUndoer } from './fate.ts';

type Fault = Pick<Uncompensated, 'fault' | 'site' | 'cause'> & Partial<Pick<Uncompensated, 'recorded' | 'detail'>>;

const callWords = (call: string | undefined): string => (call === undefined ? 'a call without an id' : `call ${call}`);

/** A tool of the right name on another server is another tool. */
const nameOf = ({ named: { server, tool } }: Undoing, { compensateWith }: ToolEffect): string =>
  tool === compensateWith && server !== undefined ? `${server}/${tool}` : tool;

/** What a call that was meant to undo an effect got wrong; undefined where it leaves nothing but a missing one. */
function faultOfCall({ made, tried }: Fate): Fault | undefined {
  if (tried === undefined) return undefined;
  const { site, end, named } = tried;
  const detail = `by ${callWords(tried.subject.call)}`;
  const hasRun = end === 'done' || end === 'unknown';
  if (hasRun && !isUndoer(made.effect, named))
    return { fault: 'wrong-tool', site, cause: made.cause, recorded: nameOf(tried, made.effect), detail };
  if (tried.isDeviating) return { fault: 'invalid', site, cause: tried.deviation ?? made.cause, detail };
  if (end === 'failed') return { fault: 'failed', site, cause: made.cause, detail };
  return end === 'unknown' ? { fault: 'unproven', site, cause: made.cause, detail: `${detail}, whose outcome is not known` } : undefined;
}

function faultOf(fate: Fate): Fault | undefined {
  const { made, undone, told } = fate;
  const { cause } = made;
  if (undone !== undefined && !isTakenBack(fate)) return undefined;
  const ofCall = undone === undefined ? faultOfCall(fate) : undefined;
  if (ofCall !== undefined && ofCall.fault !== 'unproven') return ofCall;
  if (told?.phase === 'failed') return { fault: 'failed', site: told.site, cause };
  if (ofCall !== undefined) return ofCall;
  if (told?.phase === 'completed') return { fault: 'unproven', site: told.site, cause };
  return { fault: 'missing', site: made.site, cause };
}

function observed({ made }: Fate, fault: Fault): Observation {
  const { compensateWith, tool } = made.effect;
  const unless = made.hasRun ? undefined : 'executions';
  return { kind: 'uncompensated', subject: made.subject, effect: tool, undoer: compensateWith, unless, ...fault };
}

/** What cannot be owed, because nobody knows that it was made, or nothing is declared to undo it: a reader is told that it may stand. */
function standing({ made, undone, tried }: Fate): Fault | undefined {
  const { site, cause, doubt, effect } = made;
  const detail = doubt;
  if (effect.compensateWith === undefined) {
    const isUndone = tried !== undefined && tried.end === 'done' && !tried.isDeviating;
    return isUndone ? undefined : { fault: 'irreversible', site, cause, detail };
  }
  return undone === undefined ? { fault: 'possible', site, cause, detail } : undefined;
}

const isOwed = ({ made }: Fate): boolean => made.doubt === undefined && made.effect.compensateWith !== undefined;

/** Effects that had to be undone and were not, or not by the declared call, or not by a valid one. */
export function uncompensated(owed: readonly Fate[]): readonly Observation[] {
  const found = owed.flatMap((fate) => {
    const fault = isOwed(fate) ? faultOf(fate) : standing(fate);
    return fault === undefined ? [] : [observed(fate, fault)];
  });
  return [...found, wrongOrder(owed.filter(isOwed))].filter((observation) => observation !== undefined);
}

interface Moment {
  readonly at: number;
  readonly fate: Fate;
  readonly site?: Site;
}

/**
 * Reverse order: whatever is undone, nothing made after it and before that moment may still have its undoing to come. Told once per run, for the
 * first undoing out of order: what follows it is out of order with it.
 */
function wrongOrder(owed: readonly Fate[]): Observation | undefined {
  const moments: Moment[] = owed.flatMap((fate) => {
    const { made, undone } = fate;
    if (undone === undefined || faultOf(fate) !== undefined) return [];
    return [
      { at: made.offset, fate },
      { at: undone.offset, fate, site: undone.site },
    ];
  });
  const standing: Fate[] = [];
  for (const { fate, site } of moments.sort((a, b) => a.at - b.at)) {
    if (site === undefined) {
      standing.push(fate);
      continue;
    }
    const last = standing.pop();
    if (last === undefined || last === fate) continue;
    const { effect, subject } = last.made;
    const detail = `before that of ${effect.tool} (${callWords(subject.call)}), which was made later`;
    return observed(fate, { fault: 'wrong-order', site, cause: undefined, detail });
  }
  return undefined;
}
