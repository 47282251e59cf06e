import type { Carry } from '../model/carry.ts';
import type { RunOpened } from '../model/event/runs.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Reader } from '../readers/reader.ts';
import { hashText } from '../text/hash.ts';
import type { RunFacts } from './collector.ts';
import type { PartInput } from './part.ts';

/** Part `index` of `count`. A part owns the runs (or files) whose hash falls to it. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/** What a source that could carry everything turns out to carry. */
const seenBy: Readonly<Partial<Record<LedgerEvent['kind'], Carry>>> = {
  'gate-checked': 'gates',
  executed: 'executions',
  committed: 'commits',
  released: 'commits',
  'attempt-failed': 'failures',
};

/** Workflows of one file that are remembered by name. */
const workflowLimit = 1_000;

/** The runs of one input: which belong to this part, and how each is to be judged. */
export interface OwnRuns {
  setOwner(reader: Reader): void;
  readonly isOwn: (run: string) => boolean;
  readonly ownsFile: boolean;
  factsOf(run: string): RunFacts;
  forget(run: string): void;
  open(event: RunOpened): void;
  see(event: LedgerEvent): void;
  summary(): Pick<PartInput, 'seen' | 'workflows' | 'firstStrict' | 'firstRun'>;
}

export function openOwnRuns(isStrictByDefault: boolean, share: Share, file: string): OwnRuns {
  const facts = new Map<string, RunFacts>();
  const fallback: RunFacts = { isStrict: isStrictByDefault, records: undefined };
  const ownsFile = hashText(file) % share.count === share.index;
  const seen = new Set<Carry>();
  const workflows = new Set<string>();
  const strictRuns = new Set<number>();
  let owns: Reader['owns'] = 'file';
  let firstStrict: PartInput['firstStrict'];
  let firstRun: PartInput['firstRun'];
  const isOwn = (run: string): boolean => share.count === 1 || (owns === 'run' ? hashText(run) % share.count === share.index : ownsFile);
  return {
    setOwner(reader) {
      owns = reader.owns;
    },
    isOwn,
    ownsFile,
    factsOf: (run) => facts.get(run) ?? fallback,
    forget: (run) => void facts.delete(run),
    open(event) {
      for (const word of event.records ?? []) seen.add(word);
      if (event.workflow !== undefined && workflows.size < workflowLimit) workflows.add(event.workflow);
      // opened again it sheds nothing of what it declared before
      const hash = hashText(event.run);
      const isStrict = strictRuns.has(hash) || (event.isStrict ?? fallback.isStrict);
      if (isStrict) strictRuns.add(hash);
      if (isOwn(event.run)) facts.set(event.run, { isStrict, records: event.records });
      const at = { offset: event.record.offset, run: event.run };
      firstRun ??= at;
      if (isStrict) firstStrict ??= at;
    },
    see(event) {
      if (event.kind === 'gate-checked' && event.by === 'host') return;
      const word = seenBy[event.kind];
      if (word !== undefined) seen.add(word);
    },
    summary: () => ({ seen: [...seen], workflows: [...workflows], firstStrict, firstRun }),
  };
}
