import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import type { EngineName } from './engines.ts';
import type { Draft } from './schemas.ts';

export interface Disagreement {
  readonly engine: EngineName;
  readonly draft: Draft;
  readonly schema: JsonObject;
  readonly value: JsonValue;
  /** What the other engine says; ours is the opposite. */
  readonly theirs: boolean;
}

export function explainedBy(_: Disagreement): string | undefined {
  return undefined;
}
