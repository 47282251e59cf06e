import type { Of } from '../rule.ts';

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

/** Whose schema it is. */
export function ownerWords({ subject, gate }: Of<'declaration-problem'>): string {
  const owner = subject.tool ?? subject.step ?? 'the answer';
  return subject.tool === undefined ? owner : `${owner} (${gate})`;
}

export function mismatchWords({ recorded, recomputed, gate, isOnlyDelta, missingPaths }: Of<'verdict-mismatch'>): string {
  if (isOnlyDelta) return `the ${gate} gate and the declaration agree that it fails, and name other places`;
  if (recorded === recomputed) return `the recorded delta of the ${gate} gate leaves out ${missingPaths.join(', ')}`;
  const isThird = recorded !== 'pass' && recorded !== 'fail';
  const said = isThird ? 'says neither pass nor fail' : `says ${recorded}`;
  return `the recorded verdict of the ${gate} gate ${said}, the declaration says ${recomputed}`;
}

export function sequenceWords({ fault, seq, expected }: Of<'sequence-broken'>): string {
  switch (fault) {
    case 'repeated':
      return `the sequence number ${seq ?? ''} is repeated or goes back: ${expected ?? ''} was next`;
    case 'gap':
      return `the sequence jumps to ${seq ?? ''}: ${expected ?? ''} is missing`;
    case 'after-end':
      return 'an event after the end of its run';
  }
}
