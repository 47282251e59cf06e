import type { StepDeclaration, ToolDeclaration } from '../declaration.ts';
import type { JsonValue } from '../json.ts';
import type { EventBase } from './base.ts';

/** A digest that a declaration gives of itself: SHA-256 of the RFC 8785 form of what stands at `subject`. */
export interface DeclaredDigest {
  readonly sha256: string;
  readonly pointer: string;
  /** Undefined: it is not there. */
  readonly value: JsonValue | undefined;
  /** JSON Pointer to the value. */
  readonly subject: string;
  readonly isRedacted: boolean;
}

/** Declarations that are in force from this record on. */
export interface Declared extends EventBase {
  readonly kind: 'declared';
  /** Of the tool, where the record gives one. */
  readonly digest?: DeclaredDigest | undefined;
  readonly tools: readonly ToolDeclaration[];
  /**
   * `add`: joins what is in force. `replace`: a whole list of one server starts anew (first page). `extend`: a further page of it.
   */
  readonly mode: 'add' | 'replace' | 'extend';
  /** True once the record shows the list to be whole. */
  readonly isWhole: boolean;
  readonly server?: string | undefined;
  /** True when the run is absent: in force for all later runs of the file. */
  readonly isForAllRuns?: boolean | undefined;
  /** Declared in the run of its own request already: put in force in this run too, where it is no news. */
  readonly isCopy?: true | undefined;
}

/** A request goes on from the one of an earlier run: what both declare is compared. */
export interface Continued extends EventBase {
  readonly kind: 'continued';
  readonly from: string;
}

export interface Withdrawn extends EventBase {
  readonly kind: 'withdrawn';
  readonly server?: string | undefined;
  readonly tool: string;
  /** True when the run is absent: withdrawn for all later runs of the file. */
  readonly isForAllRuns?: boolean | undefined;
}

/** The source announces that its list changed: until it is listed again the set is open. */
export interface DeclarationsChanged extends EventBase {
  readonly kind: 'declarations-changed';
  readonly server?: string | undefined;
}

export interface StepDeclared extends EventBase {
  readonly kind: 'step-declared';
  /** Of the output schema, where the record gives one. */
  readonly digest?: DeclaredDigest | undefined;
  readonly declaration: StepDeclaration;
  readonly isForAllRuns?: boolean | undefined;
  /** A step that carries its own strict_mode. */
  readonly hasOwnStrictness?: boolean | undefined;
}
