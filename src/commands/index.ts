import type { Command } from './command.ts';
import { declare } from './declare.ts';
import { diff } from './diff.ts';
import { explain } from './explain.ts';
import { formats } from './formats.ts';
import { lint } from './lint.ts';
import { replay } from './replay.ts';
import { validate } from './validate.ts';

/** All subcommands, in the order in which a newcomer meets them: check, replay, compare, lint and pin what is declared, look things up. */
export const commands: readonly Command[] = [validate, replay, diff, lint, declare, explain, formats];
