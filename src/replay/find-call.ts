import type { Context } from './context.ts';
import { takeUp } from './keep.ts';
import type { Run } from './run.ts';
import type { Story } from './story.ts';

/** Whether a result without an id could as well belong to another open call: it was paired by order, which is a custom and no proof. */
export function isAmbiguous(run: Run, event: { readonly call?: string | undefined; readonly tool?: string | undefined }): boolean {
  if (event.call !== undefined) return false;
  let open = 0;
  for (const story of run.calls.values()) {
    if (story.call !== undefined || story.returned !== undefined || (event.tool !== undefined && story.tool !== event.tool)) continue;
    open++;
    if (open > 1) return true;
  }
  return false;
}

/** The newest open call with that id; without ids, the earliest unanswered call of that name. */
export function findCall(
  context: Context,
  run: Run,
  event: { readonly call?: string | undefined; readonly tool?: string | undefined },
): [string, Story] | undefined {
  if (event.call !== undefined) {
    const story = run.calls.get(event.call) ?? takeUp(context, run, event.call);
    return story === undefined ? undefined : [event.call, story];
  }
  if (run.unnamed === 0) return undefined; // every call has an id: a result without one means none of them
  for (const [key, story] of run.calls) {
    const isOpen = story.call === undefined && story.returned === undefined;
    if (isOpen && (event.tool === undefined || story.tool === event.tool)) return [key, story];
  }
  return undefined;
}
