/** Every event type of the native ledger, v1 (ledger.md §6). */
export const nativeTypes: readonly string[] = [
  'run.opened',
  'session.granted',
  'tool.declared',
  'tool.withdrawn',
  'step.declared',
  'policy.declared',
  'call.proposed',
  'call.amended',
  'gate.checked',
  'policy.decided',
  'call.authorized',
  'call.executed',
  'call.returned',
  'plan.selected',
  'plan.refused',
  'provider.called',
  'answer.received',
  'output.committed',
  'evidence.persisted',
  'output.released',
  'attempt.failed',
  'critique.engaged',
  'recovery.authorized',
  'compensation.started',
  'compensation.completed',
  'compensation.failed',
  'acceptance.recorded',
  'checkpoint',
  'run.closed',
];

const known: ReadonlySet<string> = new Set(nativeTypes);

export function isKnownType(type: string): boolean {
  return known.has(type);
}

/** Types of a recorder's own, which nobody else gives a meaning. */
export function isExtension(type: string): boolean {
  return type.startsWith('x-');
}
