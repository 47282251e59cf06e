import { defineRule, type Rule } from './rule.ts';

export const structureRefusedByHost: Rule = defineRule({
  code: 'structure/refused-by-host',
  severity: 'note',
  title: 'a call that the host itself refused as invalid',
  why: 'A host that refuses is a gate. Without a declaration its word is all there is: it is told, and neither believed nor doubted.',
  fix: 'Give the declarations (--declare) to have the call judged here as well.',
  noun: ['call that the host refused as invalid', 'calls that the host refused as invalid'],
  needs: ['ids'],
  observes: ['refused-by-host'],
  message: ({ subject }) =>
    `the host refused this call${subject.tool === undefined ? '' : ` of ${subject.tool}`} as invalid; no declaration at hand says whether it was`,
});
