/** Texts that a host puts into a user's message by itself: what it reports of its surroundings and its commands. */
const byHost =
  /^\s*(?:<(?:local-command-|bash-stdout|bash-stderr|system-reminder|task-notification|session-start-hook|teammate-message|ide_|environment_context|user_instructions)|\[Request interrupted by user|Caveat: )/;

/** True for a text of a user's message that its host wrote, and no person. */
export function isByHost(text: string): boolean {
  return byHost.test(text);
}
