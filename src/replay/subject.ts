import type { Subject } from '../model/observation.ts';
import type { Story } from './story.ts';

/** The facts of a story that its findings repeat. */
export function subjectOf(story: Story): Subject {
  return {
    run: story.run,
    step: story.step,
    instance: story.instance,
    attempt: story.attempt,
    call: story.call,
    agent: story.agent,
    server: story.server,
    tool: story.tool,
  };
}
