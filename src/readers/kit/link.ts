import type { HistoryStep, Linked, LinkedCall, LinkedResult } from './history-steps.ts';
import { pairingOf } from './sink.ts';

interface Calls {
  readonly unanswered: LinkedCall[];
  last: LinkedCall;
}
interface Queue {
  readonly calls: LinkedCall[];
  /** Calls before it have a result. */
  head: number;
}

interface Known {
  /** Calls without an id stand under their tool, and once more for results without a name. */
  readonly byPairing: Map<string, Calls>;
  /** Calls that may have no id, for results without one. */
  readonly byTool: Map<string, Queue>;
  /** Calls without an id after which no result was followed by another call, and nobody spoke. */
  readonly latest: Map<string, Queue>;
}

/**
 * Ids are not unique: a result belongs to the nearest earlier call of its id that has none yet. Where ids may be left out,
 * it belongs to the earliest such call of its tool. What has no id at all belongs to the calls without one that stand right before it, in their
 * order, and else to the nearest one; a result without a name may be of any tool.
 */
export function linkSteps(steps: readonly HistoryStep[]): readonly Linked[] {
  const known: Known = { byPairing: new Map(), byTool: new Map(), latest: new Map() };
  return steps.map((step, index) => {
    if (step.kind === 'turn') {
      known.latest.clear();
      return step;
    }
    if (step.kind === 'decision') return { step, about: known.byPairing.get(step.pairing)?.last };
    if (step.kind === 'result') return linkResult({ step, call: undefined, near: undefined, isShown: false }, known);
    if (steps[index - 1]?.kind === 'result') known.latest.clear();
    const linked: LinkedCall = { step, index, result: undefined, shown: undefined };
    addCall(known, linked);
    return linked;
  });
}

function addCall({ byPairing, byTool, latest }: Known, call: LinkedCall): void {
  const { id, pairing, loose } = call.step;
  stack(byPairing, pairing, call);
  if (id === undefined) {
    if (pairing !== anyName) stack(byPairing, anyName, call);
    for (const name of new Set([pairing, anyName])) enqueue(latest, name, call);
  }
  if (loose === undefined) return;
  enqueue(byTool, anyCall(loose.tool), call);
  // once more, if it has no id, for results whose id no call has
  if (id === undefined) enqueue(byTool, bareCall(loose.tool), call);
}

function stack(byPairing: Map<string, Calls>, pairing: string, call: LinkedCall): void {
  const calls = byPairing.get(pairing);
  if (calls === undefined) {
    byPairing.set(pairing, { unanswered: [call], last: call });
    return;
  }
  calls.unanswered.push(call);
  calls.last = call;
}

function enqueue(queues: Map<string, Queue>, name: string, call: LinkedCall): void {
  const queue = queues.get(name);
  if (queue === undefined) queues.set(name, { calls: [call], head: 0 });
  else queue.calls.push(call);
}

const anyCall = (tool: string): string => `any ${tool}`;
const bareCall = (tool: string): string => `bare ${tool}`;
/** How a result names its call that has neither an id nor a tool. */
const anyName: string = pairingOf(undefined, undefined);

function linkResult(result: LinkedResult, { byPairing, byTool, latest }: Known): LinkedResult {
  const { pairing, loose } = result.step;
  const calls = byPairing.get(pairing);
  const isNearest = loose?.tool === undefined || (loose.hasId && calls !== undefined);
  const call = isNearest
    ? (earliest(latest.get(pairing)) ?? newest(calls))
    : earliest(byTool.get(loose.hasId ? bareCall(loose.tool) : anyCall(loose.tool)));
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
