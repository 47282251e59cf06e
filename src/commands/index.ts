import type { Command } from './command.ts';
import { diff } from './diff.ts';
import { explain } from './explain.ts';
import { lint } from './lint.ts';
import { replay } from './replay.ts';
import { validate } from './validate.ts';

/** All subcommands, in the order in which a newcomer meets them: check, replay, compare, look at the declarations, ask why. */
export const commands: readonly Command[] = [validate, replay, diff, lint, explain];
