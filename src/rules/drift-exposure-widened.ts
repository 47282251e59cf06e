import { defineRule, type Rule } from './rule.ts';

export const driftExposureWidened: Rule = defineRule({
  code: 'drift/exposure-widened',
  severity: 'failure',
  title: 'a recovery that shows the data to somebody outside its authorisation',
  why: 'The authorisation says who may see the data; a provider, model, account or region outside it was never asked about.',
  fix: 'Send the recovery only to those its exposure names, or have a wider exposure authorised first.',
  noun: ['recovery outside its exposure', 'recoveries outside their exposure'],
  needs: [],
  observes: ['exposure-widened'],
  message: ({ what }) => `this recovery goes to ${what === 'account' ? 'an' : 'a'} ${what} that its authorisation does not name`,
});
