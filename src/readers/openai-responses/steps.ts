import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { contentKey } from '../kit/content-key.ts';
import type { HistoryStep } from '../kit/history.ts';
import { isStopped } from '../kit/host-verdict.ts';
import { readItem } from '../kit/response-item.ts';
import { type ItemResult, outputTexts, pairingOfResult, returnedBy } from '../kit/response-result.ts';
import { callStep, emitUnread, type Sink, type Turn, turnStep } from '../kit/sink.ts';
import { isByHost } from '../kit/spoken.ts';
import type { Promises } from './promises.ts';
import type { PlacedItem } from './stream.ts';

/** Where the steps of one pair go, and what the functions that they call promised. */
export interface StepSink {
  readonly sink: Sink;
  readonly promises: Promises;
}

/** The calls and results among items; an item of an unknown type is reported. */
export function itemSteps(items: readonly PlacedItem[], turn: Turn, { sink: pair, promises }: StepSink): readonly HistoryStep[] {
  return items.flatMap(({ item, at, record }) => {
    const sink = record === undefined ? pair : { ...pair, record };
    const read = readItem(item, at);
    switch (read.kind) {
      case 'call': {
        promises.call(read.call.id, read.call);
        const step = callStep(read.call, turnOf(item, turn), sink);
        return read.result === undefined ? [step] : [step, resultStep(read.result, { sink, promises })];
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

/** A message of the user is what a person says, unless its host wrote all of it. */
function isSpoken(item: JsonValue): boolean {
  if (stringMember(item, 'role') !== 'user') return false;
  const texts = outputTexts(memberOf(item, 'content'), (path) => path);
  return texts.length === 0 || texts.some(({ text }) => !isByHost(text));
}

/** Items of the tools that `tool_choice` lists by name; the provider keeps it for what it runs itself. */
const chosenTypes: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call']);

function turnOf(item: JsonValue, turn: Turn): Turn {
  const isChosen = chosenTypes.has(stringMember(item, 'type') ?? '');
  return turn.kind === 'earlier' || isChosen ? turn : { kind: 'fresh', offered: undefined };
}

function resultStep(result: ItemResult, { sink, promises }: StepSink): HistoryStep {
  const promised = promises.result(result);
  return {
    kind: 'result',
    pairing: pairingOfResult(result),
    key: `${result.outcome}\n${contentKey(result.content)}`,
    isStop: () => result.outcome !== 'ok' && isStopped(result.outcome, result.texts[0]?.text),
    emit: (run) => sink.emit({ ...returnedBy(result, sink, run), ...promised }),
  };
}
