import type { Subject } from '../model/observation/base.ts';

/** The facts of a story, or of an event, that its findings repeat. */
export function subjectOf(story: Subject): Subject {
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
