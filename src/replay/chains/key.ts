import { stepKey } from '../gates.ts';
import type { Story } from '../story.ts';

/** Attempts are numbered by the record itself. */
export const isNumbered = (story: Story): boolean => story.step !== undefined && story.attempt !== undefined;

/** A tool as it is declared, however a call spells it. */
const namesOf = ({ found, server, tool }: Story): readonly string[] =>
  found?.kind === 'declared' ? [found.tool.server ?? server ?? '', found.tool.name] : [server ?? '', tool ?? ''];

/** What a call or answer is an attempt at. */
export const keyOf = (story: Story): string =>
  isNumbered(story) ? `#${stepKey(story)}` : [stepKey(story), story.kind, story.agent ?? '', ...namesOf(story)].join('\u0000');
