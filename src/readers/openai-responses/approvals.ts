import { type JsonValue, stringMember } from '../../model/json.ts';
import { argumentKey } from '../kit/argument-key.ts';
import type { PointerTo } from '../kit/pair.ts';
import type { ItemResult } from '../kit/response-result.ts';
import type { MessageCall } from '../kit/sink.ts';

/**
 * Calls that the provider asked about before it ran them. A call that was approved comes back as an item of its own, which names the
 * request (`approval_request_id`): it is the same call as long as it says the same.
 */
export interface Approvals {
  ask(call: MessageCall): void;
  /** What makes a result of the item the result of the call that was asked about; undefined when it is another call. */
  ranAs(item: JsonValue, call: MessageCall): ((at: PointerTo) => Pick<ItemResult, 'call' | 'callPointer'>) | undefined;
}

export function openApprovals(): Approvals {
  const asked = new Map<string, string>();
  return {
    ask(call) {
      if (call.id !== undefined) asked.set(call.id, keyOf(call));
    },
    ranAs(item, call) {
      const request = stringMember(item, 'approval_request_id');
      if (request === undefined || asked.get(request) !== keyOf(call)) return undefined;
      return (at) => ({ call: request, callPointer: at('/approval_request_id') });
    },
  };
}

const keyOf = ({ server, tool, payload }: MessageCall): string => JSON.stringify([server ?? null, tool, argumentKey(payload)]);
