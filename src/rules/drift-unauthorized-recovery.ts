import { defineRule, type Rule } from './rule.ts';

export const driftUnauthorizedRecovery: Rule = defineRule({
  code: 'drift/unauthorized-recovery',
  severity: 'failure',
  title: 'a failed answer that was followed by somebody else, or by a repaired text, without leave',
  why: "Another model, account or region sees data it was not chosen for, and a repaired text is nobody's answer: the failure disappears from view.",
  fix: 'Record recovery.authorized for the failed attempt first, of the kind that is needed (reroute to another candidate, repair of a text), with its limits and who may see the data; or ask the same candidate again inside the declared bound.',
  noun: ['recovery without authorisation', 'recoveries without authorisation'],
  needs: [],
  observes: ['unauthorized-recovery'],
  message: ({ what, instead }) => {
    const allowed = instead === undefined ? undefined : `what is authorised for that attempt is a ${instead}`;
    return what === 'text'
      ? `the answer failed, and a text that nobody answered was handed on in its place; ${allowed ?? 'no earlier authorisation of a repair is recorded'}`
      : `the answer before this one failed, and another ${what} followed it; ${allowed ?? 'no earlier authorisation of a recovery is recorded for that attempt'}`;
  },
});
