import { stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { pointersIn } from '../kit/pair.ts';
import { openPieceList, type PieceList } from '../kit/piece-records.ts';
import type { StreamContext, StreamRecords } from '../kit/session.ts';
import { emitAtLeastOne } from '../kit/sink.ts';
import type { Memory } from './read.ts';
import { isItemLike, isOtherItem, savedListIn } from './saved.ts';
import { readSaved } from './saved-read.ts';
import type { PlacedItem } from './stream.ts';

/** So many items are held; a conversation that goes on beyond them is read in parts, which begin where a person speaks, if one ever does. */
const heldLimit = { soft: 20_000, hard: 40_000 } as const;

/**
 * Records that are saved items. A list is a conversation, or a page of one; items that are records of their own are one conversation, in whatever
 * order they stand.
 */
export function openSavedRecords({ emit, requests }: Pick<StreamContext, 'emit' | 'requests'>, memory: Memory): StreamRecords {
  let pieces: PieceList | undefined;
  let held: PlacedItem[] = [];
  let isPart = false;

  return {
    take(record, run) {
      if (takeList(record, run)) return true;
      if (!isItemLike(record.value) && !(held.length > 0 && isOtherItem(record.value))) return false;
      requests.release();
      if (held.length >= (stringMember(record.value, 'role') === 'user' ? heldLimit.soft : heldLimit.hard)) {
        isPart = true;
        readHeld();
      }
      pieces ??= openPieceList(emit, undefined);
      pieces.add({ record, run }, true);
      held.push({ item: record.value, at: (path) => path, record });
      return true;
    },
    end: readHeld,
  };

  function takeList(record: SourceRecord, run: string): boolean {
    const list = savedListIn(record.value, 'alike');
    if (list === undefined) return false;
    requests.release();
    const items = list.items.map((item, index): PlacedItem => ({ item, at: pointersIn(list.side, `/${index}`) }));
    emitAtLeastOne({ record, run, emit }, (sink) => readSaved({ items, isPart: list.isPage }, sink, memory));
    return true;
  }

  function readHeld(): void {
    const items = held;
    pieces?.settle((sink) => readSaved({ items, isPart }, sink, memory));
    pieces = undefined;
    held = [];
  }
}
