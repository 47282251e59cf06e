import { defineRule, type Rule } from './rule.ts';

export const structureNotJson: Rule = defineRule({
  code: 'structure/not-json',
  severity: 'failure',
  title: 'arguments or an answer that are not one JSON value',
  why: 'A system that went on from here read something into the text that it does not say: it was repaired, cut or completed.',
  fix: 'Fail the attempt and show the reason to the model. The repair named in the finding is what a lenient parser would have made; two parsers may make two.',
  noun: ['text that is not JSON', 'texts that are not JSON'],
  needs: [],
  observes: ['deviation', 'remark'],
  weigh: ({ kind }) => (kind === 'remark' ? 'note' : 'failure'),
  applies: ({ delta }) => delta.kind === 'not-json',
  message: (observation) =>
    observation.kind === 'remark'
      ? 'the text of the arguments is empty, which stands for no arguments'
      : `the recorded text is not one JSON value (${observation.delta.reason ?? 'not-json'})`,
});
