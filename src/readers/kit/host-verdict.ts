import type { HostVerdict, Outcome } from '../../model/event/calls.ts';
import { denierIn } from './denial.ts';
import { beginningOf, namesInvalidCall, namesUnknownTool } from './invalid-call.ts';

/** Some sentences quote the command that was denied, whatever its length, before they say so. */
const withCommand = 4000;

/** What the host of a call refused or decided, by the text of a result that is no success; undefined for all other texts. */
export function hostVerdictOf(text: string): HostVerdict | undefined {
  if (namesUnknownTool(text)) return { kind: 'unknown-tool' };
  if (namesInvalidCall(text)) return { kind: 'invalid' };
  const by = denierIn(beginningOf(text, withCommand));
  return by === undefined ? undefined : { kind: 'denied', by };
}

/** How a call came out, with its host's verdict. */
export interface Heard {
  readonly outcome: Outcome;
  readonly verdict: HostVerdict | undefined;
}

/** Listens for the host in the text of a result that is no success: what was denied did not run, and is no error of the tool. */
export function hear(outcome: Outcome, text: string | undefined): Heard {
  const verdict = outcome === 'ok' || text === undefined ? undefined : hostVerdictOf(text);
  return { outcome: verdict?.kind === 'denied' ? 'refused' : outcome, verdict };
}

/** Whether a call that came out so may be tried again: an error answers it, or its host refused it. What was denied engages no critique. */
export function isStopped(outcome: Outcome, text: string | undefined): boolean {
  const heard = hear(outcome, text);
  if (heard.verdict !== undefined) return heard.verdict.kind !== 'denied';
  return outcome === 'tool_error' || outcome === 'protocol_error' || outcome === 'refused';
}
