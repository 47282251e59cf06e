import type { LedgerEvent, Outcome, Payload, Returned } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { namesInvalidCall } from '../kit/invalid-call.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { callFields, callOf, callPointerOf, type NativeLine, reportUnread, textOf } from './line.ts';
import { absentForm, committedValue, digestForm, isRedacted, textForm, valueForm } from './payload.ts';

const outcomes = ['ok', 'tool_error', 'protocol_error', 'refused', 'cancelled', 'pending', 'timeout', 'unknown'] as const;

/** JSON-RPC 2.0: the parameters of the call were not valid. */
const invalidParams = -32602;

export function readReturned(line: NativeLine): LedgerEvent {
  const outcome = outcomeOf(line);
  const texts = textsOf(line);
  const { base } = line;
  const call = callOf(line);
  return {
    kind: 'returned',
    record: base.record,
    run: base.run,
    step: base.step,
    instance: base.instance,
    attempt: base.attempt,
    agent: base.agent,
    seq: base.seq,
    call,
    callPointer: callPointerOf(line, call),
    outcome,
    tool: textOf(line, 'tool', line.event.tool),
    structured: structuredOf(line),
    texts,
    canBeStructured: true,
    namesInvalidity: namesInvalidity(outcome, line.event.error, texts),
  };
}

function outcomeOf(line: NativeLine): Outcome {
  const recorded = line.event.outcome;
  if (recorded === undefined) return 'unknown';
  const outcome = outcomes.find((known) => known === recorded);
  if (outcome === undefined) reportUnread(line, 'with unknown outcome');
  return outcome ?? 'unknown';
}

/** In a content-free ledger a digest of the content stands for the structured result: withheld, which is not missing. */
function structuredOf(line: NativeLine): Payload | undefined {
  const { event } = line;
  return (
    textForm(line, 'structured_content_text', event.structured_content_text) ??
    valueForm(line, 'structured_content', event.structured_content) ??
    digestForm(line, 'structured_content_sha256', event.structured_content_sha256) ??
    digestForm(line, 'value_sha256', event.value_sha256) ??
    digestForm(line, 'content_sha256', event.content_sha256)
  );
}

/** A refusal that gives another code than "invalid parameters" was about something else: a policy, a person, a limit. */
function namesInvalidity(outcome: Outcome, error: JsonValue | undefined, texts: Returned['texts']): true | undefined {
  if (outcome === 'ok') return undefined;
  const code = memberOf(error, 'code');
  const message = stringMember(error, 'message');
  // The MCP SDKs give the same code to a result that breaks its own output schema.
  if (code === invalidParams) return message?.includes('Output validation error') === true ? undefined : true;
  return namesInvalidCall(message ?? texts?.[0]?.text ?? '') ? true : undefined;
}

function textsOf(line: NativeLine): Returned['texts'] {
  const { content } = line.event;
  if (content === undefined || isRedacted(line.event, 'content')) return undefined;
  const pointer = `${line.prefix}/content`;
  if (typeof content === 'string') return [{ text: content, pointer }];
  if (isJsonArray(content)) return content.flatMap((block, index) => textBlock(block, `${pointer}/${index}/text`));
  reportUnread(line, 'with content that is no list');
  return undefined;
}

function textBlock(block: JsonValue, pointer: string): readonly { readonly text: string; readonly pointer: string }[] {
  const text = stringMember(block, 'type') === 'text' ? stringMember(block, 'text') : undefined;
  return text === undefined ? [] : [{ text, pointer }];
}

export function readAnswer(line: NativeLine): LedgerEvent {
  const stopReason = textOf(line, 'stop_reason', line.event.stop_reason);
  return {
    kind: 'answered',
    ...line.base,
    payload: answerPayload(line),
    stopReason,
    isRefusal: isRefusedBy(stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(stopReason) ? true : undefined,
  };
}

function answerPayload(line: NativeLine): Payload {
  const { event } = line;
  return (
    textForm(line, 'text', event.text) ??
    valueForm(line, 'value', event.value) ??
    digestForm(line, 'text_sha256', event.text_sha256) ??
    digestForm(line, 'value_sha256', event.value_sha256) ??
    absentForm(line, 'text')
  );
}

export function readCommitted(line: NativeLine): LedgerEvent {
  return { kind: 'committed', ...callFields(line), payload: committedValue(line) };
}

export function readReleased(line: NativeLine): LedgerEvent {
  // a part of a document is no stage of its own: it cannot equal the whole
  if (line.event.mode === 'partial') return { kind: 'noted', ...callFields(line), what: line.type };
  return { kind: 'released', ...callFields(line), payload: committedValue(line) };
}
