import { type Context, createContext, Script } from 'node:vm';

/** Milliseconds of wall clock that judging one value may take where a pattern could run away. */
export const timeLimit = 300;

export type Limited<T> = { readonly isInTime: true; readonly value: T } | { readonly isInTime: false };

interface Chamber {
  readonly box: { run: () => void };
  readonly context: Context;
  readonly script: Script;
}

let chamber: Chamber | undefined;

/** The context is only a way to name the function: it grants nothing and evaluates no text of the input. */
function openChamber(): Chamber {
  if (chamber === undefined) {
    const box = { run: (): void => undefined };
    chamber = { box, context: createContext(box), script: new Script('run()') };
  }
  return chamber;
}

function isTimeout(error: unknown): boolean {
  // no instanceof: the error belongs to the chamber's realm
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Runs `work` under the watchdog, the only thing that interrupts a regular expression of V8 (about 80 µs a call). */
export function runLimited<T>(work: () => T): Limited<T> {
  const { box, context, script } = openChamber();
  let result: Limited<T> = { isInTime: false };
  box.run = () => {
    result = { isInTime: true, value: work() };
  };
  try {
    script.runInContext(context, { timeout: timeLimit });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { isInTime: false };
  } finally {
    box.run = () => undefined;
  }
  return result;
}
