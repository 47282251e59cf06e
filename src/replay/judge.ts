import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { GateAnswer } from '../model/delta.ts';
import type { Returned } from '../model/event/calls.ts';
import type { Continued, DeclarationsChanged, Declared, StepDeclared, Withdrawn } from '../model/event/declarations.ts';
import type { JsonValue } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';
import type { Story } from './story.ts';

export type DeclaringEvent = Declared | Continued | Withdrawn | DeclarationsChanged | StepDeclared;

/** Who a name means, by what was in force at that record. */
export type Found =
  | { readonly kind: 'declared'; readonly tool: ToolDeclaration }
  /** Outside a closed set: an invented tool. `known` are the names of the set. */
  | { readonly kind: 'undeclared'; readonly known: readonly string[] }
  /** `isListed`: something was listed here, and the list is not known to be whole any more. */
  | { readonly kind: 'open'; readonly isListed: boolean }
  | { readonly kind: 'ambiguous'; readonly servers: readonly string[] }
  /** Declared twice in one place, and not alike. */
  | { readonly kind: 'twofold' };

/** A payload put through a gate. */
export interface Judged {
  readonly answer: GateAnswer;
  /** The value read, when there was one to read: what later stages are compared with. */
  readonly value: JsonValue | undefined;
  /** For answers: the highest of the three promises that the text kept before its schema was asked. */
  readonly promise: 'none' | 'json-looking' | 'json';
}

/** The run's own settings that a judgement depends on. */
export interface Posture {
  readonly run: string;
  readonly isClosedObjects: boolean;
}

/** What the replay machine asks of the rooms before it: declarations in force and the two gates. */
export interface Judge {
  declare(event: DeclaringEvent): void;
  find(
    run: string,
    ask: {
      readonly server: string | undefined;
      readonly tool: string;
      readonly step?: string | undefined;
      readonly wrapper?: string | undefined;
    },
  ): Found;
  step(run: string, step: string): StepDeclaration | undefined;
  /** How a step's answer leaves and what it requires, as far as anybody declared it. */
  terms(run: string, step: string): Pick<StepDeclaration, 'delivery' | 'maxBytes' | 'requires'>;
  input(tool: ToolDeclaration, payload: Payload, at: { readonly record: SourceRecord; readonly posture: Posture }): Judged;
  /** The structured result of a success, by the declaration of the tool that ran. */
  result(tool: ToolDeclaration, event: Returned, posture: Posture): Judged;
  /** What a step answers or commits, by the contract sent with the request or the step's declaration. */
  answer(contract: AnswerContract, payload: Payload, at: { readonly record: SourceRecord; readonly posture: Posture }): Judged;
  /** A payload for which no declaration was found: its text is still read, and a text that is no JSON still fails. */
  bare(payload: Payload, record: SourceRecord): Judged;
  /** A run begins: registrations for all later runs that come after this are none of its. */
  openRun(run: string): void;
  closeRun(run: string): void;
  /** Puts a story that is over before a declaration that is not in force, where one is given: what if it were? */
  weigh?(story: Story, posture: Posture): void;
}

export interface AnswerContract {
  readonly schema: JsonValue | undefined;
  readonly pointer: string;
  readonly name: string;
  readonly notation?: ToolDeclaration['notation'];
  /** The step that declares it; undefined for a contract sent with a request. */
  readonly declaration?: StepDeclaration | undefined;
  /** Where the contract itself stands, when the record declares it. */
  readonly record?: SourceRecord | undefined;
  /** The run that declares it; empty for a registration for all runs. */
  readonly run?: string | undefined;
}
