import type { Context } from './context.ts';
import { takeUp } from './keep.ts';
import type { Run } from './run.ts';
import type { Story } from './story.ts';
import { openUnnamed } from './unnamed.ts';

/** Whether a result without an id could as well belong to another open call: it was paired by order, which is a custom and no proof. */
export function isAmbiguous(run: Run, event: { readonly call?: string | undefined; readonly tool?: string | undefined }): boolean {
  return event.call === undefined && openUnnamed(run, event, 2).length > 1;
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
  const [first] = openUnnamed(run, event, 1);
  return first === undefined ? undefined : [...first];
}
