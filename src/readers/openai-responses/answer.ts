import { isJsonArray, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import type { ReadResponse } from './response.ts';
import type { PlacedItem } from './stream.ts';

/** The final answer of a response. */
export interface FinalAnswer {
  readonly payload: Payload;
  /** The only text, where the item that holds it is in a record of its own. */
  readonly text: PlacedItem | undefined;
  readonly stopReason: string | undefined;
  readonly isRefusal: boolean;
  readonly isTruncated: boolean;
}

/** Items after which the client has to act first: the answer is still to come. */
const pending: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'mcp_approval_request',
]);

export function finalAnswer(response: ReadResponse, pointer: string): FinalAnswer | undefined {
  if (!response.hasAnswer || isPending(response.items)) return undefined;
  const parts = response.items.flatMap(answerParts);
  const texts = parts.filter(({ item }) => stringMember(item, 'type') === 'output_text');
  const stopReason = stopReasonOf(response);
  return {
    payload: payloadOf(texts, pointer),
    text: texts.length === 1 && texts[0]?.record !== undefined ? texts[0] : undefined,
    stopReason,
    isRefusal: isRefusedBy(stopReason) || parts.some(({ item }) => stringMember(item, 'type') === 'refusal'),
    isTruncated: isTruncatedBy(stopReason),
  };
}

function isPending(items: readonly PlacedItem[]): boolean {
  const answered = new Set(items.filter(({ item }) => stringMember(item, 'type')?.endsWith('_output')).map(callIdOf));
  return items.some((placed) => pending.has(stringMember(placed.item, 'type') ?? '') && !answered.has(callIdOf(placed)));
}

function callIdOf({ item }: PlacedItem): string | undefined {
  return stringMember(item, 'call_id');
}

/** The parts of the messages; what the model says between its calls is commentary, where it says so. */
function answerParts({ item, at, record }: PlacedItem): readonly PlacedItem[] {
  const content = memberOf(item, 'content');
  if (stringMember(item, 'type') !== 'message' || stringMember(item, 'phase') === 'commentary' || !isJsonArray(content)) return [];
  return content.map((part, index) => ({ item: part, at: (path) => at(`/content/${index}${path}`), record }));
}

/** Why an incomplete response is that, else its status. */
export function stopReasonOf({ status, echo }: Pick<ReadResponse, 'status' | 'echo'>): string | undefined {
  if (status !== 'incomplete') return status;
  return stringMember(memberOf(echo?.value, 'incomplete_details'), 'reason') ?? status;
}

/** The form of an answer is promised for one text, not for several put together. */
function payloadOf(texts: readonly PlacedItem[], pointer: string): Payload {
  const [first] = texts;
  if (first === undefined) return { form: 'absent', pointer };
  if (texts.length > 1) return { form: 'opaque', reason: 'opaque', detail: 'the answer is spread over several texts', pointer };
  // An answer that lies in another record than its contract has its place where the contract's record speaks of it.
  return { form: 'text', text: stringMember(first.item, 'text') ?? '', pointer: first.record === undefined ? first.at('/text') : pointer };
}
