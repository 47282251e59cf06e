import type { JsonValue } from '../../model/json.ts';
import type { Observation } from '../../model/observation.ts';
import { inputPairs } from '../authorization/pairs.ts';
import { readingDifference, stageDifferences } from '../stages.ts';
import type { Stage, Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import type { Causes } from './deviations.ts';

const schemaOf = (story: Story, which: 'inputSchema' | 'outputSchema'): JsonValue | undefined =>
  story.found?.kind === 'declared' ? story.found.tool[which] : story.answerSchema;

export function changes(story: Story, causes: Causes): readonly Observation[] {
  const subject = subjectOf(story);
  const found: Observation[] = [];
  const isStrict = story.found?.kind === 'declared' && story.found.tool.isStrict === true;
  const causeOf = (own: Observation | undefined): Observation | undefined => own ?? story.clash;
  const compare = (
    before: Stage | undefined,
    after: Stage | undefined,
    told: { cause: Observation | undefined; schema: JsonValue | undefined },
  ): void => {
    if (before === undefined || after === undefined) return;
    const pair = { before, after, schema: told.schema, isStrict };
    found.push(...stageDifferences(pair, { subject, cause: causeOf(told.cause) }));
    const unread = readingDifference(pair, { subject, cause: told.cause });
    if (unread !== undefined) found.push(unread);
  };
  for (const { before, after, isFollowing } of inputPairs(story)) {
    const cause = causes.input ?? (isFollowing === true ? story.digestsApart : undefined);
    compare(before, after, { cause, schema: schemaOf(story, 'inputSchema') });
  }
  for (const { before, after } of story.earlierHandings)
    compare(before, after, { cause: causes.output, schema: schemaOf(story, 'outputSchema') });
  compare(story.returned, story.committed, { cause: causes.output, schema: schemaOf(story, 'outputSchema') });
  compare(story.committed ?? story.returned, story.released, { cause: causes.output, schema: schemaOf(story, 'outputSchema') });
  return found;
}
