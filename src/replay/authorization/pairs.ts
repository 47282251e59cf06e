import { compareDigests, type Relation, relate } from '../digests.ts';
import type { Stage, Story } from '../story.ts';
import type { Authorization } from './authorize.ts';

/** Two stages of the way to the execution that should hold the same. */
export interface InputPair {
  readonly before: Stage;
  readonly after: Stage;
  /** That their digests differ is told already, of the authorisation between them: the values say in what. */
  readonly isFollowing?: true | undefined;
}

/**
 * An authorisation as it can be compared: it mostly names a digest alone, and what was recorded under the same digest before is what it is for.
 * What comes later says nothing of it, or the answer of today would be another one tomorrow.
 */
function viewOf({ stage, from }: Authorization): Stage {
  if (from === undefined) return stage;
  const digests = compareDigests(from.payload, stage.payload);
  const named = stage.tool === undefined && typeof digests === 'string' ? { server: from.server, tool: from.tool } : {};
  return { ...stage, ...named, value: stage.value ?? (digests === 'equal' ? from.value : undefined) };
}

const isKnown = ({ kind }: Relation): boolean => kind === 'same' || kind === 'values' || kind === 'apart';

/** One execution under an authorisation; beside it, where that leaves something open, what the execution should have been at all. */
function pairsUnder(authorization: Authorization, { before, after }: Ran): readonly InputPair[] {
  const { from } = authorization;
  const view = viewOf(authorization);
  const binding = from === undefined ? undefined : relate(from, view);
  const isBound = binding === undefined || isKnown(binding);
  const running = relate(view, after);
  // one note is enough for what can be compared with nothing
  const isOpen = isBound && after.payload.form !== 'absent' && (before === undefined || isKnown(relate(before, after)));
  const own = isKnown(running) || isOpen ? [{ before: view, after }] : [];
  if (before === undefined) return own;
  if (!isBound || !isKnown(running)) return [...own, { before, after }];
  return binding?.kind === 'apart' && running.kind === 'same' ? [...own, { before, after, isFollowing: true }] : own;
}

interface Ran {
  readonly before: Stage | undefined;
  readonly after: Stage;
}

const runsOf = ({ earlierRuns, ranFrom, executed }: Story): readonly Ran[] =>
  executed === undefined ? earlierRuns : [...earlierRuns, { before: ranFrom, after: executed }];

/** Proposed ↔ authorised ↔ executed (ledger.md §4); without an authorisation proposed ↔ executed. */
export function inputPairs(story: Story): readonly InputPair[] {
  const bindings = story.authorizations.flatMap((authorization) => {
    const { from } = authorization;
    return from === undefined ? [] : [{ before: from, after: viewOf(authorization) }];
  });
  // looked up, not searched: a hostile record may authorise and execute one call any number of times
  const under = new Map(story.authorizations.flatMap((authorization) => authorization.runs.map((run) => [run, authorization] as const)));
  const runs = runsOf(story).flatMap(({ before, after }) => {
    const authorization = under.get(after);
    if (authorization !== undefined) return pairsUnder(authorization, { before, after });
    return before === undefined ? [] : [{ before, after }];
  });
  return [...bindings, ...runs];
}
