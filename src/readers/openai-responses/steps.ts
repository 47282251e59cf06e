import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { contentKey } from '../kit/content-key.ts';
import { decisionStep } from '../kit/decision.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { isStopped } from '../kit/host-verdict.ts';
import { readItem } from '../kit/response-item.ts';
import { type ItemResult, outputTexts, pairingOfResult, returnedBy } from '../kit/response-result.ts';
import { callStep, emitUnread, type MessageCall, type Sink, type Turn, turnStep } from '../kit/sink.ts';
import { isByHost } from '../kit/spoken.ts';
import type { MessagePlace } from '../kit/spoken-messages.ts';
import type { Approvals } from './approvals.ts';
import type { Promises } from './promises.ts';
import type { PlacedItem } from './stream.ts';

/** Where the steps of one pair go, and what the functions that they call promised. */
export interface StepSink {
  readonly sink: Sink;
  /** Where each of the items stands in what is said. */
  readonly places?: ((index: number) => MessagePlace | undefined) | undefined;
  readonly promises: Promises;
  readonly approvals: Approvals;
}

/** The calls and results among items; an item of an unknown type is reported. */
export function itemSteps(
  items: readonly PlacedItem[],
  turn: Turn,
  { sink: pair, places, promises, approvals }: StepSink,
): readonly HistoryStep[] {
  return items.flatMap(({ item, at, record }, index) => {
    const isLast = index === items.length - 1;
    const place = places?.(index);
    const sink = record === undefined ? pair : { ...pair, record };
    const read = readItem(item, at);
    switch (read.kind) {
      case 'call': {
        const call = inNamespace(read.call);
        const asked = approvals.ranAs(item, call);
        if (asked !== undefined) return read.result === undefined ? [] : [resultStep({ ...read.result, ...asked(at) }, { sink, promises })];
        promises.call(call.id, call);
        const step = callStep(call, { ...turnOf(item, turn, isLast), place }, sink);
        return read.result === undefined ? [step] : [step, resultStep(read.result, { sink, promises })];
      }
      case 'asked':
        approvals.ask(read.call);
        promises.call(read.call.id, read.call);
        return [callStep(read.call, { ...turnOf(item, turn, isLast), place }, sink), ...askStep(read.call, sink)];
      case 'approval': {
        const { call, callPointer, decision } = read;
        return [decisionStep({ call, callPointer, approval: call, decision, by: 'human' }, sink)];
      }
      case 'result':
        return [resultStep(read.result, { sink, promises })];
      case 'unread':
        emitUnread(sink, read.what);
        return [];
      default:
        return isSpoken(item) ? [turnStep(sink)] : [];
    }
  });
}

/** The model's own notation calls what is listed without a namespace `functions.forecast`, and some calls keep it. */
export const ownNamespace = 'functions';

function inNamespace(call: MessageCall): MessageCall {
  return call.server === ownNamespace ? { ...call, server: undefined } : call;
}

function askStep({ id, idPointer }: MessageCall, sink: Sink): readonly HistoryStep[] {
  if (id === undefined) return [];
  return [decisionStep({ call: id, callPointer: idPointer ?? '', approval: id, decision: 'ask', by: 'human' }, sink)];
}

/** A message of the user is what a person says, unless its host wrote all of it. */
function isSpoken(item: JsonValue): boolean {
  if (stringMember(item, 'role') !== 'user') return false;
  const texts = outputTexts(memberOf(item, 'content'), (path) => path);
  return texts.length === 0 || texts.some(({ text }) => !isByHost(text));
}

/** Items of the tools that `tool_choice` lists by name; the provider keeps it for what it runs itself. */
const chosenTypes: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call']);

function turnOf(item: JsonValue, turn: Turn, isLast: boolean): Turn {
  if (turn.kind === 'earlier') return turn;
  const isChosen = chosenTypes.has(stringMember(item, 'type') ?? '');
  const stop = turn.stop === undefined ? undefined : { ...turn.stop, isLast };
  return { kind: 'fresh', offered: isChosen ? turn.offered : undefined, stop };
}

function resultStep(result: ItemResult, { sink, promises }: Pick<StepSink, 'sink' | 'promises'>): HistoryStep {
  const promised = promises.result(result);
  return {
    kind: 'result',
    pairing: pairingOfResult(result),
    key: `${result.outcome}\n${contentKey(result.content)}`,
    isStop: () => result.outcome !== 'ok' && isStopped(result.outcome, result.texts[0]?.text),
    emit: (run) => sink.emit({ ...returnedBy(result, sink, run), ...promised }),
  };
}
