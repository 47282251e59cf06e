import type { LedgerEvent } from '../../model/event.ts';
import { freeTextsOf } from './free-texts.ts';
import { callFields, identifierAt, type NativeLine, refuse, textOf, wholeOf } from './line.ts';
import { repeatedContent } from './repeats.ts';
import { sha256At } from './sha256.ts';

/** `policy.decided`: what a decision rests on belongs to the policy layer; here only that there is one. */
export function readDecided(line: NativeLine): LedgerEvent {
  const { decision, by, context_sha256, subject_sha256 } = line.event;
  sha256At(line, 'context_sha256', context_sha256);
  sha256At(line, 'subject_sha256', subject_sha256);
  return {
    kind: 'decided',
    ...callFields(line),
    decision: textOf(line, 'decision', decision),
    by: textOf(line, 'by', by),
    repeats: repeatedContent(line),
    freeTexts: freeTextsOf(line),
  };
}

export function readCritiqueEngaged(line: NativeLine): LedgerEvent {
  const { iteration } = line.event;
  return {
    kind: 'critique-engaged',
    ...callFields(line),
    iteration: wholeOf(iteration, 0),
    freeTexts: freeTextsOf(line),
  };
}

const phases = { 'compensation.started': 'started', 'compensation.completed': 'completed', 'compensation.failed': 'failed' } as const;

export function readCompensation(line: NativeLine, type: keyof typeof phases): LedgerEvent | undefined {
  const forCall = identifierAt(line, 'for_call', line.event.for_call);
  if (forCall === undefined) {
    return refuse(line, 'without for_call');
  }
  return { kind: 'compensation', ...line.base, phase: phases[type], forCall, freeTexts: freeTextsOf(line) };
}

export function readPersisted(line: NativeLine): LedgerEvent | undefined {
  const { through_seq: seq, sha256 } = line.event;
  sha256At(line, 'sha256', sha256);
  const throughSeq = wholeOf(seq, 0);
  if (throughSeq !== undefined) return { kind: 'persisted', ...line.base, throughSeq };
  return refuse(line, 'without through_seq');
}
