import { isInteger } from '../../json/decimal.ts';
import type { Misshapen } from '../../model/event/base.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { ExactNumber, isJsonArray, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';

// Fields are read as `event.run`, not through `member`: this reader meets millions of lines, and a plain property costs a
// tenth. It is as safe for the fixed names of the ledger, none of which an object inherits. For the same reason `kind` stands
// before the spread in every event: behind it the engine takes a path a hundred times slower.

/** One event of the native ledger, taken out of its envelope. */
export interface NativeHeader {
  readonly record: SourceRecord;
  readonly event: JsonObject;
  readonly type: string;
  /** Empty where the event names none: all such events belong to one unnamed run. */
  readonly run: string;
  /** Where the event begins in the record: empty, or `/data` inside a CloudEvents envelope. */
  readonly prefix: string;
  readonly emit: (event: LedgerEvent) => void;
}

/** The same with the fields that any event may carry read. */
export interface NativeLine extends NativeHeader {
  readonly base: EventFields;
  /** Members that were not used because of their shape; undefined in nearly every line. */
  misshapen: Misshapen[] | undefined;
}

/** Remembers a member that is not in the shape of the format: told as a finding, where {@link reportUnread} only counts. */
export function noteMisshapen(line: NativeLine, fault: Misshapen): void {
  line.misshapen ??= [];
  line.misshapen.push(fault);
}

/** The fields that any event of the ledger may carry. */
export interface EventFields {
  readonly record: SourceRecord;
  readonly run: string;
  readonly step: string | undefined;
  readonly instance: string | undefined;
  readonly attempt: number | undefined;
  readonly agent: string | undefined;
  readonly seq: number | undefined;
}

/** The fields of an event about a call. */
export interface CallFields extends EventFields {
  readonly call: string | undefined;
  readonly callPointer: string | undefined;
}

/** Says that a record, or one part of it, could not be used. */
export function reportUnread(line: NativeHeader, fault: string): void {
  line.emit({ kind: 'unread', record: line.record, run: line.run, what: `${nameOf(line.type)} ${fault}` });
}

/** Says that a record could not be used at all: it is counted by its run all the same. */
export function refuse(line: NativeLine, fault: string): undefined {
  line.emit({ kind: 'unread', record: line.record, run: line.run, what: `${nameOf(line.type)} ${fault}`, seq: line.base.seq });
}

/** A whole number from `least` on, however it is spelled: 3.0 is 3. */
export function wholeOf(value: JsonValue | undefined, least: number): number | undefined {
  const isSpelled = value instanceof ExactNumber && isInteger(value);
  const number = isSpelled ? Number(value.text) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** A type as the name of a kind: cut, because a hostile type may be of any length. */
export function nameOf(type: string): string {
  return type.length <= 64 ? type : `${type.slice(0, 64)}…`;
}

/** A value that must be text where it is present; anything else there is reported and not used. */
export function textOf(line: NativeHeader, name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  reportUnread(line, `with ${name} that is no text`);
  return undefined;
}

/** An identifier: text, or a number, which is written as its digits. */
export function identifierOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? String(wholeOf(value, Number.MIN_SAFE_INTEGER) ?? value.text) : undefined;
}

/** An identifier where it is present; a value of any other type is reported and not used. */
export function identifierAt(line: NativeHeader, name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  const identifier = identifierOf(value);
  if (identifier === undefined) reportUnread(line, `with ${name} that is no identifier`);
  return identifier;
}

export function callOf(line: NativeLine): string | undefined {
  return identifierAt(line, 'call', line.event.call);
}

export function callPointerOf(line: NativeLine, call: string | undefined): string | undefined {
  return call === undefined ? undefined : `${line.prefix}/call`;
}

/** For the rarer events; the four that make up most of a ledger spell the fields out, which costs half of spreading them. */
export function callFields(line: NativeLine): CallFields {
  const { record, run, step, instance, attempt, agent, seq } = line.base;
  const call = callOf(line);
  return { record, run, step, instance, attempt, agent, seq, call, callPointer: callPointerOf(line, call) };
}

/** A list of texts; items of another type are reported and left out. */
export function textList(line: NativeHeader, name: string, value: JsonValue | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!isJsonArray(value)) {
    reportUnread(line, `with ${name} that is no list`);
    return undefined;
  }
  const texts = value.filter((item) => typeof item === 'string');
  if (texts.length < value.length) reportUnread(line, `with ${name} that holds other things than text`);
  return texts;
}
