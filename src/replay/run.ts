import type { Carry } from '../model/carry.ts';
import type { GateAnswer } from '../model/delta.ts';
import type { Authorized } from '../model/event/calls.ts';
import type { RunOpened } from '../model/event/runs.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { Chain } from './chains/chain.ts';
import { openEffects, type RunEffects } from './compensation.ts';
import { openDelivery, type RunDelivery } from './delivery.ts';
import type { Kept } from './keep.ts';
import { LateMap } from './late-map.ts';
import type { RecordedGate, Story } from './story.ts';
import type { Unnamed } from './unnamed.ts';

/** What is remembered of a run while it is open; all of it is freed when the run closes. */
export interface Run {
  readonly id: string;
  opened: RunOpened | undefined;
  isStrict: boolean;
  isClosedObjects: boolean;
  /** Critiques a step instance may have; undefined where no bound is declared. */
  maxIterations: number | undefined;
  /** Critiques engaged so far, by step and instance. */
  readonly critiques: Map<string, number>;
  records: readonly Carry[] | undefined;
  /** Open calls by id, newest last; calls without an id under a made-up key. */
  readonly calls: Map<string, Story>;
  /** Open answers by step and instance. */
  readonly answers: Map<string, Story>;
  /** Answered calls since the run's last proposal: they may be laid down. */
  readonly answered: Story[];
  /** Calls that were laid down, by id. */
  readonly kept: Map<string, Kept>;
  /** Hashes of ids of calls that closed while the run stays open. */
  readonly closedCalls: Set<number>;
  /** What was said of calls that histories showed to their ends, by hashes of their words. */
  readonly shown: Map<number, GateAnswer['verdict']>;
  /** Attempts that were stopped, by what they were attempts at, until a further one begins. */
  readonly chains: Map<string, Chain[]>;
  /** Chains that nothing more belongs to, until the stories of the run are over. */
  readonly pastChains: Chain[];
  /** Calls that nothing is recorded of but their proposal, by step and instance, where an event may mean them without an id. */
  readonly waiting: Map<string, Set<Story>>;
  /** Calls of each attempt that a gate failed, and whose failure is not recorded. */
  readonly failing: Map<string, Set<Story>>;
  /** The attempt of each step instance that failed last. */
  readonly lastFailing: Map<string, string>;
  /** What was stopped last outside of any step, by agent. */
  readonly lastStopped: Map<string, string>;
  /** The last wrong turn of each step instance: what follows it there is its consequence. */
  readonly wrongRoutes: Map<string, Observation>;
  /** The call that the last critique names, by what critiques are counted for. */
  readonly criticised: Map<string, string>;
  /** An attempt was stopped. */
  hasStopped: boolean;
  /** Where the bound of critiques was passed, by step instance. */
  readonly exceeded: Map<string, Observation>;
  readonly effects: RunEffects;
  readonly delivery: RunDelivery;
  /** Both of them, where they were asked for. */
  readonly made: { readonly effects: RunEffects | undefined; readonly delivery: RunDelivery | undefined };
  /** Verdicts recorded for a call or step of which nothing else is recorded yet. */
  readonly looseGates: Map<string, RecordedGate[]>;
  /** Authorisations recorded for a call of which nothing else is recorded yet. */
  readonly looseAuthorizations: Map<string, Authorized[]>;
  /** The run had ended, and goes on: what came before is forgotten. */
  isAfterEnd: boolean;
  /** It ended before and was opened again: one run, counted once. */
  isResumed: boolean;
  /** Its last end was a pause: what is open may still be answered. */
  isSuspended: boolean;
  unnamed: number;
  /** Those that may still be answered, by tool. */
  readonly unnamedCalls: Map<string, Unnamed>;
  /** Calls are recorded as they are asked for; told only of runs that are recorded from their beginning. */
  hasProposals: boolean;
  lastSeq: number | undefined;
  lastSeqLine: number;
  /** The latest date of a counted event, and its line; empty once time went back, which is told once. */
  lastTime: string | undefined;
  lastTimeLine: number;
  /** The last record that was counted, with its text. */
  lastRecord: SourceRecord | undefined;
  /** Where its first record begins; the record itself would keep a whole file of one-record runs alive. */
  readonly firstPlace: { readonly line: number; readonly column: number; readonly offset: number };
}

/**
 * A class, and no literal with accessors: an object of so many members is a dictionary otherwise, which every event would look things up in,
 * and ten thousand runs would hold.
 */
class OpenRun implements Run {
  readonly id: string;
  readonly firstPlace: Run['firstPlace'];
  opened: Run['opened'] = undefined;
  isStrict = false;
  isClosedObjects = false;
  maxIterations: number | undefined = undefined;
  readonly critiques: Run['critiques'] = new LateMap();
  records: Run['records'] = undefined;
  readonly calls: Run['calls'] = new Map();
  readonly answers: Run['answers'] = new LateMap();
  readonly answered: Run['answered'] = [];
  readonly kept: Run['kept'] = new LateMap();
  readonly closedCalls: Run['closedCalls'] = new Set();
  readonly shown: Run['shown'] = new LateMap();
  readonly chains: Run['chains'] = new LateMap();
  readonly pastChains: Run['pastChains'] = [];
  readonly waiting: Run['waiting'] = new LateMap();
  readonly failing: Run['failing'] = new LateMap();
  readonly lastFailing: Run['lastFailing'] = new LateMap();
  readonly lastStopped: Run['lastStopped'] = new LateMap();
  readonly wrongRoutes: Run['wrongRoutes'] = new LateMap();
  readonly criticised: Run['criticised'] = new LateMap();
  hasStopped = false;
  readonly exceeded: Run['exceeded'] = new LateMap();
  readonly looseGates: Run['looseGates'] = new LateMap();
  readonly looseAuthorizations: Run['looseAuthorizations'] = new LateMap();
  isAfterEnd = false;
  isResumed = false;
  isSuspended = false;
  unnamed = 0;
  readonly unnamedCalls: Run['unnamedCalls'] = new LateMap();
  hasProposals = false;
  lastSeq: number | undefined = undefined;
  lastSeqLine = 0;
  lastTime: string | undefined = undefined;
  lastTimeLine = 0;
  lastRecord: Run['lastRecord'] = undefined;
  // few runs have effects or plans: these are made when they are asked for
  #effects: RunEffects | undefined;
  #delivery: RunDelivery | undefined;

  constructor(id: string, { line, column, offset }: Run['firstPlace']) {
    this.id = id;
    this.firstPlace = { line, column, offset };
  }

  get effects(): RunEffects {
    this.#effects ??= openEffects();
    return this.#effects;
  }

  get delivery(): RunDelivery {
    this.#delivery ??= openDelivery();
    return this.#delivery;
  }

  get made(): Run['made'] {
    return { effects: this.#effects, delivery: this.#delivery };
  }
}

export const openRun = (id: string, place: Run['firstPlace']): Run => new OpenRun(id, place);
