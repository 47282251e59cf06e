import type { Disposition } from '../../model/finding.ts';
import type { Story } from '../story.ts';

const hasRecordedFail = (story: Story, gate: 'input' | 'output'): boolean =>
  story.failure !== undefined || story.gates.some((recorded) => recorded.gate === gate && recorded.verdict === 'fail');

/** The last word on whether it may run says no. */
const isDenied = ({ decisions }: Story): boolean => {
  const last = decisions.at(-1)?.decision;
  return last === 'deny' || last === 'schema_error';
};

/** What became of a deviation in the arguments (ledger.md §1). */
export function inputDisposition(story: Story): Disposition {
  if ((story.executed !== undefined && story.executed.isTried !== true) || story.outcome === 'ok') return 'accepted';
  if (story.outcome === 'refused' || hasRecordedFail(story, 'input') || isDenied(story)) return 'refused';
  if (story.outcome === 'tool_error' || story.outcome === 'protocol_error') return 'errored';
  return 'unknown';
}

/** What became of a deviation in a result or an answer. */
export function outputDisposition(story: Story): Disposition {
  if (story.committed !== undefined || story.released !== undefined) return 'accepted';
  return hasRecordedFail(story, 'output') ? 'refused' : 'unknown';
}
