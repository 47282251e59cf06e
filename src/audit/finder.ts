import type { Ask, InForce } from '../declare/in-force.ts';
import type { Found } from '../replay/judge.ts';

/** Finds declared tools, and remembers each run's last answer until any declaration changes: calls come in rows. */
export interface Finder {
  find(run: string, ask: Ask): Found;
  /** A declaration changed: nothing that was found before holds. */
  change(): void;
  forget(run: string): void;
}

interface Remembered {
  readonly ask: Ask;
  readonly found: Found;
  readonly age: number;
}

const isSameAsk = (a: Ask, b: Ask): boolean => a.tool === b.tool && a.server === b.server && a.step === b.step;

export function openFinder(inForce: InForce): Finder {
  const last = new Map<string, Remembered>();
  let age = 0;
  return {
    find(run, ask) {
      const known = last.get(run);
      if (known !== undefined && known.age === age && isSameAsk(known.ask, ask)) return known.found;
      const looked = inForce.lookUp(run, ask);
      const found: Found = looked.kind === 'declared' ? { kind: 'declared', tool: looked.tool } : looked;
      last.set(run, { ask, found, age });
      return found;
    },
    change: () => {
      age++;
    },
    forget: (run) => last.delete(run),
  };
}
