import type { GivenWorkflow } from '../declare/declared.ts';
import { type Ask, type Lookup, openInForce } from '../declare/in-force.ts';
import type { Gates } from '../gates/gates.ts';
import type { Delta, GateAnswer, GateName, UncheckedReason } from '../model/delta.ts';
import type { Payload } from '../model/payload.ts';
import type { AgainstChange } from '../model/report/against.ts';
import type { Posture } from '../replay/judge.ts';
import { withheld } from '../replay/site.ts';
import type { Judgement, Story } from '../replay/story.ts';
import { type AgainstFold, type ExampleSource, openAgainstFold, type Weighed } from './against-fold.ts';
import { openContracts } from './contracts.ts';
import { judgePayload, judgeResult } from './judge-payload.ts';
import type { PartAgainst } from './part.ts';
import { readPayload } from './read.ts';

/** A declaration that is not shipped yet: every recorded value is put before it, too. */
export interface Against {
  weigh(story: Story, posture: Posture): void;
  rows(): readonly PartAgainst[];
}

export interface AgainstSettings extends ExampleSource {
  readonly candidate: GivenWorkflow;
  readonly gates: { readonly open: Gates; readonly closed: Gates };
}

interface Candidate {
  lookUp(ask: Ask): Lookup;
  readonly inForce: ReturnType<typeof openInForce>;
  readonly contracts: ReturnType<typeof openContracts>;
  readonly isClosedObjects: boolean | undefined;
  readonly fold: AgainstFold;
}

/** What the candidate says of a value; undefined: it does not declare the tool or step at all. */
type Opinion = GateAnswer | undefined;

/** The candidate is asked alone: nothing the record declares adds to it. What is wrong with its schemas makes values unchecked. */
export function openAgainst(settings: AgainstSettings): Against {
  const inForce = openInForce(
    settings.candidate,
    () => [],
    () => [],
  );
  const candidate: Candidate = {
    inForce,
    lookUp: (ask) => inForce.lookUp('', ask),
    contracts: openContracts({ given: settings.candidate, gates: settings.gates, recordOf: () => undefined, observe: () => undefined }),
    isClosedObjects: settings.candidate.isClosedObjects,
    fold: openAgainstFold(settings),
  };
  return {
    weigh(story, run) {
      const posture = { ...run, isClosedObjects: candidate.isClosedObjects ?? run.isClosedObjects };
      if (story.kind === 'answer') weighAnswer(candidate, story, posture);
      else weighCall(candidate, story, posture);
    },
    rows: candidate.fold.rows,
  };
}

/** The identity as it was recorded, then as the declaration in force spells it. */
function find(candidate: Candidate, story: Story, asked: Ask): Lookup {
  const found = candidate.lookUp(asked);
  if (found.kind === 'declared' || story.found?.kind !== 'declared') return found;
  const { server, name } = story.found.tool;
  const isOther = asked.tool !== story.tool && asked.tool !== name;
  const other = isOther ? found : candidate.lookUp({ ...asked, server, tool: name });
  return other.kind === 'declared' ? other : found;
}

function weighCall(candidate: Candidate, story: Story, posture: Posture): void {
  const proposal = story.rewritten[0] ?? story.input;
  if (proposal !== undefined && story.tool !== undefined) {
    const found = find(candidate, story, { server: story.server, tool: story.tool, step: story.step });
    tell(candidate, story, { judgement: proposal, found, opinion: opinionOfCall(candidate, story, { proposal, found, posture }) });
  }
  const ran = story.executed?.tool ?? story.tool;
  if (story.output === undefined || ran === undefined) return;
  const found = find(candidate, story, { server: story.executed?.server ?? story.server, tool: ran });
  tell(candidate, story, {
    judgement: story.output,
    found,
    opinion: opinionOfResult(candidate, story, { output: story.output, found, posture }),
  });
}

interface Proposal {
  readonly proposal: Judgement;
  readonly found: Lookup;
  readonly posture: Posture;
}

function opinionOfCall(candidate: Candidate, story: Story, { proposal, found, posture }: Proposal): Opinion {
  const { stage } = proposal;
  switch (found.kind) {
    case 'declared': {
      const payload = stage.name === 'proposed' ? stage.payload : withheld(stage.payload);
      const { answer } = judgePayload(candidate.contracts.ofTool(found.tool, 'input', posture), readPayload(payload, stage.record));
      return withOffer(answer, offerDelta(candidate, story, { proposal, name: found.tool.name }));
    }
    case 'undeclared':
      return story.isProviderRun ? undefined : { verdict: 'fail', deltas: [inventedUnder(story.tool ?? '')], notes: [] };
    case 'open':
      return undefined;
    case 'twofold':
      return { verdict: 'unchecked', reason: 'no-declaration', detail: 'the candidate declares it twice, and not alike', notes: [] };
    case 'ambiguous':
      return ambiguous(found.servers);
  }
}

const inventedUnder = (tool: string): Delta => ({
  kind: 'invented-tool',
  path: '',
  recorded: tool,
  detail: 'the candidate declares all there is, and not this tool',
});

function ambiguous(servers: readonly string[]): GateAnswer {
  const detail = `the candidate declares it for ${servers.join(' and ')}, and the call names no server`;
  return { verdict: 'unchecked', reason: 'no-declaration', detail, notes: [] };
}

/** A candidate that says which tools the step offers is asked; otherwise what was not offered then would not be now. */
function offerDelta(
  candidate: Candidate,
  story: Story,
  { proposal, name }: { readonly proposal: Judgement; readonly name: string },
): Delta | undefined {
  const offered = story.step === undefined ? undefined : candidate.inForce.step('', story.step)?.tools;
  if (offered === undefined) {
    const { answer } = proposal;
    return answer.verdict === 'fail' ? answer.deltas.find(({ kind }) => kind === 'tool-not-offered') : undefined;
  }
  if (offered.includes(name) || offered.includes(story.tool ?? name)) return undefined;
  return { kind: 'tool-not-offered', path: '', recorded: story.tool ?? name, declared: [...offered] };
}

function withOffer(answer: GateAnswer, delta: Delta | undefined): GateAnswer {
  if (delta === undefined) return answer;
  return { verdict: 'fail', deltas: answer.verdict === 'fail' ? [delta, ...answer.deltas] : [delta], notes: answer.notes };
}

interface Result {
  readonly output: Judgement;
  readonly found: Lookup;
  readonly posture: Posture;
}

function opinionOfResult(candidate: Candidate, story: Story, { output, found, posture }: Result): Opinion {
  if (found.kind === 'ambiguous') return ambiguous(found.servers);
  if (found.kind !== 'declared') return undefined;
  const { payload, record } = output.stage;
  const structured: Payload | undefined = payload.form === 'absent' ? undefined : payload;
  const isResult = output.stage.name === 'returned';
  const result = { record, structured, texts: undefined, canBeStructured: !isResult || story.canBeStructured };
  return judgeResult(candidate.contracts.ofTool(found.tool, 'output', posture), found.tool, result).answer;
}

/** An answer belongs to its step, or to the contract that was sent for it under a name. Free text belongs to neither. */
function weighAnswer(candidate: Candidate, story: Story, posture: Posture): void {
  const name = story.answerName ?? story.step;
  const { output } = story;
  if (output === undefined || name === undefined) return;
  const declared = candidate.inForce.step('', name);
  const schema = declared?.outputSchema;
  const isDeclared = declared !== undefined && schema !== undefined;
  const contract = isDeclared
    ? candidate.contracts.ofAnswer({ schema, pointer: declared.outputPointer, name, declaration: declared }, posture)
    : undefined;
  const opinion = contract && judgePayload(contract, readPayload(withheld(output.stage.payload), output.stage.record)).answer;
  candidate.fold.add(weighed(story, { gate: 'output', step: name }, output, opinion));
}

interface Told {
  readonly judgement: Judgement;
  readonly found: Lookup;
  readonly opinion: Opinion;
}

function tell(candidate: Candidate, story: Story, { judgement, found, opinion }: Told): void {
  const inForce = story.found?.kind === 'declared' ? story.found.tool : undefined;
  const tool = found.kind === 'declared' ? found.tool : inForce;
  const named = { gate: judgement.gate, server: tool === undefined ? story.server : tool.server, tool: tool?.name ?? story.tool };
  candidate.fold.add(weighed(story, named, judgement, opinion));
}

interface Named {
  readonly gate: GateName;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly step?: string | undefined;
}

function weighed(story: Story, named: Named, judgement: Judgement, opinion: Opinion): Weighed {
  return { ...named, story, judgement, ...verdictOf(judgement.answer, opinion) };
}

interface Verdict {
  readonly change: AgainstChange;
  readonly reason?: UncheckedReason | undefined;
  /** What the candidate has against a value it would newly reject; what stands against one it would newly accept. */
  readonly deltas?: readonly Delta[];
}

/** Where nothing is declared in force, nothing in force rejects: a value that the candidate rejects is newly rejected. */
function verdictOf(inForce: GateAnswer, opinion: Opinion): Verdict {
  if (opinion === undefined) return { change: 'not_in_candidate' };
  if (opinion.verdict === 'unchecked') return { change: 'unchecked', reason: opinion.reason };
  if (inForce.verdict === 'unchecked' && inForce.reason !== 'no-declaration') return { change: 'unchecked', reason: inForce.reason };
  const [wasRejected, isRejected] = [inForce.verdict === 'fail', opinion.verdict === 'fail'];
  if (wasRejected === isRejected) return { change: 'same' };
  if (opinion.verdict === 'fail') return { change: 'newly_rejected', deltas: opinion.deltas };
  return { change: 'newly_accepted', deltas: inForce.verdict === 'fail' ? inForce.deltas : [] };
}
