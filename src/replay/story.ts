import type { ToolDeclaration } from '../model/declaration.ts';
import type { GateAnswer, GateName } from '../model/delta.ts';
import type { Outcome, RecordedDelta, Returned } from '../model/event/calls.ts';
import type { AttemptFailed } from '../model/event/failures.ts';
import type { StageName } from '../model/finding.ts';
import type { JsonValue } from '../model/json.ts';
import type { Recovery, Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';
import { hashText } from '../text/hash.ts';
import type { Authorization } from './authorization/authorize.ts';
import type { Chain, Stopped } from './chains/chain.ts';
import type { Found } from './judge.ts';

/** One recorded stage in the life of a call or an answer. */
export interface Stage {
  readonly name: StageName;
  readonly record: SourceRecord;
  readonly payload: Payload;
  /** The value read from the payload; undefined when there is none to compare. */
  readonly value: JsonValue | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly toolPointer?: string | undefined;
  /** Who saw it: one execution may be recorded by several. */
  readonly by?: string | undefined;
  /** It was tried, and may have failed before it ran. */
  readonly isTried?: true | undefined;
}

export const stageOf = (
  name: Stage['name'],
  event: { readonly record: Stage['record']; readonly payload: Payload },
  value: Stage['value'],
): Stage => ({
  name,
  record: event.record,
  payload: event.payload,
  value,
});

/** A gate's verdict as the record holds it, beside the one recomputed at that moment. */
export interface RecordedGate {
  readonly gate: GateName;
  /** `host`: said in a result's own words, by a source that need not record gates. */
  readonly by: 'gate' | 'host';
  /** The call it names. */
  readonly call: string | undefined;
  readonly record: SourceRecord;
  readonly verdict: string;
  readonly delta: readonly RecordedDelta[] | undefined;
  /** The schema the gate says it judged by. */
  readonly schemaSha256: string | undefined;
  /** The digest of what it says it judged, where that is not what stood before it. */
  readonly otherSubject: string | undefined;
  /** What we say of the value that stood before the gate then; undefined: the value comes later in the record. */
  readonly judged: Judgement | undefined;
  /** What was in force when it was asked, and what the value is by that; undefined: what the call was proposed under. */
  readonly late?: LateAnswer | undefined;
}

/** The answer of a gate by a declaration that was registered after the call was proposed. */
export interface LateAnswer {
  readonly tool: ToolDeclaration;
  readonly answer: GateAnswer;
}

/** A decision at the level of values as the record holds it; `by` where it is said. */
export interface RecordedDecision {
  readonly record: SourceRecord;
  readonly decision: string | undefined;
  readonly by: string | undefined;
}

/** A value put through a gate by us, and the stage that holds it. */
export interface Judgement {
  readonly gate: GateName;
  readonly stage: Stage;
  readonly answer: GateAnswer;
}

/**
 * The life of a call, or of an answer, as far as it is recorded (ledger.md §4). The one mutable thing of this room:
 * it lives from its first event to its last recordable one and is then turned into observations.
 */
export interface Story {
  readonly kind: 'call' | 'answer';
  readonly run: string;
  step: string | undefined;
  instance: string | undefined;
  attempt: number | undefined;
  call: string | undefined;
  agent: string | undefined;
  server: string | undefined;
  tool: string | undefined;
  found: Found | undefined;
  proposed: Stage | undefined;
  /** The last of proposed and amended: what the next stage must equal. */
  effective: Stage | undefined;
  /** Every authorisation that is recorded of it, and the one in force: an amendment leaves none in force. */
  readonly authorizations: Authorization[];
  authorization: Authorization | undefined;
  /** The first two stages of it whose digests differ. */
  digestsApart: Observation | undefined;
  executed: Stage | undefined;
  /** What had to run when it ran last, and the runs before it: each is compared with what it should have been. */
  ranFrom: Stage | undefined;
  readonly earlierRuns: { readonly before: Stage | undefined; readonly after: Stage }[];
  returned: Stage | undefined;
  committed: Stage | undefined;
  /** Commits and releases before the last ones, each with what it should have been. */
  readonly earlierHandings: { readonly before: Stage | undefined; readonly after: Stage }[];
  released: Stage | undefined;
  outcome: Outcome | undefined;
  /** The texts of the result, by which a copy of it is known. */
  texts: Returned['texts'];
  /** A print of them, where the texts themselves are not held any more. */
  textsPrint: number | undefined;
  /** It was settled before and taken up again: its verdicts are counted. */
  isCounted: boolean;
  /** Whether the source could have recorded a structured result. */
  canBeStructured: boolean;
  isProviderRun: boolean;
  /** Recomputed: the proposal (or the amended arguments), and the result or answer. */
  input: Judgement | undefined;
  output: Judgement | undefined;
  /** What an answer was judged by; a call's schemas stand with its tool. */
  answerSchema: JsonValue | undefined;
  /** The step, or the name of the contract that was sent with the request. */
  answerName: string | undefined;
  /** Proposals that failed and were rewritten before they could run. */
  readonly rewritten: Judgement[];
  readonly gates: RecordedGate[];
  /** Whether a gate has passed what stands now: an amendment takes the input gate's pass away. */
  readonly isPassed: Record<GateName, boolean>;
  /** It ran, or was committed, when no gate had passed it. */
  isUngatedExecution: boolean;
  isUngatedCommit: boolean;
  /** The answer to a declared probe. */
  isProbe: boolean;
  /** Words on the way to an answer: what is handed on of them owes what the answer does. */
  isInterim: boolean;
  /** It ran, and may have been answered, before any proposal of it. */
  isUnasked: boolean;
  /** A history showed it: the response that made it may still come. */
  isShown: boolean;
  /** The failure event that was recorded for it. */
  failure: AttemptFailed | undefined;
  readonly decisions: RecordedDecision[];
  /** The call whose effect this one undoes. */
  compensates: string | undefined;
  /** The attempts it belongs to, once one of them was stopped. */
  chain: Chain | undefined;
  /** A deviation of it was stopped, or its host refused it as invalid. */
  isStopped: boolean;
  /** When it began and when it was stopped, by the clock of the machine. */
  begun: number;
  stoppedAt: number | undefined;
  /** Its entry in the chain, once it was stopped. */
  stopped: Stopped | undefined;
  /** Filled in when the attempts after it are over; its findings are told before. */
  readonly recovery: Recovery;
  /** Its id already stood for a living call: what follows cannot be told to belong to the one or the other. */
  clash: Observation | undefined;
  /** The input ended before its run did: what is missing may still be recorded. */
  isOpenTail: boolean;
  readonly observations: Observation[];
}

export function openStory(kind: Story['kind'], from: Subject): Story {
  return {
    kind,
    run: from.run,
    step: from.step,
    instance: from.instance,
    attempt: from.attempt,
    call: from.call,
    agent: from.agent,
    server: from.server,
    tool: from.tool,
    found: undefined,
    proposed: undefined,
    effective: undefined,
    authorizations: [],
    authorization: undefined,
    digestsApart: undefined,
    executed: undefined,
    ranFrom: undefined,
    earlierRuns: [],
    returned: undefined,
    committed: undefined,
    earlierHandings: [],
    released: undefined,
    outcome: undefined,
    texts: undefined,
    textsPrint: undefined,
    isCounted: false,
    canBeStructured: false,
    isProviderRun: false,
    input: undefined,
    output: undefined,
    answerSchema: undefined,
    answerName: undefined,
    rewritten: [],
    gates: [],
    isPassed: { input: false, output: false },
    isUngatedExecution: false,
    isUngatedCommit: false,
    isProbe: false,
    isInterim: false,
    isUnasked: false,
    isShown: false,
    failure: undefined,
    decisions: [],
    compensates: undefined,
    chain: undefined,
    isStopped: false,
    begun: 0,
    stopped: undefined,
    recovery: { recoveredAt: undefined },
    stoppedAt: undefined,
    clash: undefined,
    isOpenTail: false,
    observations: [],
  };
}

/** The host refused the call as invalid, or knows no tool of that name. */
export const isRefusedByHost = (story: Story): boolean => story.gates.some(({ by, verdict }) => by === 'host' && verdict === 'fail');

/** A decision other than allow stands in the record: the call may have been stopped at the level of values. */
export const isUndecided = ({ decisions }: Story): boolean => decisions.length > 0 && decisions.at(-1)?.decision !== 'allow';

/** What is kept of the texts of a result, to know a copy of it. */
export const printOf = (texts: Returned['texts']): number | undefined =>
  texts === undefined ? undefined : hashText(texts.map(({ text, pointer }) => `${pointer} ${text.length} ${text}`).join('\n'));
