import type { DeclarationDifference, StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { Continued, DeclarationsChanged, Declared, StepDeclared, Withdrawn } from '../model/event/declarations.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { type Conversations, openConversations } from './conversations.ts';
import type { GivenWorkflow } from './declared.ts';
import { type GivenIndex, indexGiven } from './given.ts';
import { type Ask, lookUpTool } from './look-up.ts';
import { openRepeated, type Repeated } from './repeated.ts';
import { announceChange, openScope, recordTools, type Scope, withdrawTool } from './scope.ts';
import { type DeclarationSummary, summarize } from './summary.ts';
import { type Version, versionAt } from './versions.ts';

/** What was in force for a call, or why nothing can be said. */
export type Lookup =
  | { readonly kind: 'declared'; readonly tool: ToolDeclaration; readonly source: 'record' | 'given' }
  /** The set is closed and the name is not in it: an invented tool. `known` is sorted by code unit. */
  | { readonly kind: 'undeclared'; readonly known: readonly string[] }
  /** Nothing, or not everything, is declared. */
  /** `isListed`: something was listed here, and the list is not known to be whole any more. */
  | { readonly kind: 'open'; readonly isListed: boolean }
  /** The name is declared twice in one list, or by what the user gave, and not alike. */
  | { readonly kind: 'twofold' }
  /** The call names no server, and several servers declare the name. */
  | { readonly kind: 'ambiguous'; readonly servers: readonly string[] };

/** What a record did to the declarations that were in force before it. */
export type DeclarationObservation =
  | {
      readonly kind: 'changed';
      readonly tool: ToolDeclaration;
      readonly before: ToolDeclaration;
      readonly isAnnounced: boolean;
      readonly differences: readonly DeclarationDifference[];
    }
  | { readonly kind: 'added' | 'removed'; readonly tool: ToolDeclaration; readonly isAnnounced: boolean }
  /** The record declares something else than the user gave; what the record says is in force. */
  | {
      readonly kind: 'mismatch';
      readonly tool: ToolDeclaration;
      readonly given: ToolDeclaration;
      readonly differences: readonly DeclarationDifference[];
    }
  /** A step is declared otherwise than before in its run, or than the user gave it. */
  | {
      readonly kind: 'step-changed' | 'step-mismatch';
      readonly step: StepDeclaration;
      readonly differences: readonly DeclarationDifference[];
    };

export type StepTerms = Pick<StepDeclaration, 'delivery' | 'maxBytes' | 'requires'>;

/** Compares two declarations of one tool; empty when they mean the same. */
export type CompareDeclarations = (before: ToolDeclaration, after: ToolDeclaration) => readonly DeclarationDifference[];

/** The same of two declarations of one step. */
export type CompareSteps = (before: StepDeclaration, after: StepDeclaration) => readonly DeclarationDifference[];

/**
 * The declarations of one input, asked record by record (ledger.md §1 and §2): what the record declares is in force
 * from there on, what the user gave fills gaps only.
 */
export interface InForce {
  apply(event: Declared | Continued | Withdrawn | DeclarationsChanged | StepDeclared): readonly DeclarationObservation[];
  /** A run begins: it goes by what is registered for all runs until now. A run that is not announced goes by the latest. */
  openRun(run: string): void;
  /** Forgets what was declared inside a run; registrations for all runs stay. */
  closeRun(run: string): void;
  lookUp(run: string, ask: Ask): Lookup;
  step(run: string, step: string): StepDeclaration | undefined;
  /** How the step's answer leaves and what it requires: each from the nearest declaration that says it, the record's before the user's. */
  terms(run: string, step: string): StepTerms;
  /** Whether a tool is declared in ways that no conversation ties together: asked of recordings of requests. */
  isUntold(): boolean;
  /** One row per server that the record declares tools or steps for, then one per given source. */
  summaries(): readonly DeclarationSummary[];
}

interface State {
  readonly given: GivenIndex;
  readonly catalogue: Catalogue;
  readonly compare: CompareDeclarations;
  readonly compareSteps: CompareSteps;
  /** Registrations without a run: in force for all later runs of the file. */
  readonly shared: Scope;
  readonly runs: Map<string, Scope>;
  readonly repeated: Repeated;
  readonly conversations: Conversations;
  /** Steps registered for all runs. */
  readonly steps: Map<string, Version<StepDeclaration>[]>;
  /** Registrations before each open run began. */
  readonly openedAt: Map<string, number>;
}

const none: readonly DeclarationObservation[] = [];

/** Opens the registry of one input. `compare` is `declarationDifferences`, and `compareSteps` `stepDifferences`, of the room delta. */
export function openInForce(given: GivenWorkflow | undefined, compare: CompareDeclarations, compareSteps: CompareSteps): InForce {
  const conversations = openConversations(compare);
  const state: State = {
    given: indexGiven(given),
    catalogue: openCatalogue(),
    compare,
    compareSteps,
    shared: openScope(),
    runs: new Map(),
    repeated: openRepeated(conversations.learn),
    conversations,
    steps: new Map(),
    openedAt: new Map(),
  };
  const at = (run: string): number => state.openedAt.get(run) ?? Number.POSITIVE_INFINITY;
  const registered = (run: string, step: string): StepDeclaration | undefined => versionAt(state.steps.get(step) ?? [], at(run));
  return {
    apply: (event) => apply(state, event),
    openRun: (run) => void state.openedAt.set(run, state.shared.registrations),
    closeRun(run) {
      state.runs.delete(run);
      state.openedAt.delete(run);
    },
    lookUp(run, ask) {
      const sight = { run: state.runs.get(run), shared: state.shared, at: at(run), given: state.given };
      return lookUpTool({ ...sight, step: (step) => registered(run, step) }, ask);
    },
    step(run, step) {
      const [declared, given] = [state.runs.get(run)?.steps.get(step) ?? registered(run, step), state.given.steps.get(step)];
      const isWhole = declared?.outputSchema !== undefined && declared.tools !== undefined;
      return declared === undefined ? given : isWhole ? declared : filled(declared, given);
    },
    terms: (run, step) => termsOf([state.runs.get(run)?.steps.get(step), registered(run, step), state.given.steps.get(step)]),
    isUntold: () => conversations.isUntold(),
    summaries: () => summarize(state.catalogue, given),
  };
}

/** What the user gave fills gaps: a record that declares a step's schema and is silent about its delivery leaves one. */
function termsOf(declarations: readonly (StepDeclaration | undefined)[]): StepTerms {
  return {
    delivery: declarations.find((declared) => declared?.delivery !== undefined)?.delivery,
    maxBytes: declarations.find((declared) => declared?.maxBytes !== undefined)?.maxBytes,
    requires: declarations.find((declared) => declared?.requires !== undefined)?.requires,
  };
}

function apply(
  state: State,
  event: Declared | Continued | Withdrawn | DeclarationsChanged | StepDeclared,
): readonly DeclarationObservation[] {
  switch (event.kind) {
    case 'declared':
      return declare(state, event);
    case 'continued':
      return state.conversations.follow(event, state.runs);
    case 'withdrawn':
      return withdrawTool(scopeOf(state, event), event.isForAllRuns === true ? undefined : state.shared, event);
    case 'declarations-changed':
      announceChange(scopeOf(state, event), state.shared, event.server);
      state.catalogue.reopen(event.server);
      return none;
    case 'step-declared':
      return declareStep(state, event);
  }
}

function declare(state: State, event: Declared): readonly DeclarationObservation[] {
  const begun = event.isForAllRuns === true || state.runs.has(event.run) ? undefined : state.repeated.begin(state, event);
  if (begun !== undefined) state.runs.set(event.run, begun.scope);
  const observed = begun === undefined ? recordTools({ ...state, scope: scopeOf(state, event) }, event) : begun.observed;
  return event.isCopy === true ? none : observed;
}

function declareStep(state: State, event: StepDeclared): readonly DeclarationObservation[] {
  const { declaration } = event;
  const isForAll = event.isForAllRuns === true;
  const before = isForAll ? undefined : scopeOf(state, event).steps.get(declaration.step);
  if (isForAll) registerStep(state, declaration);
  else scopeOf(state, event).steps.set(declaration.step, declaration);
  state.catalogue.countStep(declaration);
  return [
    ...stepObservation(state, 'step-changed', { before, after: declaration }),
    ...stepObservation(state, 'step-mismatch', { before: state.given.steps.get(declaration.step), after: declaration }),
  ];
}

/** What one of the two leaves out is said by the other: only what both say can differ. */
function stepObservation(
  { compareSteps }: State,
  kind: 'step-changed' | 'step-mismatch',
  { before, after }: { readonly before: StepDeclaration | undefined; readonly after: StepDeclaration },
): readonly DeclarationObservation[] {
  if (before === undefined) return none;
  const differences = compareSteps(filled(before, after), filled(after, before));
  return differences.length === 0 ? none : [{ kind, step: after, differences }];
}

/** A declaration with what it leaves out as another one says it. */
function filled(step: StepDeclaration, by: StepDeclaration | undefined): StepDeclaration {
  if (by === undefined) return step;
  const isOwn = step.outputSchema !== undefined;
  return {
    step: step.step,
    outputSchema: step.outputSchema ?? by.outputSchema,
    outputPointer: isOwn ? step.outputPointer : by.outputPointer,
    tools: step.tools ?? by.tools,
    delivery: step.delivery ?? by.delivery,
    maxBytes: step.maxBytes ?? by.maxBytes,
    requires: step.requires ?? by.requires,
  };
}

function registerStep({ steps, shared }: State, declaration: StepDeclaration): void {
  const versions = steps.get(declaration.step) ?? [];
  versions.push({ since: ++shared.registrations, value: declaration });
  steps.set(declaration.step, versions);
}

function scopeOf(state: State, event: { readonly run: string; readonly isForAllRuns?: boolean | undefined }): Scope {
  if (event.isForAllRuns === true) return state.shared;
  const known = state.runs.get(event.run);
  const scope = known === undefined ? openScope() : state.repeated.own(known);
  state.runs.set(event.run, scope);
  return scope;
}

export type { Ask, DeclarationSummary };
