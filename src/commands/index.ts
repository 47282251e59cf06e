import type { Command } from './command.ts';
import { diff } from './diff.ts';
import { explain } from './explain.ts';
import { replay } from './replay.ts';
import { validate } from './validate.ts';

/** All subcommands, in the order in which a newcomer meets them: check, replay, compare, ask why. */
export const commands: readonly Command[] = [validate, replay, diff, explain];
