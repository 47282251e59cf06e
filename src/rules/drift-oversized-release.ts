import { defineRule, type Rule } from './rule.ts';

export const driftOversizedRelease: Rule = defineRule({
  code: 'drift/oversized-release',
  severity: 'failure',
  title: 'more left than the delivery of the step allows',
  why: 'Whoever receives it was promised at most max_bytes: what comes beyond is cut, refused, or breaks its reader.',
  fix: 'Refuse the answer at the output gate (maxLength, maxItems), or declare a larger delivery.max_bytes.',
  noun: ['release beyond its size', 'releases beyond their size'],
  needs: [],
  observes: ['oversized-release'],
  message: ({ limit, bytes, isExact, isPartial }) =>
    `${isPartial ? 'the parts of this document have' : 'this document has'} ${isExact ? '' : 'at least '}${bytes} bytes, and its delivery is limited to ${limit}`,
});
