import type { LedgerEvent } from '../../model/event.ts';
import { memberOf } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { readAuthorized } from './authorization.ts';
import { readAmended, readAttemptFailed, readExecuted, readGateChecked, readProposed } from './calls.ts';
import { readStepDeclared, readToolDeclared, readToolWithdrawn } from './declarations.ts';
import { unwrap } from './envelope.ts';
import {
  callFields,
  type EventFields,
  identifierAt,
  identifierOf,
  type NativeHeader,
  type NativeLine,
  nameOf,
  reportUnread,
  wholeOf,
} from './line.ts';
import { readAnswer, readCommitted, readReleased, readReturned } from './outputs.ts';
import { readPlanned, readProviderCalled } from './plans.ts';
import { readCompensation, readCritiqueEngaged, readDecided, readPersisted } from './protocol.ts';
import { readRecoveryAuthorized } from './recovery.ts';
import { readRunClosed, readRunOpened } from './runs.ts';
import { isExtension, isKnownType } from './types.ts';

/** Emits the events of one record of the native ledger, v1. */
export function readRecord(record: SourceRecord, emit: (event: LedgerEvent) => void): void {
  const header = headerOf(record, emit);
  if (typeof header === 'string') {
    emit({ kind: 'unread', record, run: '', what: header });
    return;
  }
  if (isExtension(header.type)) {
    emit({ kind: 'unrelated', record, run: header.run, seq: seqOf(header) });
    return;
  }
  const { event, type, run, prefix } = header;
  const line: NativeLine = { record, event, type, run, prefix, emit, base: baseOf(header), misshapen: undefined };
  const read = toEvent(line);
  if (read !== undefined) emit(line.misshapen === undefined ? read : { ...read, misshapen: line.misshapen });
}

/** The event of a record, or what keeps it from being read. */
function headerOf(record: SourceRecord, emit: (event: LedgerEvent) => void): NativeHeader | string {
  const unwrapped = unwrap(record.value);
  if (unwrapped === undefined) return 'record that is no event';
  const { event, prefix } = unwrapped;
  const type = event.type;
  if (typeof type !== 'string') return 'record without type';
  if (event.v !== 1 && wholeOf(event.v, 1) !== 1) return `${nameOf(type)} without "v": 1`;
  const run = event.run;
  const named = run === undefined ? '' : identifierOf(run);
  return named === undefined ? `${nameOf(type)} with run that is no identifier` : { record, event, type, run: named, prefix, emit };
}

/** Undefined when the record could not be used, which has been reported by then. */
function toEvent(line: NativeLine): LedgerEvent | undefined {
  switch (line.type) {
    case 'call.proposed':
      return readProposed(line);
    case 'gate.checked':
      return readGateChecked(line);
    case 'call.executed':
      return readExecuted(line);
    case 'call.authorized':
      return readAuthorized(line);
    case 'call.returned':
      return readReturned(line);
    case 'output.committed':
      return readCommitted(line);
    case 'run.opened':
      return readRunOpened(line);
    case 'run.closed':
      return readRunClosed(line);
    case 'tool.declared':
      return readToolDeclared(line);
    case 'tool.withdrawn':
      return readToolWithdrawn(line);
    case 'step.declared':
      return readStepDeclared(line);
    case 'call.amended':
      return readAmended(line);
    case 'answer.received':
      return readAnswer(line);
    case 'output.released':
      return readReleased(line);
    case 'attempt.failed':
      return readAttemptFailed(line);
    case 'critique.engaged':
      return readCritiqueEngaged(line);
    case 'policy.decided':
      return readDecided(line);
    case 'compensation.started':
    case 'compensation.completed':
    case 'compensation.failed':
      return readCompensation(line, line.type);
    case 'plan.selected':
    case 'plan.refused':
      return readPlanned(line);
    case 'provider.called':
      return readProviderCalled(line);
    case 'recovery.authorized':
      return readRecoveryAuthorized(line);
    case 'evidence.persisted':
      return readPersisted(line);
    default:
      return isKnownType(line.type)
        ? { kind: 'noted', ...callFields(line), what: line.type }
        : { kind: 'unread', ...line.base, what: nameOf(line.type) };
  }
}

function baseOf(header: NativeHeader): EventFields {
  return {
    record: header.record,
    run: header.run,
    step: identifierAt(header, 'step', header.event.step),
    instance: identifierAt(header, 'instance', header.event.instance),
    attempt: attemptOf(header),
    agent: agentOf(header),
    seq: seqOf(header),
  };
}

function attemptOf(header: NativeHeader): number | undefined {
  const attempt = header.event.attempt;
  if (attempt === undefined) return undefined;
  const whole = wholeOf(attempt, 1);
  if (whole === undefined) reportUnread(header, 'with attempt that is no number from 1');
  return whole;
}

function seqOf(header: NativeHeader): number | undefined {
  const seq = header.event.seq;
  if (seq === undefined) return undefined;
  const whole = wholeOf(seq, 0);
  if (whole === undefined) reportUnread(header, 'with seq that is no count from 0');
  return whole;
}

function agentOf(header: NativeHeader): string | undefined {
  const agent = header.event.agent;
  if (agent === undefined || typeof agent === 'string') return agent;
  const id = identifierOf(memberOf(agent, 'id'));
  if (id === undefined) reportUnread(header, 'with agent without id');
  return id;
}
