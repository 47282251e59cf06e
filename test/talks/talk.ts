import { anyRecord } from '../plane/composed.ts';
import type { Json, JsonRecord } from '../plane/event.ts';
import type { Difference, RecordShape } from '../plane/shapes.ts';
import type { Random } from '../properties/differential/random.ts';

// What a person, a model and its tools say to one another, before any format writes it down.

export interface TalkTool {
  readonly name: string;
  readonly input: RecordShape;
}
export interface TalkCall {
  readonly id: string;
  readonly tool: string;
  readonly value: Json;
  /** The exact text, where a format holds one. */
  readonly text: string;
  /** Every difference from the declaration; empty: it is as declared. */
  readonly delta: readonly Difference[];
}
export interface TalkResult {
  readonly call: TalkCall;
  readonly text: string;
  readonly isError: boolean;
}
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'model'; readonly text: string; readonly calls: readonly TalkCall[] }
  | { readonly kind: 'results'; readonly results: readonly TalkResult[] };
export interface Talk {
  readonly system: string;
  readonly tools: readonly TalkTool[];
  readonly turns: readonly Turn[];
}

const verbs = ['search', 'create', 'update', 'list', 'book', 'send'] as const;
const things = ['invoice', 'ticket', 'parcel', 'report', 'room'] as const;
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const makeTool = (random: Random, index: number): TalkTool => ({
  name: `${random.pick(verbs)}_${random.pick(things)}_${index}`,
  input: anyRecord(random, 1),
});

type MakeId = () => string;

/** At random, or counted anew in every conversation. */
function idMaker(random: Random): MakeId {
  if (random.chance(0.7)) return () => `call_${Array.from({ length: 22 }, () => random.pick([...alphabet])).join('')}`;
  let count = 0;
  return () => `call_${++count}`;
}

interface Making {
  readonly tools: readonly TalkTool[];
  readonly share: number;
  readonly makeId: MakeId;
}

function makeCall(random: Random, { tools, share, makeId }: Making): TalkCall {
  const tool = random.pick(tools);
  const id = makeId();
  const spaces = random.below(3);
  const written = (name: string, value: Json, delta: readonly Difference[]): TalkCall => ({
    id,
    tool: name,
    value,
    text: JSON.stringify(value, null, spaces),
    delta,
  });
  if (!random.chance(share)) return written(tool.name, tool.input.make(random), []);
  if (random.chance(0.15)) return written(`${tool.name}_now`, tool.input.make(random), [{ kind: 'invented-tool', path: '' }]);
  const { value, delta } = tool.input.deviate(random, '');
  return written(tool.name, value, delta);
}

const answerTo = (random: Random, call: TalkCall): TalkResult =>
  call.delta.length > 0 || random.chance(0.1)
    ? { call, text: `could not be done: ${random.below(1000)}`, isError: true }
    : { call, text: `done: ${random.below(1000)}`, isError: false };

/** One conversation; `share` of its calls deviate. */
export function makeTalk(random: Random, share: number): Talk {
  const tools = Array.from({ length: 1 + random.below(4) }, (_, index) => makeTool(random, index));
  const turns: Turn[] = [{ kind: 'user', text: `please ${random.below(1_000_000)}` }];
  const rounds = random.below(5);
  const making = { tools, share, makeId: idMaker(random) };
  for (let round = 0; round < rounds; round++) {
    const calls = Array.from({ length: 1 + random.below(3) }, () => makeCall(random, making));
    turns.push({ kind: 'model', text: random.chance(0.3) ? 'one moment' : '', calls });
    if (round === rounds - 1 && random.chance(0.2)) return { system: `be brief ${random.below(1000)}`, tools, turns };
    turns.push({ kind: 'results', results: calls.map((call) => answerTo(random, call)) });
    if (random.chance(0.15)) {
      turns.push({ kind: 'model', text: `so far ${round}`, calls: [] });
      turns.push({ kind: 'user', text: `go on ${random.below(1000)}` });
    }
  }
  turns.push({ kind: 'model', text: `that is all ${random.below(1000)}`, calls: [] });
  return { system: `be brief ${random.below(1000)}`, tools, turns };
}

/** The model's turns, each with all that was said before it. */
export const exchanges = ({
  turns,
}: Talk): readonly { readonly before: readonly Turn[]; readonly said: Turn & { readonly kind: 'model' } }[] =>
  turns.flatMap((said, index) => (said.kind === 'model' ? [{ before: turns.slice(0, index), said }] : []));

export const toolsOf = ({ tools }: Talk): readonly { readonly name: string; readonly schema: JsonRecord }[] =>
  tools.map(({ name, input }) => ({ name, schema: input.schema }));

/** The result of a call, if it has one. Ids may come again, calls do not. */
export const resultOf = ({ turns }: Talk, call: TalkCall): TalkResult | undefined =>
  turns.flatMap((turn) => (turn.kind === 'results' ? turn.results : [])).find((one) => one.call === call);

/** The declarations of formats that carry none. */
export const givenTools = (talks: readonly Talk[]): JsonRecord => ({
  tools: talks.flatMap((talk) => toolsOf(talk).map(({ name, schema }) => ({ name, inputSchema: schema }))),
});
