import { isJsonObject, type JsonValue, member, memberOf } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { contentKey } from './content-key.ts';
import type { Pair, Side } from './pair.ts';
import type { PieceRecord } from './piece-records.ts';

/** A request that is a record of its own, and the run of its pair. */
export interface RequestRecord extends PieceRecord {
  readonly side: Side;
}

/** Requests that are records of their own, as they stand before the pieces of their responses. */
export interface Requests {
  /** True when a record is a request alone: it waits until it is known what follows. */
  hold(record: SourceRecord, run: string): boolean;
  /** A stream begins. Answers the request that it belongs to, if that is sure. */
  claim(): RequestRecord | undefined;
  /** Something else follows, or nothing: a request that waits is read alone. */
  release(): void;
}

export interface RequestSettings {
  /** Takes a record of the format apart. */
  readonly pairOf: (value: JsonValue) => Pair | undefined;
  /** The member that holds what is said to the model: other endpoints have requests without it. */
  readonly said: string;
  readonly readAlone: (record: SourceRecord, run: string) => void;
}

/** How many requests later a stream is no longer taken for the late response of one that got none. */
const doubtful = 3;
/** Requests without a response that are remembered; no recorder has more on their way. */
const remembered = 16;

/**
 * No stream says which request it answers: it is the one right before it. Where two requests stand one after the other, the next streams may
 * belong to either, or one of them was never answered: as long as that is open, a stream has a request only if it makes no difference which.
 */
export function openRequests({ pairOf, said, readAlone }: RequestSettings): Requests {
  let waiting: RequestRecord | undefined;
  /** What the requests ask that have no response so far. */
  let unanswered: string[] = [];
  let age = 0;

  const release = (): void => {
    if (waiting !== undefined) readAlone(waiting.record, waiting.run);
    waiting = undefined;
  };
  const remember = (request: RequestRecord): void => {
    unanswered.push(askedBy(request));
    if (unanswered.length > remembered) unanswered.shift();
  };

  return {
    hold(record, run) {
      const side = requestAlone(pairOf(record.value), said);
      if (side === undefined || record.isDeep) return false;
      if (unanswered.length > 0 && ++age > doubtful) unanswered = [];
      if (waiting !== undefined) {
        remember(waiting);
        age = 0;
        release();
      }
      waiting = { record, run, side };
      return true;
    },
    claim() {
      const request = waiting;
      if (request === undefined) return undefined;
      const asked = unanswered.length === 0 ? '' : askedBy(request);
      if (unanswered.every((other) => other === asked)) {
        waiting = undefined;
        return request;
      }
      remember(request);
      unanswered.shift();
      release();
      return undefined;
    },
    release,
  };
}

/** A request without any response; one that wants its answer whole is none of a stream. */
function requestAlone(pair: Pair | undefined, said: string): Side | undefined {
  const value = pair?.response === undefined ? pair?.request?.value : undefined;
  if (!isJsonObject(value) || member(value, said) === undefined) return undefined;
  return member(value, 'stream') === false ? undefined : pair?.request;
}

/** What decides how a response is judged, under the names that the providers give it. */
const deciding = [
  ...['tools', 'functions', 'tool_choice', 'function_call', 'response_format', 'text', 'output_config', 'output_format'],
  ...['toolConfig', 'tool_config', 'outputConfig', 'generationConfig', 'generation_config', 'config'],
] as const;

function askedBy({ side }: RequestRecord): string {
  return deciding.map((name) => contentKey(memberOf(side.value, name))).join('\n');
}
