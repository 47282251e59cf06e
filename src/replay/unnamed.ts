import type { Run } from './run.ts';
import type { Story } from './story.ts';

// Calls without an id are paired by name and order. They stand in queues of their own: a run may have answered any number of them before.

type Entry = readonly [key: string, story: Story];

/** Calls of one tool, or of all, in the order in which they began; those before `head` are over. */
export interface Unnamed {
  readonly entries: Entry[];
  head: number;
}

interface AboutTool {
  readonly tool?: string | undefined;
}

const everyTool = '*';
const nameOf = ({ tool }: AboutTool): string => (tool === undefined ? everyTool : `/${tool}`);

/** Of all calls, and of those of one tool. */
const queuesOf = (about: AboutTool): ReadonlySet<string> => new Set([everyTool, nameOf(about)]);

/** The key under which a call stands in its run. */
export function keyFor(run: Run, story: Story): string {
  if (story.call !== undefined) return story.call;
  const key = `\u0000${run.unnamed++}`;
  for (const name of queuesOf(story)) {
    const queue = run.unnamedCalls.get(name);
    if (queue === undefined) run.unnamedCalls.set(name, { entries: [[key, story]], head: 0 });
    else queue.entries.push([key, story]);
  }
  return key;
}

const isOpen = (run: Run, [key, story]: Entry): boolean => story.returned === undefined && run.calls.get(key) === story;

/** Passes by what is over, and lets go of it now and then: each call is moved a few times at most. */
function advance(run: Run, name: string): Unnamed | undefined {
  const queue = run.unnamedCalls.get(name);
  if (queue === undefined) return undefined;
  for (let entry = queue.entries[queue.head]; entry !== undefined && !isOpen(run, entry); entry = queue.entries[queue.head]) queue.head++;
  if (queue.head * 2 > queue.entries.length) {
    queue.entries.splice(0, queue.head);
    queue.head = 0;
  }
  if (queue.entries.length > 0) return queue;
  run.unnamedCalls.delete(name);
  return undefined;
}

/** Calls that are over are passed by one at a time, and taken out once there are so many in a row. */
const passed = 32;

/** The first of them that have no result yet, `count` at most. */
export function openUnnamed(run: Run, about: AboutTool, count: number): readonly Entry[] {
  const queue = advance(run, nameOf(about));
  if (queue === undefined) return [];
  const { entries } = queue;
  const found: Entry[] = [];
  let over = 0;
  for (let at = queue.head; found.length < count && at < entries.length; at++) {
    const entry = entries[at];
    if (entry !== undefined && isOpen(run, entry)) {
      found.push(entry);
      over = 0;
    } else if (++over === passed) {
      entries.splice(at + 1 - passed, passed);
      at -= passed;
      over = 0;
    }
  }
  return found;
}

/** A call is over. */
export function passUnnamed(run: Run, story: Story): void {
  if (story.call !== undefined || run.unnamedCalls.size === 0) return;
  for (const name of queuesOf(story)) advance(run, name);
}
