import type { Answered } from '../../model/event/answers.ts';
import { memberOf, stringMember } from '../../model/json.ts';
import { entriesOf } from '../kit/entries.ts';
import type { History } from '../kit/history.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import type { Sides } from '../kit/sides.ts';
import { emitUnread, type Sink, type Turn, turnStep, within } from '../kit/sink.ts';
import { messageOf, placeAt, type Spoken, spokenIn } from '../kit/spoken-messages.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { blockStep, contentBlocks, isSpoken } from './blocks.ts';
import { answerContract, offeredTools, requestTools } from './request.ts';
import { answerText, type ReadMessage } from './response.ts';

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readSides({ request, requestRecord, response: message }: Sides<ReadMessage>, outer: Sink, history: History): void {
  const { sink, redeclare } = hearDeclared(outer);
  const asking = within(sink, requestRecord);
  if (request !== undefined) emitDeclared(request, asking);
  const spoken = request === undefined ? undefined : spokenIn(request.value, () => message && messageOf(message.blocks));
  const earlier = request === undefined ? [] : historySteps(request, spoken, asking);
  const offered = request === undefined ? undefined : offeredTools(request.value);
  for (const what of message?.unread ?? []) emitUnread(sink, what);
  const fresh = message === undefined ? [] : messageSteps(message, { offered, place: placeAt(spoken) }, sink);
  history.show({ earlier, fresh, redeclare }, sink.run);
  const contract = request === undefined ? undefined : answerContract(request);
  if (message !== undefined && contract !== undefined) emitAnswer(message, { ...contract, record: requestRecord }, sink);
}

type Asking = Pick<Extract<Turn, { kind: 'fresh' }>, 'offered' | 'place'>;

function messageSteps({ blocks, stopReason }: ReadMessage, asking: Asking, sink: Sink): readonly HistoryStep[] {
  const steps = blocks.map((block, index) => {
    const stop = { reason: stopReason, isLast: index === blocks.length - 1 };
    return blockStep(block, { kind: 'fresh', ...asking, stop }, sink);
  });
  return steps.filter((step) => step !== undefined);
}

function emitDeclared(request: Side, sink: Sink): void {
  const declared = requestTools(request);
  if (declared === undefined) return;
  const { tools, unreadable } = declared;
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
}

function historySteps(request: Side, spoken: Spoken | undefined, sink: Sink): readonly HistoryStep[] {
  const tell = (what: string): void => emitUnread(sink, what);
  return entriesOf(memberOf(request.value, 'messages'), { name: 'messages' }, tell).flatMap((message, index) => {
    const blocks = contentBlocks(memberOf(message, 'content'), pointersIn(request, `/messages/${index}`), tell);
    const steps = blocks
      .map((block) => blockStep(block, { kind: 'earlier', place: placeAt(spoken, index) }, sink))
      .filter((step) => step !== undefined);
    // Results stand before what a person says beside them.
    return isSpoken(message) ? [...steps, turnStep(sink)] : steps;
  });
}

/** An answer that calls a tool of the user, or that was paused, is not the final one. */
function emitAnswer(message: ReadMessage, contract: NonNullable<Answered['contract']>, sink: Sink): void {
  if (!message.hasAnswer || message.stopReason === 'pause_turn') return;
  if (message.blocks.some(({ block }) => stringMember(block, 'type') === 'tool_use')) return;
  const { payload, record = sink.record } = answerText(message);
  sink.emit({
    kind: 'answered',
    record,
    run: sink.run,
    payload,
    stopReason: message.stopReason,
    isRefusal: isRefusedBy(message.stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(message.stopReason) ? true : undefined,
    contract,
  });
}
