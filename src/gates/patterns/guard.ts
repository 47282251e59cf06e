import { runLimited } from './limit.ts';
import { readPattern } from './read.ts';

export type Guarded<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The pattern at work when the time ran out. */
  | { readonly kind: 'timeout'; readonly pattern: string }
  /** A pattern of another dialect was asked, in a document that was not looked through beforehand. */
  | { readonly kind: 'foreign'; readonly pattern: string; readonly detail: string };

export interface PatternGuard {
  /** Matches a pattern somewhere in a text. Counts only inside `run`. */
  match(pattern: string, text: string): boolean;
  /** Runs `work`; where a pattern in it could run away, once more under the time limit. */
  run<T>(work: () => T): Guarded<T>;
}

interface State {
  isLimited: boolean;
  needsLimit: boolean;
  /** The last risky pattern asked. */
  current: string;
  foreign: { readonly pattern: string; readonly detail: string } | undefined;
}

function foreignIn({ foreign }: State): Guarded<never> | undefined {
  return foreign === undefined ? undefined : { kind: 'foreign', ...foreign };
}

/**
 * Ordinary patterns run bare. The first one that is ambiguous, or meets a text too long for it, answers nothing and asks
 * for the whole work to be repeated under the limit, so that many slow matches cannot add up either.
 */
export function createPatternGuard(): PatternGuard {
  const state: State = { isLimited: false, needsLimit: false, current: '', foreign: undefined };

  function match(source: string, text: string): boolean {
    const pattern = readPattern(source);
    if (pattern.kind === 'foreign') {
      state.foreign ??= { pattern: source, detail: pattern.detail };
      return false;
    }
    if (pattern.ambiguity !== 'none' || text.length > pattern.safeLength) {
      if (!state.isLimited) {
        state.needsLimit = true;
        return false;
      }
      state.current = source;
    }
    return pattern.expression.test(text);
  }

  function runUnderLimit<T>(work: () => T): Guarded<T> {
    state.isLimited = true;
    try {
      const limited = runLimited(work);
      return limited.isInTime ? { kind: 'done', value: limited.value } : { kind: 'timeout', pattern: state.current };
    } finally {
      state.isLimited = false;
    }
  }

  function run<T>(work: () => T): Guarded<T> {
    state.needsLimit = false;
    state.foreign = undefined;
    const value = work();
    const result: Guarded<T> = state.needsLimit ? runUnderLimit(work) : { kind: 'done', value };
    return foreignIn(state) ?? result;
  }

  return { match, run };
}
