import type { HostVerdict, Outcome } from '../../model/event/calls.ts';
import { type Heard, hear } from '../kit/host-verdict.ts';

/** Google's ADK answers a call itself that lacks a parameter, or names no tool. */
const adkVerdicts: readonly (readonly [RegExp, HostVerdict])[] = [
  [/^Invoking `[^`\n]{1,200}` failed as the following mandatory input parameters are not present:\n/, { kind: 'invalid' }],
  [/^Tool '[^'\n]{1,200}' not found\.\nAvailable tools:/, { kind: 'unknown-tool' }],
];

/** Listens for the host in what went back to the model. */
export function heardIn(outcome: Outcome, text: string | undefined): Heard {
  if (outcome === 'ok' || text === undefined) return hear(outcome, text);
  const verdict = adkVerdicts.find(([words]) => words.test(text))?.[1];
  return verdict === undefined ? hear(outcome, text) : { outcome, verdict };
}
