import type { Payload } from '../../../model/payload.ts';
import { into, itemsOf, type Located, textIn } from '../../gemini/located.ts';
import { resultOf } from '../../gemini/result.ts';
import { contentKey } from '../../kit/content-key.ts';
import type { MessageCall } from '../../kit/sink.ts';
import type { MessageResult, MessageStep } from '../messages.ts';

/** The calls and results of a Gemini `Content`. */
export function contentSteps(content: Located | undefined): readonly MessageStep[] {
  return itemsOf(into(content, 'parts')).flatMap(googlePartSteps);
}

/** Of one of its parts. Code that the provider or the framework runs is no call of a declared function. */
export function googlePartSteps(part: Located): readonly MessageStep[] {
  const called = into(part, 'functionCall');
  if (called !== undefined) return [callStep(called)];
  const returned = into(part, 'functionResponse');
  return returned === undefined ? [] : [{ kind: 'result', result: googleResult(returned, textIn(returned, 'name')) }];
}

function callStep(called: Located): MessageStep {
  const tool = textIn(called, 'name');
  if (tool === undefined) return { kind: 'unread', what: 'tool call without a name' };
  const call: MessageCall = {
    ...idOf(called),
    tool,
    toolPointer: called.at('/name'),
    payload: argumentsOf(called),
    isIdOptional: true,
  };
  return { kind: 'call', call };
}

function argumentsOf(called: Located): Payload {
  if (into(called, 'partialArgs') !== undefined || into(called, 'willContinue')?.value === true) {
    return { form: 'opaque', reason: 'opaque', detail: 'the arguments came in pieces (partialArgs)', pointer: called.at('/partialArgs') };
  }
  const args = into(called, 'args');
  return args === undefined ? { form: 'absent', pointer: called.at('/args') } : { form: 'value', value: args.value, pointer: args.at('') };
}

/**
 * What a function returned, by Gemini's convention on `response`. Of what it promises to return nothing is judged: the framework puts into
 * an object of its own what is none.
 */
function googleResult(returned: Located, tool: string | undefined): MessageResult {
  const response = into(returned, 'response');
  const { outcome, texts = [] } = resultOf(returned, undefined);
  return { ...idOf(returned), tool, texts, key: contentKey(response?.value ?? null), outcome, isIdOptional: true };
}

/** Empty is how protocol buffers write an absent text. */
function idOf(located: Located): Pick<MessageCall, 'id' | 'idPointer'> {
  const id = textIn(located, 'id');
  return id === undefined || id === '' ? { id: undefined, idPointer: undefined } : { id, idPointer: located.at('/id') };
}
