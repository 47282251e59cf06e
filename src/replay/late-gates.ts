import type { ToolDeclaration } from '../model/declaration.ts';
import type { GateChecked, Returned } from '../model/event/calls.ts';
import type { JsonValue } from '../model/json.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';
import { digestOfSchema } from './schema-digest.ts';
import { withheld } from './site.ts';
import type { Judgement, LateAnswer, RecordedGate, Story } from './story.ts';

// What a call is asked of is what was in force when it was proposed, and no later record changes that. A gate may be asked after its tool was
// declared anew: it may go by the one or by the other, and says by its digest by which it went.

/** The declaration of the call's tool that is in force now, if it is another one than when the call was proposed. */
export function declaredSince(context: Context, run: Run, story: Story): ToolDeclaration | undefined {
  if (story.kind !== 'call' || story.tool === undefined || story.found?.kind !== 'declared') return undefined;
  const before = story.found.tool;
  const now = context.judge.find(run.id, { server: story.server, tool: story.tool, step: story.step });
  const isSameTool = now.kind === 'declared' && now.tool.name === before.name && now.tool.server === before.server;
  return isSameTool && now.tool !== before ? now.tool : undefined;
}

/** What the value before a gate is by a declaration that was registered since the call was proposed. */
export function lateAnswer(
  context: Context,
  run: Run,
  { story, gate }: { readonly story: Story | undefined; readonly gate: GateChecked['gate'] },
): LateAnswer | undefined {
  const tool = story === undefined ? undefined : declaredSince(context, run, story);
  if (story === undefined || tool === undefined) return undefined;
  const posture = { run: run.id, isClosedObjects: run.isClosedObjects };
  const stage = gate === 'input' ? story.input?.stage : story.output?.stage;
  if (stage === undefined) return undefined;
  if (gate === 'input')
    return { tool, answer: context.judge.input(tool, withheld(stage.payload), { record: stage.record, posture }).answer };
  const { payload, record } = stage;
  const result: Returned = {
    ...{ kind: 'returned', record, run: run.id, call: story.call, step: story.step, outcome: 'ok', canBeStructured: story.canBeStructured },
    structured: payload.form === 'absent' ? undefined : withheld(payload),
  };
  return { tool, answer: context.judge.result(tool, result, posture).answer };
}

/** The schema that a gate judged by, in a declaration. */
const schemaIn = (tool: ToolDeclaration, { gate }: RecordedGate): JsonValue | undefined =>
  gate === 'input' ? tool.inputSchema : tool.outputSchema;

const isBy = (gate: RecordedGate, tool: ToolDeclaration | undefined): boolean => {
  const schema = tool === undefined ? undefined : schemaIn(tool, gate);
  return schema !== undefined && gate.schemaSha256 === digestOfSchema(schema);
};

/** Whether the gate says that it judged by the later declaration. */
export const isByLate = (gate: RecordedGate): boolean => isBy(gate, gate.late?.tool);

/** The answers that the verdict of a gate is held against: that of the declaration it names, and of either where it names none. */
export function answersFor(story: Story, gate: RecordedGate, judged: Judgement): readonly Judgement[] {
  if (gate.late === undefined || isBy(gate, story.found?.kind === 'declared' ? story.found.tool : undefined)) return [judged];
  const late: Judgement = { ...judged, answer: gate.late.answer };
  return isByLate(gate) ? [late] : [judged, late];
}
