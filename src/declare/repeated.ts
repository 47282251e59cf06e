import type { ToolDeclaration } from '../model/declaration.ts';
import type { Declared } from '../model/event/declarations.ts';
import type { DeclarationObservation } from './in-force.ts';
import { copyScope, openScope, type Recording, recordTools, type Scope, withServer } from './scope.ts';

/**
 * Recordings of requests begin a run with each request, and each lists all its tools again. Runs that begin with the same list share one
 * scope, until one of them says more.
 */
export interface Repeated {
  /** The scope of a run that begins with this list, and what that list did; undefined where it cannot be shared. */
  begin(recording: Omit<Recording, 'scope'>, event: Declared): Begun | undefined;
  /** The scope itself, or a copy that one run alone may change. */
  own(scope: Scope): Scope;
}

export interface Begun {
  readonly scope: Scope;
  readonly observed: readonly DeclarationObservation[];
}

interface Known extends Begun {
  readonly tools: readonly ToolDeclaration[];
  readonly server: string | undefined;
  readonly isWhole: boolean;
}

/** Lists remembered side by side: recordings of several agents alternate in one file. */
const remembered = 16;

/** `learned` is told every list that is not remembered. */
export function openRepeated(learned: (tools: readonly ToolDeclaration[]) => void): Repeated {
  const known: Known[] = [];
  const shared = new WeakSet<Scope>();
  return {
    begin(recording, event) {
      if (event.mode !== 'replace' || recording.shared.lists.size > 0) return undefined;
      const tools = event.tools.map((tool) => recording.catalogue.intern(withServer(tool, event.server)));
      const found = known.find((one) => isSameList(one, event, tools)) ?? learn(recording, event, tools);
      if (event.isWhole) recording.catalogue.markWhole(event.server);
      return found;
    },
    own: (scope) => (shared.has(scope) ? copyScope(scope) : scope),
  };

  function learn(recording: Omit<Recording, 'scope'>, event: Declared, tools: readonly ToolDeclaration[]): Known {
    const scope = openScope();
    const observed = recordTools({ ...recording, scope }, { ...event, tools });
    const one: Known = { scope, observed, tools, server: event.server, isWhole: event.isWhole };
    shared.add(scope);
    learned(tools);
    known.unshift(one);
    known.length = Math.min(known.length, remembered);
    return one;
  }
}

function isSameList(known: Known, { server, isWhole }: Declared, tools: readonly ToolDeclaration[]): boolean {
  const isAlike = known.server === server && known.isWhole === isWhole && known.tools.length === tools.length;
  return isAlike && known.tools.every((tool, index) => tool === tools[index]);
}
