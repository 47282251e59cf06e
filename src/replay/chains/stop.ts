import { equalityKey } from '../../json/equal.ts';
import { hashText } from '../../text/hash.ts';
import type { Context } from '../context.ts';
import { critiqueKey, noteStopped } from '../critiques.ts';
import { isFaulty } from '../protocol.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import type { Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import type { Chain } from './chain.ts';
import { finish } from './end.ts';
import { isNumbered, keyOf } from './key.ts';

/** Chains of one key that wait for a next attempt; a hostile record may stop any number and never try again. */
const waitingLimit = 100;

function openChain(run: Run, story: Story): Chain {
  const { line, column, offset } = (story.proposed ?? story.executed ?? story.returned)?.record ?? run.firstPlace;
  return {
    key: keyOf(story),
    from: {
      run: run.id,
      step: story.step,
      instance: story.instance,
      agent: story.agent,
      server: story.server,
      tool: story.tool,
    },
    place: { line, column, offset },
    isNumbered: isNumbered(story),
    lastStopped: undefined,
    lastBegun: story.attempt ?? 0,
    stops: 0,
    faults: 0,
    members: 0,
    settled: 0,
    critiquesBefore: run.critiques.get(critiqueKey(story)) ?? 0,
    isTerminal: false,
    tried: [],
    length: 0,
    numbers: new Set(),
    stopped: [],
    lastArguments: undefined,
    stoppedInRow: 0,
    isExceeded: false,
  };
}

/** Something else of the same numbered attempt was stopped already: one attempt, one chain. */
function chainOfSibling(run: Run, story: Story): Chain | undefined {
  const chain = isNumbered(story) ? run.chains.get(keyOf(story))?.[0] : undefined;
  return chain !== undefined && (story.attempt ?? 0) >= (chain.lastStopped ?? 0) ? chain : undefined;
}

/** A deviation was stopped, or the host refused: a further attempt may follow. */
export function stopAttempt(context: Context, run: Run, story: Story): void {
  if (story.isStopped) return;
  story.isStopped = true;
  run.hasStopped = true;
  noteStopped(run, story);
  story.stoppedAt = context.clock.now;
  if (story.chain === undefined) {
    // outside of steps a chain is all that critiques can be counted for
    if (story.step === undefined) run.critiques.delete(critiqueKey(story));
    story.chain = chainOfSibling(run, story) ?? openChain(run, story);
    story.chain.members++;
  }
  const { chain, kind, tool, attempt, recovery } = story;
  const isSibling = chain.isNumbered && attempt === chain.lastStopped;
  chain.lastBegun = Math.max(chain.lastBegun, attempt ?? 0);
  if (!chain.isNumbered || (attempt ?? 0) > (chain.lastStopped ?? 0)) {
    chain.stops++;
    if (isFaulty(story)) chain.faults++;
  }
  chain.lastStopped = Math.max(chain.lastStopped ?? 0, attempt ?? 0);
  story.stopped = { kind, tool, attempt, at: context.clock.now, deviations: 0, recovery };
  chain.stopped.push(story.stopped);
  if (!isSibling) watchRepeats(context, chain, story);
  wait(context, run, chain);
}

function wait(context: Context, run: Run, chain: Chain): void {
  const waiting = run.chains.get(chain.key);
  if (waiting === undefined) {
    run.chains.set(chain.key, [chain]);
    return;
  }
  if (waiting.includes(chain)) return;
  waiting.push(chain);
  if (waiting.length <= waitingLimit) return;
  const oldest = waiting.shift();
  if (oldest !== undefined) finish(context, run, oldest, 'abandoned');
}

/** The same invalid call again, or a third one in a row that was stopped: nobody learns from the refusals. */
function watchRepeats(context: Context, chain: Chain, story: Story): void {
  if (story.kind !== 'call' || story.proposed === undefined) return;
  const { value, record, payload } = story.proposed;
  const said = payload.form === 'text' ? payload.text : value === undefined ? undefined : equalityKey(value);
  const digest = said === undefined ? undefined : `${story.tool ?? ''} ${said.length} ${hashText(said)}`;
  const isSame = digest !== undefined && digest === chain.lastArguments;
  chain.lastArguments = digest;
  chain.stoppedInRow++;
  if (!isSame && chain.stoppedInRow !== 3) return;
  context.observe({
    kind: 'repeated-call',
    site: eventSite(record),
    subject: subjectOf(story),
    count: chain.stoppedInRow,
    isIdentical: isSame,
  });
}
