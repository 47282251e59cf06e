/**
 * What a source can carry at all. A reader states it, a rule states what it needs, and a rule whose needs
 * are not carried is not asked.
 */
export const carries = [
  'declarations',
  'raw-arguments',
  'gates',
  'decisions',
  'authorizations',
  'executions',
  'error-flag',
  'structured-results',
  'commits',
  'failures',
  'attempts',
  'ids',
  'order',
  'time',
] as const;

export type Carry = (typeof carries)[number];
