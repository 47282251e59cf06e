import type { HostVerdict, Outcome, Returned } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload, PayloadDigest } from '../../model/payload.ts';
import { namesInvalidCall } from '../kit/invalid-call.ts';
import { isInterimBy, isMalformedBy, isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { freeTextsOf } from './free-texts.ts';
import { callFields, callOf, callPointerOf, type NativeLine, reportUnread, textOf } from './line.ts';
import { absentForm, committedValue, digestForm, digestOf, textForm, valueForm, withDigests } from './payload.ts';
import { costOf } from './plans.ts';
import { isRedacted } from './redacted.ts';

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
    verdict: verdictOf(outcome, line.event.error, texts),
    freeTexts: freeTextsOf(line),
    by: textOf(line, 'by', line.event.by),
    contradicts: outcome === 'ok' && isError(line.event.error) ? 'a success that has an error beside it' : undefined,
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
  const digests = resultDigests(line);
  const payload =
    textForm(line, 'structured_content_text', event.structured_content_text) ??
    valueForm(line, 'structured_content', event.structured_content) ??
    digestForm(line, digests, ['structured_content_sha256', 'value_sha256', 'content_sha256']);
  return payload === undefined ? undefined : withDigests(payload, digests);
}

/** The content blocks are not the structured result: their bytes are never judged as if they were. */
function resultDigests(line: NativeLine): readonly PayloadDigest[] | undefined {
  const { structured_content_sha256, value_sha256, content_sha256 } = line.event;
  if (structured_content_sha256 === undefined && value_sha256 === undefined && content_sha256 === undefined) return undefined;
  return [
    ...digestOf(line, { name: 'structured_content_sha256', of: 'payload' }, structured_content_sha256),
    ...digestOf(line, { name: 'value_sha256', of: 'payload' }, value_sha256),
    ...digestOf(line, { name: 'content_sha256', of: 'beside' }, content_sha256),
  ];
}

/** A refusal that gives another code than "invalid parameters" was about something else: a policy, a person, a limit. */
function verdictOf(outcome: Outcome, error: JsonValue | undefined, texts: Returned['texts']): HostVerdict | undefined {
  if (outcome === 'ok') return undefined;
  const code = memberOf(error, 'code');
  const message = stringMember(error, 'message');
  // The MCP SDKs give the same code to a result that breaks its own output schema.
  if (code === invalidParams) return message?.includes('Output validation error') === true ? undefined : { kind: 'invalid' };
  return namesInvalidCall(message ?? texts?.[0]?.text ?? '') ? { kind: 'invalid' } : undefined;
}

const isError = (error: JsonValue | undefined): boolean => error !== undefined && error !== null && error !== false;

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
    isMalformedCall: isMalformedBy(stopReason) ? true : undefined,
    isInterim: isInterimBy(stopReason) ? true : undefined,
    model: textOf(line, 'model', line.event.model),
    cost: costOf(line),
    by: textOf(line, 'by', line.event.by),
  };
}

function answerPayload(line: NativeLine): Payload {
  const { event } = line;
  const text = textForm(line, 'text', event.text);
  const value = text === undefined ? (textForm(line, 'value_text', event.value_text) ?? valueForm(line, 'value', event.value)) : undefined;
  // a value that was taken out of a text is another thing than the text
  const digests = [
    ...digestOf(line, { name: 'text_sha256', of: value === undefined ? 'payload' : 'beside' }, event.text_sha256),
    ...digestOf(line, { name: 'value_sha256', of: text === undefined ? 'payload' : 'beside' }, event.value_sha256),
  ];
  return withDigests(text ?? value ?? digestForm(line, digests, ['text_sha256', 'value_sha256']) ?? absentForm(line, 'text'), digests);
}

export function readCommitted(line: NativeLine): LedgerEvent {
  return { kind: 'committed', ...callFields(line), payload: committedValue(line), by: textOf(line, 'by', line.event.by) };
}

export function readReleased(line: NativeLine): LedgerEvent {
  const { mode, retention } = line.event;
  return {
    kind: 'released',
    ...callFields(line),
    payload: committedValue(line),
    isPartial: mode === 'partial' ? true : undefined,
    isRetained: retention === undefined || retention === null || retention === false ? undefined : true,
  };
}
