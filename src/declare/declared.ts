import type { StepDeclaration, ToolDeclaration, ToolEffect } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';

/** One file of declarations given by the user, read. */
export interface GivenDeclarations {
  /** The path as the user wrote it. */
  readonly source: string;
  readonly sha256: string;
  readonly tools: readonly ToolDeclaration[];
  readonly steps: readonly StepDeclaration[];
  readonly scope: 'closed' | 'open';
  /** What a reader of the file should know and what refuses nothing. */
  readonly remarks?: readonly DeclarationRemark[];
}

/**
 * `name-collision`: a second tool of one server under one name, of which the first counts. `unread-entry`: a list entry
 * that names no tool of the user's: a hosted tool, a cache point.
 */
export type DeclarationRemark =
  | { readonly kind: 'name-collision'; readonly pointer: string; readonly name: string; readonly server: string | undefined }
  | { readonly kind: 'unread-entry'; readonly pointer: string };

/**
 * A tool whose arguments carry the calls that are really meant, by a rule the user declared. All members but the names are JSON Pointers:
 * `each` into the arguments of the wrapper, to a list of calls; the others into the arguments, or into an item of that list.
 */
export interface CallWrapper {
  /** The wrapper as the record spells it. */
  readonly tool: string;
  readonly each?: string | undefined;
  readonly server?: string | undefined;
  readonly name: string;
  /** What stands before the tool's own name there; a name without it is not unwrapped. */
  readonly strip?: string | undefined;
  readonly arguments: string;
}

/** A workflow file by its path, and by the workflow that it says it is of. */
export interface WorkflowFile {
  readonly source: string;
  readonly name: string | undefined;
}

/** Everything `--declare` brought: the workflow file's settings and all tools and steps. */
export interface GivenWorkflow {
  readonly sources: readonly GivenDeclarations[];
  /** Prefix rules such as `mcp__{server}__{tool}`: how a host spells a server's tool. */
  readonly strip: readonly string[];
  /** Wrapper tools, each by its one rule. */
  readonly wrappers?: readonly CallWrapper[] | undefined;
  /** Tools with an effect. Absent or empty: what effects leave behind is not asked. */
  readonly effects?: readonly ToolEffect[] | undefined;
  readonly isStrict?: boolean | undefined;
  readonly maxIterations?: number | undefined;
  readonly isClosedObjects?: boolean | undefined;
  /** The workflow files among what was given: lists of tools have none of these settings. */
  readonly workflows?: readonly WorkflowFile[] | undefined;
  /** Steps that carry their own strict_mode (a declaration error), by id. */
  readonly stepsWithOwnStrictness: readonly string[];
}

/** What is wrong with a given declaration file, for a person; exit code 2. */
export interface DeclarationRefusal {
  readonly source: string;
  /** `line:column` where it is known. */
  readonly place?: string | undefined;
  readonly detail: string;
  /** True for a file that was read and declares nothing that is known here. */
  readonly isUnknown?: boolean | undefined;
}

export type ReadDeclarations =
  | { readonly ok: true; readonly workflow: GivenWorkflow }
  | { readonly ok: false; readonly refusal: DeclarationRefusal };

/** Reads a file the declarations name, relative to the file that names it. The only door of this room. */
export type Resolve = (
  path: string,
) => Promise<
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'directory'; readonly names: readonly string[] }
  | { readonly kind: 'missing'; readonly reason: string }
>;

/** A single schema chosen on the command line (`--schema`). */
export interface GivenSchema {
  readonly source: string;
  readonly schema: JsonValue;
}
