/** The program was called wrongly: exit code 2. The message is one line for a person: `path: reason (what to do)`. */
export class UsageError extends Error {}
