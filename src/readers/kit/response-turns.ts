/** Which responses a file holds, and the run of each: a request that names one goes on from it. */
export interface ResponseTurns {
  /** The run of the response that is gone on from; the response of this run is remembered under its own id. */
  follow(turn: ResponseTurn): string | undefined;
}

export interface ResponseTurn {
  readonly run: string;
  /** The response gone on from. */
  readonly before: string | undefined;
  readonly response: string | undefined;
  /** A request that declares no tools leaves those before it to compare with. */
  readonly isDeclaring: boolean;
}

/** Conversations that run side by side in one file. */
const remembered = 4096;

export function openResponseTurns(): ResponseTurns {
  const runs = new Map<string, string>();
  return {
    follow({ run, before, response, isDeclaring }) {
      const earlier = before === undefined ? undefined : runs.get(before);
      const own = isDeclaring ? run : earlier;
      if (response === undefined || own === undefined) return earlier;
      runs.delete(response);
      runs.set(response, own);
      const [oldest] = runs.size > remembered ? runs.keys() : [];
      if (oldest !== undefined) runs.delete(oldest);
      return earlier;
    },
  };
}
