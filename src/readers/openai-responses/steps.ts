import { printJson } from '../../json/print.ts';
import { type JsonValue, stringMember } from '../../model/json.ts';
import type { HistoryStep } from '../kit/history.ts';
import { readItem } from '../kit/response-item.ts';
import { type ItemResult, pairingOfResult, returnedBy } from '../kit/response-result.ts';
import { callStep, emitUnread, type Sink, type Turn } from '../kit/sink.ts';
import type { PlacedItem } from './stream.ts';

/** The calls and results among items; an item of an unknown type is reported. */
export function itemSteps(items: readonly PlacedItem[], turn: Turn, sink: Sink): readonly HistoryStep[] {
  return items.flatMap(({ item, at }) => {
    const read = readItem(item, at);
    switch (read.kind) {
      case 'call': {
        const step = callStep(read.call, turnOf(item, turn), sink);
        return read.result === undefined ? [step] : [step, resultStep(read.result, sink)];
      }
      case 'result':
        return [resultStep(read.result, sink)];
      case 'unread':
        emitUnread(sink, read.what);
        return [];
      default:
        return [];
    }
  });
}

/** Items of the tools that `tool_choice` lists by name; the provider keeps it for what it runs itself. */
const chosenTypes: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call']);

function turnOf(item: JsonValue, turn: Turn): Turn {
  const isChosen = chosenTypes.has(stringMember(item, 'type') ?? '');
  return turn.kind === 'earlier' || isChosen ? turn : { kind: 'fresh', offered: undefined };
}

function resultStep(result: ItemResult, sink: Sink): HistoryStep {
  return {
    kind: 'result',
    pairing: pairingOfResult(result),
    key: `${result.outcome}\n${result.content === undefined ? '' : printJson(result.content)}`,
    emit: (run) => sink.emit(returnedBy(result, sink, run)),
  };
}
