import { parseJson } from '../../json/parse.ts';
import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { argumentKey } from '../kit/argument-key.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { emitUnread } from '../kit/sink.ts';
import { contradictoryStream } from '../kit/stream-faults.ts';
import { streamTypes } from './known.ts';
import { callIdOf, type PartAt, partSteps, proposal, type Reading, resultSteps, toolCall, toolResult } from './parts.ts';
import { deniedByApproval, errorResult, invalidCall } from './result.ts';

/** A call whose input comes in pieces. */
interface OpenCall {
  readonly start: PartAt;
  readonly reading: Reading;
  readonly pieces: string[];
}

/** The parts of one stream, as `streamText` yields them or as a UI message is streamed. */
export interface PartStream {
  push(part: PartAt, reading: Reading): readonly HistoryStep[];
  /** The recording ends: a call whose input is not whole by then was cut off. */
  end(): readonly HistoryStep[];
}

export function openStream(): PartStream {
  const open = new Map<string, OpenCall>();

  /** Some adapters never send the whole input: what follows it shows that the pieces were all. */
  const finish = (id: string | undefined): readonly HistoryStep[] => {
    const call = id === undefined ? undefined : open.get(id);
    if (id === undefined || call === undefined) return [];
    open.delete(id);
    return joined(call, call.pieces.join(''), false);
  };
  const finishAll = (): readonly HistoryStep[] => [...open.keys()].flatMap(finish);

  return {
    push(located, reading) {
      const { part } = located;
      const type = stringMember(part, 'type') ?? '';
      const id = callIdOf(part) ?? stringMember(part, 'id');
      switch (type) {
        case 'tool-input-start':
          if (id !== undefined) open.set(id, { start: located, reading, pieces: [] });
          return [];
        case 'tool-input-delta':
          if (id !== undefined) open.get(id)?.pieces.push(pieceOf(part));
          return [];
        case 'tool-input-available':
        case 'tool-call':
          if (id !== undefined && saysOtherwise(open.get(id), part)) emitUnread(reading.sink, contradictoryStream);
          if (id !== undefined) open.delete(id);
          return toolCall(located, reading);
        case 'tool-input-error':
          if (id !== undefined) open.delete(id);
          return inputError(located, reading);
        case 'finish':
        case 'finish-step':
          return finishAll();
        default:
          return [...finish(id), ...otherSteps(located, type, reading)];
      }
    },
    end: () =>
      [...open.values()].flatMap((call) => {
        const text = call.pieces.join('');
        return joined(call, text, !parseJson(text).ok);
      }),
  };
}

/** A call that was repaired on the way is not what the model wrote. */
function saysOtherwise(begun: OpenCall | undefined, part: JsonValue): boolean {
  const text = begun?.pieces.join('') ?? '';
  const whole = memberOf(part, 'input') ?? memberOf(part, 'args');
  if (text === '' || whole === undefined) return false;
  const pointer = '';
  const payload: Payload = typeof whole === 'string' ? { form: 'text', text: whole, pointer } : { form: 'value', value: whole, pointer };
  return argumentKey(payload) !== argumentKey({ form: 'text', text, pointer });
}

const pieceOf = (part: JsonValue): string => stringMember(part, 'inputTextDelta') ?? stringMember(part, 'delta') ?? '';

function otherSteps(located: PartAt, type: string, reading: Reading): readonly HistoryStep[] {
  const { part, at } = located;
  switch (type) {
    case 'tool-output-available':
      return toolResult(located, reading);
    case 'tool-output-error':
      return resultSteps(
        located,
        errorResult(memberOf(part, 'errorText'), (path) => at(`/errorText${path}`), undefined),
        reading,
      );
    case 'tool-output-denied':
      return resultSteps(located, deniedByApproval, reading);
    case 'tool-result':
    case 'tool-error':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return partSteps(located, reading);
    default:
      if (!streamTypes.has(type) && !type.startsWith('data-')) emitUnread(reading.sink, `part ${type.slice(0, shownName)}`);
      return [];
  }
}

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

/** The SDK did not accept the input, or knows no such tool; a part of its own says so once more. */
function inputError(located: PartAt, reading: Reading): readonly HistoryStep[] {
  const { part, at } = located;
  const id = callIdOf(part);
  const call = toolCall(located, reading);
  if (call.length === 0) return [];
  const refusal = resultSteps(
    located,
    invalidCall(memberOf(part, 'errorText'), (path) => at(`/errorText${path}`)),
    reading,
  );
  if (id !== undefined) reading.refused.add(id);
  return [...call, ...refusal];
}

function joined({ start, reading }: OpenCall, text: string, isCutOff: boolean): readonly HistoryStep[] {
  const pointer = start.at('');
  const payload: Payload = isCutOff
    ? { form: 'opaque', reason: 'opaque', detail: 'the recording ends inside the arguments', pointer }
    : text === ''
      ? { form: 'absent', pointer }
      : { form: 'text', text, pointer };
  const call = proposal(start, stringMember(start.part, 'toolName'), payload, reading);
  return call === undefined ? [] : [call];
}
