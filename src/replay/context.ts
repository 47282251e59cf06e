import type { GateName, UncheckedReason } from '../model/delta.ts';
import type { Site, Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import type { AttemptChain } from '../model/report/stories.ts';
import type { Chain } from './chains/chain.ts';
import type { DeclaredEffects } from './compensation/effect.ts';
import type { Safe } from './delivery/early.ts';
import type { Judge } from './judge.ts';
import type { Keeping } from './keep.ts';
import type { Run } from './run.ts';
import type { Story } from './story.ts';
import type { Tally } from './tally.ts';

/** An answer that was not given, with its reason. */
export interface UncheckedNote {
  readonly site: Site;
  readonly subject: Subject;
  readonly gate: GateName;
  readonly reason: UncheckedReason;
  readonly detail: string;
}

/** A chain as the report shows it, and where it begins. */
export interface ToldChain {
  readonly place: Chain['place'];
  readonly row: Omit<AttemptChain, 'at'>;
}

/** What the parts of the machine share: whom they ask, and whom they tell. */
export interface Context {
  readonly judge: Judge;
  readonly tally: Tally;
  /** Undefined: what effects leave behind is not asked. */
  readonly effects: DeclaredEffects | undefined;
  /** What `evidence.persisted` of no run covers: every part of an audit follows it. */
  readonly safe: Safe;
  /** What calls that are laid down share: the names in them, and their declarations. */
  readonly kept: Keeping;
  /** Whether later stages of a call can be recorded, which are compared with its proposal and told beside it. */
  readonly hasStages: boolean;
  /** Events so far: what came first in the order of the runs, wherever it stands in the file. */
  readonly clock: { now: number };
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
  /** A chain of attempts that is over. */
  chain(told: ToldChain): void;
  closeCall(run: Run, key: string, story: Story): void;
  /** Whether every count so far, of all runs, could be one of the lines of the file. */
  countsFile(): boolean;
  /** Whether this source can still record a gate, a failure or a commit after the result. */
  readonly expectsMore: boolean;
}
