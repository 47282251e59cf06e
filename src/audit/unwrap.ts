import type { CallWrapper } from '../declare/declared.ts';
import type { Amended, Executed, Proposed, Returned } from '../model/event/calls.ts';
import type { LedgerEvent } from '../model/event.ts';
import { type InnerCall, readInnerCalls } from './unwrap-calls.ts';

/** An inner call as it was handed on. */
interface Target {
  readonly call: string | undefined;
  readonly server: string | undefined;
  readonly tool: string;
}

/** What the wrappers of one run became. */
interface Unwrapped {
  /** By the wrapper's call id. */
  readonly byCall: Map<string, { readonly rule: CallWrapper; readonly targets: readonly Target[] }>;
  /** Calls without ids, by the wrapper's name, in their order; `next` is the first that is not answered. */
  readonly byName: Map<string, { readonly calls: (readonly Target[])[]; next: number }>;
}

/**
 * Stands between a reader and the machine: a call of a wrapper that has a rule becomes the calls in its arguments, and these are judged in its
 * place. Their ids are the wrapper's and an index (`call_7/0`). What follows answers the inner call when there is exactly one; of several, an answer
 * says only that they were answered. Only by a rule, never by likeness: where it does not fit, the wrapper's call stays what it is.
 */
export function openUnwrap(wrappers: readonly CallWrapper[], emit: (event: LedgerEvent) => void): (event: LedgerEvent) => void {
  if (wrappers.length === 0) return emit;
  const rules = new Map(wrappers.map((rule) => [rule.tool, rule]));
  const runs = new Map<string, Unwrapped>();
  return (event) => {
    const known = runs.get(event.run) ?? { byCall: new Map(), byName: new Map() };
    const isWrapper = 'tool' in event && typeof event.tool === 'string' && rules.has(event.tool);
    if (isWrapper) runs.set(event.run, known);
    for (const next of unwrap(event, rules, known)) emit(next);
    if (event.kind === 'run-closed') runs.delete(event.run);
  };
}

function unwrap(event: LedgerEvent, rules: ReadonlyMap<string, CallWrapper>, known: Unwrapped): readonly LedgerEvent[] {
  switch (event.kind) {
    case 'proposed':
      return propose(event, rules, known);
    case 'executed':
      return execute(event, rules, known);
    case 'amended':
      return amend(event, known);
    case 'returned':
      return answer(event, known);
    case 'gate-checked':
    case 'decided':
    case 'critique-engaged':
    case 'committed':
    case 'released':
    case 'attempt-failed':
    case 'authorized':
    case 'noted': {
      const targets = event.call === undefined ? undefined : known.byCall.get(event.call)?.targets;
      const [only, second] = targets ?? [];
      return only === undefined || second !== undefined ? [event] : [{ ...event, call: only.call }];
    }
    case 'compensation':
      return [{ ...event, forCall: innerIdOf(event.forCall, known) ?? event.forCall }];
    default:
      return [event];
  }
}

function propose(event: Proposed, rules: ReadonlyMap<string, CallWrapper>, known: Unwrapped): readonly LedgerEvent[] {
  const rule = rules.get(event.tool);
  const compensates = innerIdOf(event.compensates, known);
  const calls = rule === undefined ? undefined : readInnerCalls(rule, event.payload, event.record);
  if (rule === undefined || calls === undefined) {
    if (event.call !== undefined) known.byCall.delete(event.call); // an id used again means the call it names now
    return [compensates === event.compensates ? event : { ...event, compensates }];
  }
  remember(event, known, { rule, calls });
  return calls.map((call, index) => ({ ...event, ...partsOf(event, call, index), compensates, wrapper: event.tool, offered: undefined }));
}

/** What is said of a call that carried one other is said of that one. */
function innerIdOf(call: string | undefined, known: Unwrapped): string | undefined {
  const targets = call === undefined ? undefined : known.byCall.get(call)?.targets;
  return targets?.length === 1 ? (targets[0]?.call ?? call) : call;
}

function partsOf(event: Proposed | Executed, { server, tool, toolPointer, payload }: InnerCall, index: number) {
  return { call: idOf(event.call, index), server, tool, toolPointer, payload };
}

const idOf = (call: string | undefined, index: number): string | undefined => (call === undefined ? undefined : `${call}/${index}`);

function remember(
  event: Proposed | Executed,
  known: Unwrapped,
  { rule, calls }: { readonly rule: CallWrapper; readonly calls: readonly InnerCall[] },
): void {
  const targets = calls.map(({ server, tool }, index) => ({ call: idOf(event.call, index), server, tool }));
  if (event.call !== undefined) {
    known.byCall.set(event.call, { rule, targets });
    return;
  }
  const queue = known.byName.get(rule.tool) ?? { calls: [], next: 0 };
  queue.calls.push(targets);
  known.byName.set(rule.tool, queue);
}

/** What ran, by the arguments recorded there; where it does not repeat them, by the calls that were proposed. It may be the inner call itself. */
function execute(event: Executed, rules: ReadonlyMap<string, CallWrapper>, known: Unwrapped): readonly LedgerEvent[] {
  const earlier = event.call === undefined ? undefined : known.byCall.get(event.call);
  const rule = event.tool === undefined ? earlier?.rule : rules.get(event.tool);
  if (rule === undefined) return [{ ...event, call: innerIdOf(event.call, known) }];
  const calls = readInnerCalls(rule, event.payload, event.record);
  if (calls !== undefined) {
    if (earlier === undefined && event.call !== undefined) remember(event, known, { rule, calls });
    return calls.map((call, index) => ({ ...event, ...partsOf(event, call, index), wrapper: rule.tool }));
  }
  if (earlier === undefined || event.payload.form !== 'absent') return [event];
  return earlier.targets.map((target) => ({ ...event, ...target, wrapper: rule.tool }));
}

function amend(event: Amended, known: Unwrapped): readonly LedgerEvent[] {
  const earlier = event.call === undefined ? undefined : known.byCall.get(event.call);
  const calls = earlier === undefined ? undefined : readInnerCalls(earlier.rule, event.payload, event.record);
  if (earlier === undefined || calls?.length !== earlier.targets.length) return [event];
  return calls.map(({ payload }, index) => ({ ...event, call: idOf(event.call, index), payload }));
}

/** One result for several calls tells neither how each of them ended nor what it returned. */
function answer(event: Returned, known: Unwrapped): readonly LedgerEvent[] {
  const targets = answeredBy(event, known);
  const [only, second] = targets ?? [];
  if (targets === undefined || only === undefined) return [event];
  if (second === undefined) return [{ ...event, call: only.call, tool: only.tool }];
  const { structured: _structured, texts: _texts, verdict: _verdict, ...rest } = event;
  const outcome = event.outcome === 'pending' ? 'pending' : 'unknown';
  return targets.map(({ call, tool }) => ({ ...rest, outcome, canBeStructured: false, call, tool }));
}

function answeredBy({ call, tool }: Returned, known: Unwrapped): readonly Target[] | undefined {
  if (call !== undefined) return known.byCall.get(call)?.targets;
  const queue = tool === undefined ? undefined : known.byName.get(tool);
  return queue?.calls[queue.next++];
}
