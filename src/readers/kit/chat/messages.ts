import { type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import { contentKey } from '../content-key.ts';
import { entriesOf } from '../entries.ts';
import type { HistoryStep } from '../history-steps.ts';
import { hear, isStopped } from '../host-verdict.ts';
import { type Placed, type PointerTo, pointersIn, type Side } from '../pair.ts';
import { answeredCall, callStep, emitUnread, pairingOf, turnStep } from '../sink.ts';
import { isByHost } from '../spoken.ts';
import { type MessagePlace, placeAt, type Spoken } from '../spoken-messages.ts';
import { textsAt } from '../text-blocks.ts';
import { messageCalls } from './call.ts';
import { type ChatSink, idOf } from './dialect.ts';
import { tellParts, tellRole } from './parts.ts';

/** The calls, the results and the turns among the messages that a request sends along. */
export function historySteps(request: Side, spoken: Spoken, sink: ChatSink): readonly HistoryStep[] {
  const messages = entriesOf(memberOf(request.value, 'messages'), { name: 'messages' }, (what) => emitUnread(sink, what));
  return messages.flatMap((message, index) =>
    messageSteps({ value: message, at: pointersIn(request, `/messages/${index}`) }, placeAt(spoken, index), sink),
  );
}

function messageSteps({ value: message, at }: Placed, place: MessagePlace | undefined, sink: ChatSink): readonly HistoryStep[] {
  const role = stringMember(message, 'role') ?? '';
  switch (role) {
    case 'assistant':
      tellParts(message, sink);
      return messageCalls(message, at, sink).map((call) => callStep(call, { kind: 'earlier', place }, sink));
    case 'tool':
    case 'function':
      return [resultStep(message, at, sink)];
    case 'user':
      tellParts(message, sink);
      return isSpoken(memberOf(message, 'content')) ? [turnStep(sink)] : [];
    default:
      tellRole(message, role, sink);
      return [];
  }
}

/** Tools answer in messages of their own, so what a user's message holds is a person's, unless its host wrote it. */
function isSpoken(content: JsonValue | undefined): boolean {
  const texts = textsAt(content, (path) => path);
  return texts.length === 0 || texts.some(({ text }) => !isByHost(text));
}

/** A tool's message carries text and no error flag: how the call ended is not recorded. */
function resultStep(message: JsonValue, at: PointerTo, sink: ChatSink): HistoryStep {
  const call = idOf(message, 'tool_call_id', sink.dialect);
  const tool = stringMember(message, 'name');
  const content = memberOf(message, 'content');
  const texts = textsAt(content, (path) => at(`/content${path}`));
  return {
    kind: 'result',
    loose: sink.dialect.noId === undefined ? undefined : { tool, hasId: call !== undefined },
    pairing: pairingOf(call, tool),
    key: contentKey(content),
    isStop: () => isStopped('unknown', texts[0]?.text),
    emit: (run, shown) =>
      sink.emit({
        kind: 'returned',
        record: sink.record,
        run,
        ...answeredCall(call, shown, at('/tool_call_id')),
        ...hear('unknown', texts[0]?.text),
        tool,
        texts,
        canBeStructured: false,
      }),
  };
}
