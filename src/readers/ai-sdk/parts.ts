import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import type { PointerTo } from '../kit/pair.ts';
import { answeredCall, callStep, emitUnread, type MessageCall, pairingOf, type Sink, type Turn } from '../kit/sink.ts';
import { unknownPart } from '../kit/unknown-part.ts';
import { type Approvals, approvalRequest, approvalResponse, uiApproval } from './approvals.ts';
import { messageTypes } from './known.ts';
import { type CallResult, deniedByApproval, errorResult, invalidCall, plainResult, typedResult } from './result.ts';

/** What a part is read by. */
export interface Reading {
  readonly turn: Turn;
  readonly sink: Sink;
  /** Calls that were said to be invalid where they stand: an error that follows says it once more. */
  readonly refused: Set<string>;
  readonly approvals: Approvals;
  /** True for model messages, whose outputs are `{type, value}`. */
  readonly isModelMessage: boolean;
}

/** Where a part stands. */
export interface PartAt {
  readonly part: JsonValue;
  readonly at: PointerTo;
}

/** The steps that a part makes in the life of a call; none for prose, files and the like. */
export function partSteps(located: PartAt, reading: Reading): readonly HistoryStep[] {
  const type = stringMember(located.part, 'type') ?? '';
  switch (type) {
    case 'tool-call':
      return toolCall(located, reading);
    case 'tool-result':
      return toolResult(located, reading);
    case 'tool-error':
      return resultSteps(located, errorResult(memberOf(located.part, 'error'), inside(located, 'error'), toolOf(located.part)), reading);
    case 'tool-approval-request':
      return approvalRequest(located, reading);
    case 'tool-approval-response':
      return approvalResponse(located, reading);
    case 'tool-invocation':
      return invocation(located, reading);
    default:
      if (isUiPart(located.part)) return uiPart(located, reading);
      if (!messageTypes.has(type) && !type.startsWith('data-')) emitUnread(reading.sink, unknownPart('part', type, located.part));
      return [];
  }
}

/** `tool-<name>` and `dynamic-tool` parts of a UI message have a state; the parts of a stream have none. */
export function isUiPart(part: JsonValue): boolean {
  const type = stringMember(part, 'type') ?? '';
  return (type.startsWith('tool-') || type === 'dynamic-tool') && stringMember(part, 'state') !== undefined;
}

export function toolCall(located: PartAt, reading: Reading): readonly HistoryStep[] {
  const { part, at } = located;
  const call = proposal(located, stringMember(part, 'toolName'), inputOf(part, at), reading);
  if (call === undefined) return [];
  if (memberOf(part, 'invalid') !== true) return [call];
  const refusal = resultSteps(
    located,
    invalidCall(memberOf(part, 'error'), (path) => at(`/error${path}`)),
    reading,
  );
  const id = callIdOf(part);
  if (id !== undefined) reading.refused.add(id);
  return [call, ...refusal];
}

/** An input is the object, or its text: at the level of providers an empty text stands for no arguments, and `{}` is validated. */
function inputOf(part: JsonValue, at: PointerTo): Payload {
  const key = memberOf(part, 'input') === undefined && memberOf(part, 'args') !== undefined ? 'args' : 'input';
  return payloadOf(memberOf(part, key), at(`/${key}`));
}

function payloadOf(value: JsonValue | undefined, pointer: string): Payload {
  if (value === undefined || value === '') return { form: 'absent', pointer };
  return typeof value === 'string' ? { form: 'text', text: value, pointer } : { form: 'value', value, pointer };
}

export function toolResult(located: PartAt, reading: Reading): readonly HistoryStep[] {
  const { part } = located;
  if (memberOf(part, 'preliminary') === true) return [];
  const key = memberOf(part, 'output') === undefined ? 'result' : 'output';
  const value = memberOf(part, key);
  const at = inside(located, key);
  const tool = toolOf(part);
  if (key === 'output' && value !== undefined && reading.isModelMessage) return resultSteps(located, typedResult(value, at, tool), reading);
  const result = memberOf(part, 'isError') === true ? errorResult(value, at, tool) : plainResult(value, at);
  return resultSteps(located, result, reading);
}

/** Older UI messages: `{state, toolCallId, toolName, args, result}` inside the part. */
function invocation(outer: PartAt, reading: Reading): readonly HistoryStep[] {
  const part = memberOf(outer.part, 'toolInvocation');
  if (part === undefined) return unnamed(reading);
  const located: PartAt = { part, at: inside(outer, 'toolInvocation') };
  const state = stringMember(part, 'state');
  if (state === 'partial-call') return [];
  const call = proposal(located, stringMember(part, 'toolName'), inputOf(part, located.at), reading);
  if (call === undefined) return [];
  return state === 'result' ? [call, ...toolResult(located, { ...reading, isModelMessage: false })] : [call];
}

function uiPart(located: PartAt, reading: Reading): readonly HistoryStep[] {
  const { part, at } = located;
  const type = stringMember(part, 'type') ?? '';
  const isDynamic = type === 'dynamic-tool';
  const tool = isDynamic ? stringMember(part, 'toolName') : type.slice('tool-'.length);
  const state = stringMember(part, 'state') ?? '';
  // A call that is still being written is none yet; a later state of the message brings it whole.
  if (state === 'input-streaming') return [];
  const call = proposal(located, tool, uiInput(part, at), { ...reading, name: isDynamic ? '/toolName' : '/type' });
  if (call === undefined) return [];
  const decisions = uiApproval(located, reading);
  if (memberOf(part, 'preliminary') === true) return [call, ...decisions];
  const result = uiResult(located, state, tool);
  if (result === undefined && !quietStates.has(state)) emitUnread(reading.sink, `tool part in state ${state.slice(0, shownName)}`);
  return result === undefined ? [call, ...decisions] : [call, ...decisions, ...resultSteps(located, result, reading)];
}

const quietStates: ReadonlySet<string> = new Set(['input-available', 'approval-requested', 'approval-responded']);

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

/** An input that did not satisfy its schema stands in `rawInput`. */
function uiInput(part: JsonValue, at: PointerTo): Payload {
  const raw = memberOf(part, 'input') === undefined || memberOf(part, 'input') === null ? memberOf(part, 'rawInput') : undefined;
  return raw === undefined ? inputOf(part, at) : payloadOf(raw, at('/rawInput'));
}

function uiResult(located: PartAt, state: string, tool: string | undefined): CallResult | undefined {
  const { part, at } = located;
  switch (state) {
    case 'output-available':
      return plainResult(memberOf(part, 'output'), (path) => at(`/output${path}`));
    case 'output-error':
      return errorResult(memberOf(part, 'errorText'), (path) => at(`/errorText${path}`), tool);
    case 'output-denied':
      return deniedByApproval;
    default:
      return undefined;
  }
}

export function proposal(
  { part, at }: PartAt,
  tool: string | undefined,
  payload: Payload,
  reading: Reading & { readonly name?: string },
): HistoryStep | undefined {
  if (tool === undefined) {
    unnamed(reading);
    return undefined;
  }
  const id = callIdOf(part);
  const isProviderRun = memberOf(part, 'providerExecuted') === true ? true : undefined;
  const call: MessageCall = {
    id,
    idPointer: id === undefined ? undefined : at('/toolCallId'),
    tool,
    toolPointer: at(reading.name ?? '/toolName'),
    payload,
    isProviderRun,
  };
  return callStep(call, reading.turn, reading.sink);
}

function unnamed({ sink }: Reading): readonly HistoryStep[] {
  emitUnread(sink, 'tool call without a name');
  return [];
}

export function resultSteps({ part, at }: PartAt, told: CallResult, { sink, refused, approvals }: Reading): readonly HistoryStep[] {
  const id = callIdOf(part);
  if (id !== undefined && refused.delete(id)) return [];
  const tool = toolOf(part);
  // A denial that is recorded as a decision is not told again by what came of it.
  const isTold = told.verdict?.kind === 'denied' && id !== undefined && approvals.denied.has(id);
  const result: CallResult = isTold ? { ...told, verdict: undefined } : told;
  return [
    {
      kind: 'result',
      pairing: pairingOf(id, tool),
      // Ids are unique here, and one result looks different in a message and in the record of its step.
      key: '',
      isStop: () => told.outcome !== 'ok' && told.verdict?.kind !== 'denied',
      emit: (run, shown) =>
        sink.emit({
          kind: 'returned',
          record: sink.record,
          run,
          ...answeredCall(id, shown, at('/toolCallId')),
          tool,
          ...result,
          canBeStructured: result.structured !== undefined,
          contradicts: contradictionIn(result.outcome, result.texts?.[0]?.text, tool ?? shown?.tool),
        }),
    },
  ];
}

/** The id of the call that a part is about: an empty one is none. */
export function callIdOf(part: JsonValue): string | undefined {
  const id = stringMember(part, 'toolCallId');
  return id === '' ? undefined : id;
}

const toolOf = (part: JsonValue): string | undefined => stringMember(part, 'toolName');

const inside =
  ({ at }: PartAt, name: string): PointerTo =>
  (path) =>
    at(`/${name}${path}`);
