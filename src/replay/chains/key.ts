import { stepKey } from '../gates.ts';
import type { Story } from '../story.ts';

/** Attempts are numbered by the record itself. */
export const isNumbered = (story: Story): boolean => story.step !== undefined && story.attempt !== undefined;

/** What a call or answer is an attempt at. */
export const keyOf = (story: Story): string =>
  isNumbered(story)
    ? `#${stepKey(story)}`
    : [stepKey(story), story.kind, story.agent ?? '', story.server ?? '', story.tool ?? ''].join('\u0000');
