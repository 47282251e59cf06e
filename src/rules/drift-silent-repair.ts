import { defineRule, type Rule } from './rule.ts';

export const driftSilentRepair: Rule = defineRule({
  code: 'drift/silent-repair',
  severity: 'failure',
  title: 'two stages of one call differ, and nothing recorded says why',
  why: 'What was authorised or ran is not what was proposed, or what was committed is not what was returned. The difference is named after the repair that makes it. Where a gate gives the digest of what it judged, its verdict is about that alone. Of an authorisation, what its statement names is compared; its signature is not checked.',
  fix: 'Record rewrites as call.amended and put the amended bytes through the gate again, or stop rewriting.',
  noun: ['silent repair', 'silent repairs'],
  needs: [],
  observes: ['stage-difference'],
  weigh: ({ isDefault, isOpenTail }) => (isDefault || isOpenTail === true ? 'note' : 'failure'),
  message: (observation) =>
    observation.after.stage === 'gated'
      ? `the gate judged another value than the one that was ${observation.before.stage}`
      : `${observation.before.stage} and ${observation.after.stage} differ without a recorded amendment: ${observation.repair}${observation.path === '' ? '' : ` at ${observation.path}`}`,
});
