import type { HistoryStep, Linked, LinkedCall, LinkedResult } from './history-steps.ts';

interface Calls {
  readonly unanswered: LinkedCall[];
  last: LinkedCall;
}
interface Queue {
  readonly calls: LinkedCall[];
  /** Calls before it have a result. */
  head: number;
}

/**
 * Ids are not unique: a result belongs to the nearest earlier call of its id that has none yet. Where ids may be left out,
 * it belongs to the earliest such call of its tool.
 */
export function linkSteps(steps: readonly HistoryStep[]): readonly Linked[] {
  const byPairing = new Map<string, Calls>();
  const byTool = new Map<string, Queue>();
  return steps.map((step, index) => {
    if (step.kind === 'turn') return step;
    if (step.kind === 'decision') return { step, about: byPairing.get(step.pairing)?.last };
    if (step.kind === 'result') return linkResult({ step, call: undefined, near: undefined, isShown: false }, byPairing, byTool);
    const linked: LinkedCall = { step, index, result: undefined, shown: undefined };
    addCall(byPairing, linked);
    enqueue(byTool, linked);
    return linked;
  });
}

function addCall(byPairing: Map<string, Calls>, call: LinkedCall): void {
  const calls = byPairing.get(call.step.pairing);
  if (calls === undefined) {
    byPairing.set(call.step.pairing, { unanswered: [call], last: call });
    return;
  }
  calls.unanswered.push(call);
  calls.last = call;
}

/** Under its tool for results without an id; once more, if it has no id, for results whose id no call has. */
function enqueue(byTool: Map<string, Queue>, call: LinkedCall): void {
  const { id, loose } = call.step;
  if (loose === undefined) return;
  for (const name of id === undefined ? [anyCall(loose.tool), bareCall(loose.tool)] : [anyCall(loose.tool)]) {
    const queue = byTool.get(name);
    if (queue === undefined) byTool.set(name, { calls: [call], head: 0 });
    else queue.calls.push(call);
  }
}

const anyCall = (tool: string): string => `any ${tool}`;
const bareCall = (tool: string): string => `bare ${tool}`;

function linkResult(result: LinkedResult, byPairing: Map<string, Calls>, byTool: Map<string, Queue>): LinkedResult {
  const { pairing, loose } = result.step;
  const calls = byPairing.get(pairing);
  const isNearest = loose?.tool === undefined || (loose.hasId && calls !== undefined);
  const call = isNearest ? newest(calls) : earliest(byTool.get(loose.hasId ? bareCall(loose.tool) : anyCall(loose.tool)));
  result.call = call;
  result.near = calls?.last;
  if (call !== undefined) call.result = result;
  return result;
}

function newest(calls: Calls | undefined): LinkedCall | undefined {
  let call = calls?.unanswered.pop();
  while (call?.result !== undefined) call = calls?.unanswered.pop();
  return call;
}

function earliest(queue: Queue | undefined): LinkedCall | undefined {
  if (queue === undefined) return undefined;
  while (queue.calls[queue.head]?.result !== undefined) queue.head++;
  return queue.calls[queue.head];
}
