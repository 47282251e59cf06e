import type { MessageStep } from '../messages.ts';

// Calls of Gemini have no ids unless the model gives them. Google's instrumentation and its ADK then write `NAME_N`, N being the place of the
// part among those of its message, and the same for a result, which is named by nothing else. So every turn has the same ids again, and a call
// behind a sentence has another number than its result: such an id says no more than the name and the order.

/** A step with its message among all, and the place of its part in that message. */
export interface PlacedStep {
  readonly step: MessageStep;
  readonly index: number;
  readonly place: number;
}

/** The steps without the ids that are names and places. */
export function withoutPositions(placed: readonly PlacedStep[]): readonly MessageStep[] {
  const names = new Set(placed.flatMap(({ step }) => (step.kind === 'call' ? [step.call.tool] : [])));
  return placed.map((one) => withoutPosition(one, names));
}

function withoutPosition({ step, place }: PlacedStep, names: ReadonlySet<string>): MessageStep {
  if (step.kind === 'call') {
    const { id, tool, payload, isProviderRun } = step.call;
    const isName = id !== undefined && toolOf(id, place) === tool;
    // Messages are captured whole: what has no arguments was called without any.
    const isBare = payload.form === 'opaque' && isProviderRun !== true;
    return {
      ...step,
      call: {
        ...step.call,
        isIdOptional: true,
        ...(isName && { id: undefined, idPointer: undefined }),
        ...(isBare && { payload: { form: 'absent', pointer: payload.pointer } }),
      },
    };
  }
  if (step.kind !== 'result') return step;
  const { id } = step.result;
  const tool = id === undefined ? undefined : toolOf(id, place);
  const named = tool === undefined || !names.has(tool) ? undefined : { id: undefined, idPointer: undefined, tool };
  return { ...step, result: { ...step.result, isIdOptional: true, ...named } };
}

/** The name in such an id. Parts that are not told are counted all the same, so that the number may be greater than the place. */
function toolOf(id: string, place: number): string | undefined {
  const [, tool, number] = /^(.+)_(\d{1,6})$/s.exec(id) ?? [];
  return tool !== undefined && Number(number) >= place ? tool : undefined;
}

/** True where every call is named so: no id of another kind is. */
export function areByPosition(placed: readonly PlacedStep[]): boolean {
  const calls = placed.flatMap(({ step, place }) => (step.kind === 'call' ? [{ ...step.call, place }] : []));
  return calls.length > 0 && calls.every(({ id, tool, place }) => id !== undefined && toolOf(id, place) === tool);
}
