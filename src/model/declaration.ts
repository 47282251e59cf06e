import type { JsonValue } from './json.ts';

/** What stands against applying a schema honestly, or what it promises less than its reader thinks. */
export const declarationFaults = [
  'invalid-schema',
  'unresolved-ref',
  'external-ref',
  'ref-loop',
  'unsupported-dialect',
  'foreign-pattern',
  'unsafe-pattern',
  'name-collision',
  'step-strictness',
  'open-object',
  'untyped-field',
  'unchecked-format',
  'unknown-keyword',
  'foreign-keyword',
  'confusable-name',
  'authorization-like',
  'rounded-number',
] as const;
export type DeclarationFault = (typeof declarationFaults)[number];

/** A remark about a declaration, with its place in the schema. */
export interface DeclarationProblem {
  readonly fault: DeclarationFault;
  /** JSON Pointer into the schema. */
  readonly pointer: string;
  readonly detail: string;
  /** The offending text: the reference, the pattern, the keyword. */
  readonly recorded?: JsonValue;
  /** True when no honest verdict is possible under this schema. */
  readonly isBlocking: boolean;
}

export type DialectName = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

/** A tool as its owner declared it. */
export interface ToolDeclaration {
  /** Undefined when the source names no server. */
  readonly server?: string | undefined;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Hints of a server about its own tool (MCP): never trusted, and part of what was declared. */
  readonly annotations?: JsonValue | undefined;
  /** Absent: nothing is declared for the arguments (a provider-run tool). */
  readonly inputSchema?: JsonValue | undefined;
  readonly outputSchema?: JsonValue | undefined;
  /** JSON Pointers, in the declaring record or file, of the two schemas. */
  readonly inputPointer: string;
  readonly outputPointer: string;
  /** The dialect the source prescribes where the schema itself names none, and why. */
  readonly dialect?: { readonly name: DialectName; readonly because: string } | undefined;
  /** Schemas written in a provider's own notation (`OBJECT`, `nullable`) that is converted with the original shown. */
  readonly notation?: 'json-schema' | 'openapi-subset' | undefined;
  /**
   * The provider's strict contract (`strict: true`): every property is required, and an optional one is written as one that may be null, so
   * that null there says what leaving it out says elsewhere.
   */
  readonly isStrict?: boolean | undefined;
  /** Whether a step may only be fed objects (MCP before 2026-07-28 for structured output). */
  readonly outputMustBeObject?: boolean | undefined;
}

/** The contract of a step's answer. */
export interface StepDeclaration {
  readonly step: string;
  readonly outputSchema?: JsonValue | undefined;
  readonly outputPointer: string;
  /** Names of the tools offered in this step. Absent: all declared ones. */
  readonly tools?: readonly string[] | undefined;
  /** How the step's answer leaves: whole and only after its gate, or piece by piece. */
  readonly delivery?: 'validated-document' | 'stream' | undefined;
  /** UTF-8 bytes that may leave for one answer: a document, or its parts together. */
  readonly maxBytes?: number | undefined;
  /** Capabilities that whoever answers must have, and those that are preferred. */
  readonly requires?: { readonly mandatory: readonly string[]; readonly preferred: readonly string[] } | undefined;
}

/** What a tool of a workflow does to the world, and which tool undoes it. */
export interface ToolEffect {
  readonly server?: string | undefined;
  readonly tool: string;
  /** Absent: it has an effect, and nothing is declared to undo it. */
  readonly compensateWith?: string | undefined;
  /** The server of `compensateWith`, where the list that declares the effect holds that tool too. */
  readonly compensateServer?: string | undefined;
}

/** Whom a change of a declaration hurts. `description`: words only, which is what a poisoned declaration changes. */
export const declarationEffects = ['compatible', 'breaking-for-callers', 'breaking-for-readers', 'undecidable', 'description'] as const;
export type DeclarationEffect = (typeof declarationEffects)[number];

/** One difference between two declarations of a tool. */
export interface DeclarationDifference {
  /** JSON Pointer into the Tool object: `/inputSchema/properties/amount`, `/description`. */
  readonly pointer: string;
  /** In words. */
  readonly what: string;
  readonly effect: DeclarationEffect;
  /** What stood there before, and what stands there now; absent: nothing did or does, or no single value shows it. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}
