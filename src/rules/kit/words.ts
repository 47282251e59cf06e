import type { Observation } from '../../model/observation.ts';
import type { LineWords, Of } from '../rule.ts';

const gateWords = { input: 'in the arguments', output: 'in the result' } as const;

/** "at /amount in the arguments": where a gate's difference stands, without the value that stands there. */
export function placeWords({ delta, gate }: Pick<Of<'deviation' | 'remark'>, 'delta' | 'gate'>): string {
  const where = delta.path === '' ? 'at the top' : `at ${delta.path}`;
  const times = delta.count === undefined || delta.count < 2 ? '' : ` (and ${delta.count - 1} more items like it)`;
  return `${where} ${gateWords[gate]}${times}`;
}

export function nameWords(name: string | undefined): string {
  return name === undefined ? 'an unnamed tool' : name;
}

/** What is declared: a tool, a step, or how a run is judged. */
export function declaredWords({ tool, step }: Observation['subject']): string {
  if (tool === undefined && step === undefined) return 'its workflow';
  return tool === undefined && step !== undefined ? `the step ${step}` : nameWords(tool);
}

/** Whose schema it is. */
export function ownerWords({ subject, gate }: Of<'declaration-problem'>): string {
  const owner = subject.tool ?? subject.step ?? 'the answer';
  return subject.tool === undefined ? owner : `${owner} (${gate})`;
}

export function mismatchWords({ recorded, recomputed, gate, isOnlyDelta, missingPaths }: Of<'verdict-mismatch'>): string {
  if (isOnlyDelta) return `the ${gate} gate and the declaration agree that it fails, and name other places`;
  if (recorded === recomputed)
    return `the recorded delta of the ${gate} gate leaves out ${missingPaths.map((path) => (path === '' ? 'the whole value' : path)).join(', ')}`;
  const isThird = recorded !== 'pass' && recorded !== 'fail';
  const said = isThird ? 'says neither pass nor fail' : `says ${recorded}`;
  return `the recorded verdict of the ${gate} gate ${said}, the declaration says ${recomputed}`;
}

export function undoingWords({ fault, effect, undoer = 'a tool that nobody declared', recorded }: Of<'uncompensated'>): string {
  switch (fault) {
    case 'possible':
      return `the effect of ${effect} may have been made, and no call of ${undoer} undid it`;
    case 'irreversible':
      return `the effect of ${effect} stands: nothing is declared to undo it`;
    case 'missing':
      return `the effect of ${effect} had to be undone, and no call of ${undoer} did it`;
    case 'failed':
      return `undoing the effect of ${effect} failed, and it stands`;
    case 'invalid':
      return `the call of ${undoer} that undoes ${effect} is itself not valid`;
    case 'wrong-tool':
      return `the effect of ${effect} was undone with ${nameWords(recorded)}, and ${undoer} is declared for it`;
    case 'wrong-order':
      return `the effect of ${effect} was undone before a later one`;
    case 'unproven':
      return `the effect of ${effect} is said to be undone, and no call of ${undoer} is recorded that did it`;
  }
}

export function copyWords(
  observation: Of<'duplicate-event' | 'copied-history' | 'copied-lines' | 'copied-run' | 'copied-input'>,
  line: LineWords,
): string {
  switch (observation.kind) {
    case 'copied-history':
      return historyWords(observation);
    case 'copied-lines':
      return linesWords(observation);
    case 'copied-run':
      return `the run is opened by the very record of ${observation.from}: a copy of it that follows is counted again`;
    case 'copied-input':
      return `the very bytes of ${observation.from}: counted there, and not again`;
    default: {
      const { earlierLine } = observation;
      return `the same event is recorded again${earlierLine === undefined ? '' : ` (first at ${line(earlierLine)})`}; it is counted once`;
    }
  }
}

function historyWords({ count, from }: Of<'copied-history'>): string {
  const copies = count === 1 ? 'a call of this file is a copy' : `${count} calls of this file are copies`;
  return `${copies} of what ${from[0] ?? ''}${othersWords(from)} tells to its end: counted there, and not again`;
}

function linesWords({ count, from }: Of<'copied-lines'>): string {
  const copies = count === 1 ? 'a record of this file is the very one' : `${count} records of this file are the very ones`;
  return `${copies} of ${from[0] ?? ''}${othersWords(from)}: counted there, and not again`;
}

const othersWords = (from: readonly string[]): string => (from.length < 2 ? '' : ` and ${from.length - 1} more`);

/** An event about a call, in words. */
export const nameEvent: Readonly<Record<Of<'orphan-event'>['what'], string>> = {
  'gate-checked': 'a verdict',
  amended: 'an amendment',
  'attempt-failed': 'a failure',
  decided: 'a decision',
  compensation: 'a compensation',
  proposed: 'an undoing',
  authorized: 'an authorisation',
};

export function sequenceWords({ fault, seq, expected }: Of<'sequence-broken'>): string {
  switch (fault) {
    case 'repeated':
      return `the sequence number ${seq ?? ''} is repeated or goes back: ${expected ?? ''} was next`;
    case 'gap':
      return `the sequence jumps to ${seq ?? ''}: ${expected ?? ''} is missing`;
    case 'after-end':
      return 'an event after the end of its run';
    case 'reopened':
      return 'the run is opened again, and it had ended';
    case 'late':
      return `${seq ?? ''} stands behind ${expected ?? ''} in the file: the run is judged in the order of its count`;
  }
}
