import { appendToken } from '../../json/pointer.ts';
import type { Proposed } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import type { ReaderSession } from '../reader.ts';
import { type BlockPlace, readToolResult, readToolUse, unread } from './blocks.ts';
import { listedDenials } from './denials.ts';
import { hookDecision } from './hook-decision.ts';
import { callBlocks, unrelatedBlocks, unrelatedTypes } from './known.ts';
import { Told } from './replayed.ts';
import { type Turn, turnOf } from './turn.ts';

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

/** Before a line names its session. */
const unnamed = 'session';

/** The calls of one message that is still being written: a later snapshot of a call takes the place of the earlier. */
interface Held {
  readonly message: string;
  readonly messageId: string;
  readonly calls: Map<string, Proposed>;
}

export function openSession(emit: (event: LedgerEvent) => void): ReaderSession {
  const reading = new Reading(emit);
  return { push: (record) => reading.push(record), end: () => reading.release() };
}

class Reading {
  readonly #emit: (event: LedgerEvent) => void;
  readonly #told = new Map<string, Told>();
  #run: string = unnamed;
  #held: Held | undefined;

  constructor(emit: (event: LedgerEvent) => void) {
    this.#emit = emit;
  }

  push(record: SourceRecord): void {
    const { value } = record;
    this.#run = stringMember(value, 'sessionId') ?? stringMember(value, 'session_id') ?? this.#run;
    const turn = isJsonObject(value) ? turnOf(value) : undefined;
    if (turn !== undefined) {
      this.#readTurn(record, turn);
      return;
    }
    const decided = hookDecision(record, this.#run);
    // What is decided about a call comes after it.
    if (decided !== undefined) this.release();
    if (decided === undefined && this.#readDenials(record)) return;
    this.#emit(decided ?? eventOfLine(record, this.#run));
  }

  /** True where the last message of a run lists a denial that no result told. */
  #readDenials(record: SourceRecord): boolean {
    if (stringMember(record.value, 'type') !== 'result') return false;
    this.release();
    const told = this.#toldOf(this.#run);
    const denials = listedDenials(record, this.#run).filter(({ call }) => told.isFirstDenial(call));
    for (const denial of denials) this.#emit(denial);
    return denials.length > 0;
  }

  /** A call leaves when its message can no longer grow: with its first result, the next message or the end. */
  release(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const call of held?.calls.values() ?? []) this.#propose(call, held?.messageId);
  }

  #readTurn(record: SourceRecord, turn: Turn): void {
    const run = this.#run;
    this.#turnTo(run, turn);
    const { content } = turn;
    if (turn.isSpoken) this.#emit({ kind: 'turn-begun', record, run });
    if (!isJsonArray(content)) {
      const isProse = typeof content === 'string';
      if (turn.isSpoken) return;
      this.#emit(
        isProse ? { kind: 'unrelated', record, run } : { kind: 'unread', record, run, what: `${turn.role} message without content` },
      );
      return;
    }
    let isQuiet = !turn.isSpoken;
    content.forEach((block, index) => {
      const isTold = this.#readBlock(block, { record, run, turn, pointer: appendToken(turn.pointer, index) });
      isQuiet = isQuiet && !isTold;
    });
    if (isQuiet) this.#emit({ kind: 'unrelated', record, run });
  }

  #turnTo(run: string, turn: Turn): void {
    const { messageId } = turn;
    const message = turn.role === 'assistant' && messageId !== undefined ? JSON.stringify([run, turn.agent ?? null, messageId]) : undefined;
    if (this.#held?.message !== message) this.release();
    if (message !== undefined) this.#held ??= { message, messageId: messageId ?? '', calls: new Map() };
  }

  /** True when the block causes an event: at once, or once its message is whole. */
  #readBlock(block: JsonValue, place: BlockPlace): boolean {
    const type = isJsonObject(block) ? stringMember(block, 'type') : undefined;
    if (!isJsonObject(block) || type === undefined) return this.#say(unread(place, 'content block without a type'));
    if (callBlocks.has(type)) return this.#readCall(block, place);
    if (type.endsWith('tool_result')) return this.#readResult(block, place);
    return unrelatedBlocks.has(type) ? false : this.#say(unread(place, `block ${type.slice(0, shownName)}`));
  }

  #readCall(block: JsonObject, place: BlockPlace): boolean {
    const call = readToolUse(block, place);
    if (call === undefined) return this.#say(unread(place, `${stringMember(block, 'type') ?? ''} without a name`));
    if (call.call === undefined || this.#held === undefined) return this.#propose(call, place.turn.messageId);
    // The snapshot it replaces came from a line of its own, which is thereby understood.
    const earlier = this.#held.calls.get(call.call);
    if (earlier !== undefined) this.#emit({ kind: 'unrelated', record: earlier.record, run: earlier.run });
    this.#held.calls.set(call.call, call);
    return true;
  }

  #readResult(block: JsonObject, place: BlockPlace): boolean {
    this.release();
    const result = readToolResult(block, place);
    if (result.call === undefined) return this.#say(unread(place, 'tool_result without a tool_use_id'));
    const told = this.#toldOf(place.run);
    if (told.isRepeatedResult(result, member(block, 'content'))) return false;
    if (result.verdict?.kind === 'denied') told.isFirstDenial(result.call);
    const contradicts = contradictionIn(result.outcome, result.texts?.[0]?.text, told.takeTool(result.call));
    return this.#say(contradicts === undefined ? result : { ...result, contradicts });
  }

  #propose(call: Proposed, messageId: string | undefined): boolean {
    const isCopy = this.#toldOf(call.run).isRepeatedCall(call, messageId);
    return this.#say(isCopy ? { kind: 'unrelated', record: call.record, run: call.run } : call);
  }

  #toldOf(run: string): Told {
    const told = this.#told.get(run) ?? new Told();
    this.#told.set(run, told);
    return told;
  }

  #say(event: LedgerEvent): true {
    this.#emit(event);
    return true;
  }
}

function eventOfLine(record: SourceRecord, run: string): LedgerEvent {
  const type = stringMember(record.value, 'type');
  if (type !== undefined && unrelatedTypes.has(type)) return { kind: 'unrelated', record, run };
  return { kind: 'unread', record, run, what: type === undefined ? 'record without a type' : type.slice(0, shownName) };
}
