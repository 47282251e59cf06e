import type { GateName, UncheckedReason } from '../model/delta.ts';
import type { Observation, Site, Subject } from '../model/observation.ts';
import type { Judge } from './judge.ts';
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

/** What the parts of the machine share: whom they ask, and whom they tell. */
export interface Context {
  readonly judge: Judge;
  readonly tally: Tally;
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
  closeCall(run: Run, key: string, story: Story): void;
  /** Whether this source can still record a gate, a failure or a commit after the result. */
  expectsMore(run: Run): boolean;
}
