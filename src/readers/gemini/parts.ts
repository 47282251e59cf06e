import type { Outcome } from '../../model/event/calls.ts';
import { isJsonObject, type JsonValue, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { hashText } from '../../text/hash.ts';
import { contentKey } from '../kit/content-key.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { isStopped } from '../kit/host-verdict.ts';
import { answeredCall, callStep, emitUnread, type MessageCall, pairingOf, type Sink, type Turn } from '../kit/sink.ts';
import { isByHost } from '../kit/spoken.ts';
import { unknownPart } from '../kit/unknown-part.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';
import { type FunctionResult, resultOf } from './result.ts';

/** What a part is read by. */
export interface Reading {
  readonly turn: Turn;
  /** The output schemas that the request declares, by the function's name. */
  readonly outputs: ReadonlyMap<string, JsonValue>;
  readonly sink: Sink;
}

/** True for a content of the user that holds more than results, and something that its host did not write. */
export function isSpoken(content: Located): boolean {
  const role = stringMember(content.value, 'role') ?? 'user';
  return role === 'user' && itemsOf(into(content, 'parts')).some(isSpokenPart);
}

function isSpokenPart(part: Located): boolean {
  const text = textIn(part, 'text');
  return text === undefined ? into(part, 'inlineData') !== undefined || into(part, 'fileData') !== undefined : !isByHost(text);
}

/** The name under which the API declares its interpreter; its parts do not repeat it. */
const codeExecution = 'codeExecution';

/** The step that a part makes in the life of a call; undefined for text, files and the like. */
export function partStep(part: Located, reading: Reading): HistoryStep | undefined {
  if (!isJsonObject(part.value)) {
    if (typeof part.value !== 'string') emitUnread(reading.sink, 'part that is no object');
    return undefined;
  }
  const call = into(part, 'functionCall');
  if (call !== undefined) return functionStep(call, part, reading);
  const response = into(part, 'functionResponse');
  if (response !== undefined) return responseStep(response, reading);
  return providerStep(part, reading);
}

type Called = Pick<MessageCall, 'tool' | 'toolPointer' | 'payload' | 'isProviderRun' | 'mark'>;

/** The API signs what was thought before a call, anew each time; clients write the signature in either alphabet of base64. */
function markOf(part: Located): string | undefined {
  const signature = textIn(part, 'thoughtSignature');
  if (signature === undefined || signature === '') return undefined;
  const plain = signature.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return `${plain.length} ${hashText(plain)}`;
}

function functionStep(call: Located, part: Located, reading: Reading): HistoryStep | undefined {
  const tool = textIn(call, 'name');
  if (tool !== undefined)
    return stepOf(call, { tool, toolPointer: call.at('/name'), payload: argumentsOf(call), mark: markOf(part) }, reading);
  // Arguments that come in pieces: only the first piece names the function.
  const isEmpty = isJsonObject(call.value) && into(call, 'args') === undefined;
  const isPiece = isEmpty || into(call, 'willContinue') !== undefined || into(call, 'partialArgs') !== undefined;
  if (!isPiece) emitUnread(reading.sink, 'tool call without a name');
  return undefined;
}

/** Many calls have no id: results find them by name and order. A client may give them ids when it sends them along again. */
function stepOf(located: Located, called: Called, { turn, sink }: Reading): HistoryStep {
  const id = idOf(located);
  return callStep({ id, idPointer: id === undefined ? undefined : located.at('/id'), isIdOptional: true, ...called }, turn, sink);
}

/** Empty is how protocol buffers write an absent text, and "null" how some clients do. */
function idOf(located: Located): string | undefined {
  const id = textIn(located, 'id');
  return id === '' || id === 'null' ? undefined : id;
}

function argumentsOf(call: Located): Payload {
  if (into(call, 'partialArgs') !== undefined || into(call, 'willContinue')?.value === true) {
    return { form: 'opaque', reason: 'opaque', detail: 'the arguments came in pieces (partialArgs)', pointer: call.at('/partialArgs') };
  }
  return payloadOf(call, 'args');
}

function payloadOf(holder: Located, name: string): Payload {
  const found = into(holder, name);
  if (found === undefined) return { form: 'absent', pointer: holder.at(`/${name}`) };
  return { form: 'value', value: found.value, pointer: found.at('') };
}

function responseStep(response: Located, { outputs, sink }: Reading): HistoryStep {
  const tool = textIn(response, 'name');
  const output = tool === undefined ? undefined : outputs.get(tool);
  const result = resultOf(response, output);
  const key = into(response, 'response')?.value ?? null;
  return resultStep({ located: response, tool, result, key: contentKey(key), canBeStructured: output !== undefined }, sink);
}

/** The text of a success, under the names that SDKs and frameworks give it. */
function outputText(located: Located): string | undefined {
  const response = into(located, 'response');
  return textIn(response, 'output') ?? textIn(response, 'result');
}

interface ReadResult {
  readonly located: Located;
  readonly tool: string | undefined;
  readonly result: FunctionResult;
  /** Equal for two copies of the same result. */
  readonly key: string;
  readonly canBeStructured: boolean;
}

function resultStep({ located, tool, result, key, canBeStructured }: ReadResult, sink: Sink): HistoryStep {
  const id = idOf(located);
  return {
    kind: 'result',
    pairing: pairingOf(id, tool),
    key: `${result.outcome}\n${key}`,
    loose: { tool, hasId: id !== undefined },
    isStop: () => result.outcome !== 'ok' && isStopped(result.outcome, result.texts?.[0]?.text),
    emit: (run, shown) =>
      sink.emit({
        kind: 'returned',
        record: sink.record,
        run,
        ...answeredCall(id, shown, located.at('/id')),
        tool,
        ...result,
        canBeStructured,
        contradicts: contradictionIn(result.outcome, outputText(located), tool ?? shown?.tool),
      }),
  };
}

/** What the provider ran itself: its interpreter and its search. */
function providerStep(part: Located, reading: Reading): HistoryStep | undefined {
  const code = into(part, 'executableCode');
  if (code !== undefined) {
    const payload = { form: 'value', value: code.value, pointer: code.at('') } as const;
    return stepOf(code, { tool: codeExecution, toolPointer: code.at(''), payload, isProviderRun: true }, reading);
  }
  const ran = into(part, 'codeExecutionResult');
  if (ran !== undefined) {
    const result = providerResult(executionOutcome(textIn(ran, 'outcome')));
    return resultStep({ located: ran, tool: codeExecution, result, key: contentKey(ran.value), canBeStructured: false }, reading.sink);
  }
  const call = into(part, 'toolCall');
  if (call !== undefined) return toolStep(call, reading);
  const response = into(part, 'toolResponse');
  if (response === undefined) {
    tellUnknown(part, reading.sink);
    return undefined;
  }
  const result = providerResult('ok');
  const key = contentKey(into(response, 'response')?.value);
  return resultStep({ located: response, tool: textIn(response, 'toolType'), result, key, canBeStructured: false }, reading.sink);
}

/** The other kinds of a Part: prose, files, and what is said beside them. */
const quiet = [
  ...['text', 'thought', 'thoughtSignature', 'inlineData', 'fileData', 'videoMetadata', 'mediaResolution', 'partMetadata'],
] as const;

function tellUnknown(part: Located, sink: Sink): void {
  if (!isJsonObject(part.value) || quiet.some((kind) => into(part, kind) !== undefined)) return;
  const [kind, body] = Object.entries(part.value)[0] ?? [];
  if (kind !== undefined) emitUnread(sink, unknownPart('part', kind, body));
}

function toolStep(call: Located, reading: Reading): HistoryStep | undefined {
  const type = into(call, 'toolType');
  if (typeof type?.value === 'string') {
    const read = { tool: type.value, toolPointer: type.at(''), payload: payloadOf(call, 'args'), isProviderRun: true } as const;
    return stepOf(call, read, reading);
  }
  emitUnread(reading.sink, 'tool call without a type');
  return undefined;
}

function providerResult(outcome: Outcome): FunctionResult {
  return { outcome, structured: undefined, texts: undefined, verdict: undefined };
}

function executionOutcome(outcome: string | undefined): Outcome {
  switch (outcome) {
    case 'OUTCOME_OK':
      return 'ok';
    case 'OUTCOME_FAILED':
      return 'tool_error';
    case 'OUTCOME_DEADLINE_EXCEEDED':
      return 'timeout';
    default:
      return 'unknown';
  }
}
