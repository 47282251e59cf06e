import { printJson } from '../../json/print.ts';
import type { RecordedDelta } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload, PayloadDigest } from '../../model/payload.ts';
import { freeTextsOf } from './free-texts.ts';
import { callFields, callOf, callPointerOf, identifierAt, type NativeLine, refuse, reportUnread, textOf } from './line.ts';
import { absentForm, digestForm, digestOf, textForm, valueForm, withDigests } from './payload.ts';
import { repeatedContent } from './repeats.ts';
import { sha256At } from './sha256.ts';

export function readProposed(line: NativeLine): LedgerEvent | undefined {
  const { tool, server, compensates } = line.event;
  if (typeof tool !== 'string') {
    return refuse(line, 'without tool');
  }
  const { base } = line;
  const call = callOf(line);
  return {
    kind: 'proposed',
    record: base.record,
    run: base.run,
    step: base.step,
    instance: base.instance,
    attempt: base.attempt,
    agent: base.agent,
    seq: base.seq,
    call,
    callPointer: callPointerOf(line, call),
    server: textOf(line, 'server', server),
    tool,
    toolPointer: `${line.prefix}/tool`,
    payload: argumentsOf(line),
    compensates: identifierAt(line, 'compensates', compensates),
  };
}

export function readAmended(line: NativeLine): LedgerEvent {
  const { by, reason } = line.event;
  return {
    kind: 'amended',
    ...callFields(line),
    payload: argumentsOf(line),
    by: textOf(line, 'by', by),
    reason: textOf(line, 'reason', reason),
    freeTexts: freeTextsOf(line),
  };
}

export function readExecuted(line: NativeLine): LedgerEvent {
  const { server, tool, by, authorization } = line.event;
  if (authorization !== undefined) sha256At(line, 'authorization/payload_sha256', memberOf(authorization, 'payload_sha256'));
  const { base } = line;
  const call = callOf(line);
  return {
    kind: 'executed',
    record: base.record,
    run: base.run,
    step: base.step,
    instance: base.instance,
    attempt: base.attempt,
    agent: base.agent,
    seq: base.seq,
    call,
    callPointer: callPointerOf(line, call),
    server: textOf(line, 'server', server),
    tool: textOf(line, 'tool', tool),
    toolPointer: `${line.prefix}/tool`,
    payload: argumentsOf(line),
    by: textOf(line, 'by', by),
  };
}

function argumentsOf(line: NativeLine): Payload {
  const { event } = line;
  const digests = argumentDigests(line);
  const payload =
    textForm(line, 'arguments_text', event.arguments_text) ??
    valueForm(line, 'arguments', event.arguments) ??
    digestForm(line, digests, ['arguments_sha256', 'call_sha256']) ??
    absentForm(line, 'arguments');
  return withDigests(payload, digests);
}

function argumentDigests(line: NativeLine): readonly PayloadDigest[] | undefined {
  const { arguments_sha256, call_sha256 } = line.event;
  if (arguments_sha256 === undefined && call_sha256 === undefined) return undefined;
  return [
    ...digestOf(line, { name: 'arguments_sha256', of: 'payload' }, arguments_sha256),
    ...digestOf(line, { name: 'call_sha256', of: 'call' }, call_sha256),
  ];
}

export function readGateChecked(line: NativeLine): LedgerEvent | undefined {
  const { gate, verdict, schema_sha256, subject_sha256, delta } = line.event;
  if (gate !== 'input' && gate !== 'output') {
    return refuse(line, 'with gate that is neither input nor output');
  }
  if (verdict === undefined) {
    return refuse(line, 'without verdict');
  }
  const { base } = line;
  const call = callOf(line);
  return {
    kind: 'gate-checked',
    record: base.record,
    run: base.run,
    step: base.step,
    instance: base.instance,
    attempt: base.attempt,
    agent: base.agent,
    seq: base.seq,
    call,
    callPointer: callPointerOf(line, call),
    gate,
    verdict: typeof verdict === 'string' ? verdict : printJson(verdict, 200),
    schemaSha256: sha256At(line, 'schema_sha256', schema_sha256),
    subjectSha256: sha256At(line, 'subject_sha256', subject_sha256),
    delta: recordedDelta(line, delta),
    repeats: repeatedContent(line),
    freeTexts: freeTextsOf(line),
  };
}

/** `errors` speak the validator's own language and cannot be compared entry by entry: only `delta` is taken. */
function recordedDelta(line: NativeLine, delta: JsonValue | undefined): readonly RecordedDelta[] | undefined {
  if (delta === undefined) return undefined;
  if (isJsonArray(delta)) return delta.map(deltaEntry);
  reportUnread(line, 'with delta that is no list');
  return undefined;
}

function deltaEntry(entry: JsonValue): RecordedDelta {
  return { kind: stringMember(entry, 'kind'), path: stringMember(entry, 'path') };
}

export function readAttemptFailed(line: NativeLine): LedgerEvent {
  const { class: failureClass, gate, route, delta, errors } = line.event;
  return {
    kind: 'attempt-failed',
    ...callFields(line),
    failureClass: textOf(line, 'class', failureClass),
    gate: textOf(line, 'gate', gate),
    route: textOf(line, 'route', route),
    hasDelta: isExplaining(delta) || isExplaining(errors),
    repeats: repeatedContent(line),
    freeTexts: freeTextsOf(line),
  };
}

/** An empty list explains nothing: it is as good as none. */
function isExplaining(differences: JsonValue | undefined): boolean {
  if (isJsonArray(differences)) return differences.length > 0;
  return differences !== undefined && differences !== null && differences !== '';
}
