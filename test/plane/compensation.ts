import { liveCall } from './call.ts';
import { isRecord, type JsonRecord } from './event.ts';
import { type Effect, emit, type RunWriter, type Site, siteFields } from './run.ts';
import type { PlaneTool } from './world.ts';

/** Every effect that the run has made is undone, the last one first; each undoing is a call with a whole life of its own. */
export function compensate(writer: RunWriter, site: Site): void {
  const { world, effects } = writer;
  const offered = world.steps.find(({ id }) => id === site.step)?.tools;
  const at = offered === undefined ? site : {};
  while (true) {
    const effect = effects.pop();
    if (effect === undefined) return;
    const undoer = world.undoers.find(({ name }) => name === effect.tool.undo);
    if (undoer === undefined) continue;
    // a first try may fail, and says so; the law wants the effect undone, not undone at once
    if (writer.random.chance(0.1)) undo(writer, { undoer, effect, at, fails: true });
    undo(writer, { undoer, effect, at, fails: false });
  }
}

interface Undoing {
  readonly undoer: PlaneTool;
  readonly effect: Effect;
  readonly at: Site;
  readonly fails: boolean;
}

function undo(writer: RunWriter, { undoer, effect, at, fails }: Undoing): void {
  const fields = { ...siteFields(at), for_call: effect.call };
  emit(writer, 'compensation.started', fields);
  const made = undoer.input.make(writer.random);
  const wanted: JsonRecord = isRecord(made) ? { ...made, receipt: effect.receipt } : {};
  const { events } = liveCall(writer, { tool: undoer, site: at, arguments: wanted, compensates: effect.call, fails });
  writer.events.push(...events);
  emit(writer, fails ? 'compensation.failed' : 'compensation.completed', fields);
}
