import type { ToolEffect } from '../../model/declaration.ts';
import type { Site } from '../../model/observation/base.ts';
import type { MadeEffect, Named, Undoing } from './effect.ts';

/** `compensation.*`: what the record says of an undoing beside the calls that do it. */
export interface ToldCompensation {
  readonly phase: 'started' | 'completed' | 'failed';
  readonly forCall: string;
  readonly site: Site;
  readonly offset: number;
}

/** What became of an effect. */
export interface Fate {
  readonly made: MadeEffect;
  /** The first call that undid it, itself valid. */
  undone: Undoing | undefined;
  /** A second one, which undid what was undone. */
  undoneAgain: Undoing | undefined;
  /** The last call that was meant to, and did not. */
  tried: Undoing | undefined;
  /** The last word of the record itself. */
  told: ToldCompensation | undefined;
  isBeingUndone: boolean;
}

/** Tools are matched by name, and by server where both sides know one. */
export const isUndoer = ({ compensateWith, compensateServer }: ToolEffect, { tool, server }: Named): boolean =>
  tool === compensateWith && (compensateServer === undefined || server === undefined || server === compensateServer);

type Step =
  | { readonly at: number; readonly made: MadeEffect }
  | { readonly at: number; readonly undoing: Undoing }
  | { readonly at: number; readonly told: ToldCompensation };

interface Followed {
  readonly fates: Fate[];
  /** By the id of the call that made it; of an id used again, the last. */
  readonly byCall: Map<string, Fate>;
  /** What is being undone, by the tool that undoes it: a call that names no effect belongs to the last begun of them. */
  readonly begun: Map<string, Fate[]>;
  /** Calls that turned out to undo something: their own effect is the undoing. */
  readonly used: Set<Undoing>;
}

export interface FollowedCalls {
  readonly made: readonly MadeEffect[];
  readonly undoings: readonly Undoing[];
  readonly told: readonly ToldCompensation[];
}

/** Effects in the order in which they were made, each with what became of it. */
export function fatesOf({ made, undoings, told }: FollowedCalls): readonly Fate[] {
  const steps: Step[] = [
    ...made.map((one) => ({ at: one.offset, made: one })),
    ...undoings.map((one) => ({ at: one.startedAt, undoing: one })),
    ...told.map((one) => ({ at: one.offset, told: one })),
  ];
  const followed: Followed = { fates: [], byCall: new Map(), begun: new Map(), used: new Set() };
  for (const step of steps.sort((a, b) => a.at - b.at)) {
    if ('made' in step) begin(followed, step.made);
    else if ('told' in step) tell(followed, step.told);
    else undo(followed, step.undoing);
  }
  return followed.fates.filter(({ made: { undoing } }) => undoing === undefined || !followed.used.has(undoing));
}

function begin({ fates, byCall }: Followed, made: MadeEffect): void {
  const fate: Fate = { made, undone: undefined, undoneAgain: undefined, tried: undefined, told: undefined, isBeingUndone: false };
  fates.push(fate);
  if (made.subject.call !== undefined) byCall.set(made.subject.call, fate);
}

function tell({ byCall, begun }: Followed, told: ToldCompensation): void {
  const fate = byCall.get(told.forCall);
  if (fate === undefined) return;
  fate.isBeingUndone = told.phase === 'started';
  if (told.phase !== 'started') {
    fate.told = told;
    return;
  }
  const tool = fate.made.effect.compensateWith;
  if (tool === undefined) return;
  const waiting = begun.get(tool);
  if (waiting === undefined) begun.set(tool, [fate]);
  else waiting.push(fate);
}

/** The record's last word is that it had failed after all. */
export const isTakenBack = ({ undone, told }: Fate): boolean =>
  undone !== undefined && told?.phase === 'failed' && told.offset > undone.offset;

function undo(followed: Followed, undoing: Undoing): void {
  const fate = undoing.forCall === undefined ? lastBegun(followed, undoing.named) : followed.byCall.get(undoing.forCall);
  if (fate === undefined) return;
  followed.used.add(undoing);
  const isDone = undoing.end === 'done' && !undoing.isDeviating && isUndoer(fate.made.effect, undoing.named);
  if (!isDone) fate.tried = undoing;
  // where the first one is said to have failed after all, the second is the one that did it
  else if (fate.undone === undefined || isTakenBack(fate)) fate.undone = undoing;
  else if (undoing.forCall !== undefined) fate.undoneAgain ??= undoing;
}

function lastBegun({ begun }: Followed, named: Named): Fate | undefined {
  const waiting = begun.get(named.tool) ?? [];
  let last = waiting.at(-1);
  while (last !== undefined && (!last.isBeingUndone || last.undone !== undefined)) {
    waiting.pop();
    last = waiting.at(-1);
  }
  return last !== undefined && isUndoer(last.made.effect, named) ? last : undefined;
}
