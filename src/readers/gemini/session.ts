import type { Outcome } from '../../model/event/calls.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';
import { resultOf } from './result.ts';

/** A session file of Gemini CLI: one document, without declarations. */
export function isSessionDocument(value: JsonValue): boolean {
  const hasIds = stringMember(value, 'sessionId') !== undefined && stringMember(value, 'projectHash') !== undefined;
  return hasIds && isJsonArray(memberOf(value, 'messages'));
}

/** Emits the calls of a session with the results that stand beside them. A session is one run. */
export function readSession(sink: Sink): void {
  const { record } = sink;
  const document: Located = { value: record.value, at: (path) => path };
  const run = textIn(document, 'sessionId') ?? sink.run;
  for (const message of itemsOf(into(document, 'messages'))) {
    if (textIn(message, 'type') === 'user') sink.emit({ kind: 'turn-begun', record, run });
    for (const call of itemsOf(into(message, 'toolCalls'))) readSessionCall(call, { ...sink, run }, fresh);
  }
}

/** What was told of a call before: sessions may be written piece by piece. */
export interface ToldCall {
  readonly isTold: boolean;
  readonly isEnded: boolean;
}

const fresh: ToldCall = { isTold: false, isEnded: false };

/** Emits what is new of a call; answers whether its end is told by now. */
export function readSessionCall(call: Located, sink: Sink, before: ToldCall): boolean {
  const tool = textIn(call, 'name');
  if (tool === undefined) {
    emitUnread(sink, 'tool call without a name');
    return false;
  }
  const id = textIn(call, 'id');
  const callPointer = id === undefined ? undefined : call.at('/id');
  const base = { record: sink.record, run: sink.run, call: id, callPointer } as const;
  const args = into(call, 'args');
  const payload = args === undefined ? ({ form: 'absent', pointer: call.at('/args') } as const) : held(args);
  if (!before.isTold) sink.emit({ kind: 'proposed', ...base, tool, toolPointer: call.at('/name'), payload });
  const ended = outcomeOf(textIn(call, 'status'));
  if (ended !== undefined && !before.isEnded)
    sink.emit({ kind: 'returned', ...base, tool, ...resultBeside(call, ended), canBeStructured: false });
  return ended !== undefined || before.isEnded;
}

const held = ({ value, at }: Located): { readonly form: 'value'; readonly value: JsonValue; readonly pointer: string } => ({
  form: 'value',
  value,
  pointer: at(''),
});

/** Other states are those of a call that has not ended. */
function outcomeOf(status: string | undefined): Outcome | undefined {
  switch (status) {
    case 'success':
      return 'ok';
    case 'error':
      return 'tool_error';
    case 'cancelled':
      return 'cancelled';
    default:
      return undefined;
  }
}

/** The status says how the call ended; what it returned is a list of parts, most of them one `functionResponse`. */
function resultBeside(call: Located, outcome: Outcome): { readonly outcome: Outcome } & Omit<ReturnType<typeof resultOf>, 'outcome'> {
  const response = itemsOf(into(call, 'result'))
    .map((part) => into(part, 'functionResponse'))
    .find((found) => found !== undefined);
  const none = { structured: undefined, texts: undefined, verdict: undefined };
  const read = response === undefined ? none : resultOf(response, undefined);
  // A person's "no" is recorded as a cancellation.
  if (outcome !== 'ok' && read.verdict?.kind === 'denied') return { ...read, outcome: 'refused' };
  return outcome === 'tool_error' ? { ...read, outcome } : { ...read, outcome, verdict: undefined };
}
