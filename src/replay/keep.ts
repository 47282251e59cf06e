import { parseJson } from '../json/parse.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import type { GateAnswer } from '../model/delta.ts';
import type { Outcome } from '../model/event/calls.ts';
import type { JsonValue } from '../model/json.ts';
import type { SourceRecord } from '../model/record.ts';
import { isAtRest } from './closing/quiet.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';
import { settle } from './settle.ts';
import { isUndecided, openStory, printOf, type Stage, type Story } from './story.ts';

// A call is over when nothing more can be recorded of it, and a ledger that records gates, commits or failures may do so until its run
// ends. Meanwhile a call that was answered, and of which there is nothing to say, is laid down: its names, the lines of its stages and the
// text of its two values. What is recorded of it later takes it up again. So memory holds the calls that are on their way, and not
// every record of every call of every open run.

const stageNames = ['proposed', 'executed', 'returned', 'committed', 'released'] as const;

/**
 * A call laid down, as one text: numbers in base 36, a space after each, then the JSON of its arguments and of its result. There may be hundreds of
 * thousands of them. In order: the names of {@link names} (their places in the shared list, 0 for none), the attempt, the place of the
 * declaration, for each stage its line (0: not recorded, below 0: it holds no value), file, offset and column, the two passes,
 * the two verdicts, the print of the texts, and how long the arguments are.
 */
export type Kept = string;

const verdicts: readonly (Verdict | undefined)[] = [undefined, 'pass', 'no-contract'];
type Verdict = 'pass' | 'no-contract';

/** Texts and declarations that come back in every record, by their places. */
export interface Shared<Value> {
  readonly places: Map<Value, number>;
  readonly values: Value[];
}
/** What laid-down calls share, and when calls are laid down. */
export interface Keeping {
  readonly names: Shared<string>;
  readonly tools: Shared<ToolDeclaration>;
  /** Answered calls that are held in full, and how many of them may be. */
  held: number;
  readonly limit: number;
}
export const openShared = <Value>(): Shared<Value> => ({ places: new Map(), values: [] });

/** Its place from 1, and 0 for nothing. */
function placeIn<Value>(shared: Shared<Value>, value: Value | undefined): number {
  if (value === undefined) return 0;
  const known = shared.places.get(value);
  if (known !== undefined) return known;
  const place = shared.values.push(value);
  shared.places.set(value, place);
  return place;
}

const stagesOf = (story: Story): readonly (Stage | undefined)[] => stageNames.map((name) => story[name]);

/** Its value can be written as JSON and read again as what it was, and it stands where the file has it. */
const isPlain = (stage: Stage | undefined): boolean =>
  stage === undefined ||
  (stage.record.defects.length === 0 &&
    !stage.record.isDeep &&
    stage.record.position === undefined &&
    stage.payload.form !== 'digest' &&
    stage.payload.form !== 'opaque');

/** Whether all that may still be recorded of it would find what it needs in the short form. */
function canBeLaidDown(context: Context, story: Story): boolean {
  if (context.effects !== undefined || story.call === undefined || story.returned === undefined || story.outcome === 'pending')
    return false;
  if (story.chain !== undefined || story.failure !== undefined || story.clash !== undefined || story.compensates !== undefined)
    return false;
  return !isUndecided(story) && isAtRest(story) && stagesOf(story).every(isPlain);
}

const textOf = (...stages: readonly (Stage | undefined)[]): string => {
  const value = stages.find((stage) => stage?.value !== undefined)?.value;
  return value === undefined ? '' : JSON.stringify(value);
};

const lineOf = (stage: Stage | undefined): number => {
  if (stage === undefined) return 0;
  return stage.value === undefined ? -stage.record.line : stage.record.line;
};

const verdictOf = (answer: GateAnswer | undefined): number => {
  if (answer?.verdict === 'pass') return 1;
  return answer?.verdict === 'no-contract' ? 2 : 0;
};

function lay(context: Context, story: Story, tool: ToolDeclaration): Kept {
  const { proposed, executed, returned, committed, released } = story;
  const record = (proposed ?? executed ?? returned)?.record;
  const names = [
    story.step,
    story.instance,
    story.agent,
    story.server,
    story.tool,
    story.outcome,
    executed?.server,
    executed?.tool,
    executed?.by,
    committed?.by,
  ];
  const given = textOf(proposed, executed);
  const numbers = [
    ...names.map((name) => placeIn(context.kept.names, name)),
    story.attempt ?? 0,
    placeIn(context.kept.tools, tool),
    ...stagesOf(story).map(lineOf),
    ...[record?.input ?? 0, record?.offset ?? 0, record?.column ?? 1],
    ...[story.isPassed.input ? 1 : 0, story.isPassed.output ? 1 : 0],
    ...[verdictOf(story.input?.answer), verdictOf(story.output?.answer)],
    story.texts === undefined ? -1 : (printOf(story.texts) ?? -1),
    given.length,
  ];
  // joined, and not put together: so it is one string in memory, and no tree of its parts
  const words = [...numbers.map((number) => number.toString(36)), given + textOf(returned, committed, released)];
  return words.join(' ');
}

/** Answered calls of open runs that are held in full: laying one down costs as much as judging it. */
export const heldInFull = 1024;

/** A call was answered, and more of it may be recorded. */
export function holdAnswered({ kept }: Context, run: Run, story: Story): void {
  run.answered.push(story);
  kept.held++;
}

/** The run is over, and with it the calls it held. Emptied, because what is over may lie in memory for a while, with all that hangs on it. */
export function releaseAnswered({ kept }: Context, run: Run): void {
  kept.held -= run.answered.length;
  run.answered.length = 0;
}

/** Lays down the answered calls of a run that are at rest: asked whenever the run goes on to its next call, while too many are held. */
export function layDown(context: Context, run: Run): void {
  if (context.kept.held <= context.kept.limit || run.answered.length === 0) return;
  const answered = run.answered.slice();
  releaseAnswered(context, run);
  for (const story of answered) {
    const { call } = story;
    if (call === undefined || run.calls.get(call) !== story || story.found?.kind !== 'declared' || !canBeLaidDown(context, story)) continue;
    const kept = lay(context, story, story.found.tool);
    settle(context, run, story);
    run.calls.delete(call);
    run.kept.set(call, kept);
  }
}

const readText = (text: string): JsonValue | undefined => {
  const parsed = text === '' ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : undefined;
};

const answerOf = (verdict: Verdict | undefined): GateAnswer | undefined => (verdict === undefined ? undefined : { verdict, notes: [] });

/** Reads the numbers of a kept call one after the other. */
function openNumbers(kept: Kept): { next(): number; rest(): string } {
  let index = 0;
  return {
    next() {
      const end = kept.indexOf(' ', index);
      const number = Number.parseInt(kept.slice(index, end), 36);
      index = end + 1;
      return number;
    },
    rest: () => kept.slice(index),
  };
}

const outcomes: readonly Outcome[] = ['ok', 'tool_error', 'protocol_error', 'refused', 'cancelled', 'timeout', 'unknown'];

/** A call that was laid down, as its later stages need it; what was observed of it is told already, and what is counted is counted. */
export function takeUp(context: Context, run: Run, call: string): Story | undefined {
  const kept = run.kept.get(call);
  if (kept === undefined) return undefined;
  run.kept.delete(call);
  const numbers = openNumbers(kept);
  const nextName = (): string | undefined => context.kept.names.values[numbers.next() - 1];
  const [step, instance, agent, server] = [nextName(), nextName(), nextName(), nextName()];
  const [tool, outcome, ranOn, ran] = [nextName(), nextName(), nextName(), nextName()];
  const [ranBy, committedBy] = [nextName(), nextName()];
  const attempt = numbers.next();
  const declared = context.kept.tools.values[numbers.next() - 1];
  const lines = stageNames.map(() => numbers.next());
  const place = { input: numbers.next(), offset: numbers.next(), column: numbers.next() };
  const story = openStory('call', { run: run.id, step, instance, attempt: attempt === 0 ? undefined : attempt, call, agent, server, tool });
  story.isPassed.input = numbers.next() === 1;
  story.isPassed.output = numbers.next() === 1;
  const [input, output] = [answerOf(verdicts[numbers.next()]), answerOf(verdicts[numbers.next()])];
  const print = numbers.next();
  const length = numbers.next();
  const [given, result] = [readText(numbers.rest().slice(0, length)), readText(numbers.rest().slice(length))];
  const stageAt = (index: number, value: JsonValue | undefined, named: Pick<Stage, 'server' | 'tool' | 'by'>): Stage | undefined => {
    const line = lines[index] ?? 0;
    const name = stageNames[index];
    if (line === 0 || name === undefined) return undefined;
    const record: SourceRecord = { ...place, line: Math.abs(line), text: '', value: null, defects: [], isDeep: false };
    const held = line < 0 ? undefined : value;
    const payload =
      held === undefined ? ({ form: 'absent', pointer: '' } as const) : ({ form: 'value', value: held, pointer: '' } as const);
    return { name, record, payload, value: held, ...named };
  };
  story.found = declared === undefined ? undefined : { kind: 'declared', tool: declared };
  story.outcome = outcomes.find((known) => known === outcome);
  story.proposed = stageAt(0, given, { server, tool });
  story.effective = story.proposed;
  story.executed = stageAt(1, given, { server: ranOn, tool: ran, by: ranBy });
  story.ranFrom = story.executed === undefined ? undefined : story.proposed;
  story.returned = stageAt(2, result, {});
  story.committed = stageAt(3, result, { by: committedBy });
  story.released = stageAt(4, result, {});
  story.textsPrint = print < 0 ? undefined : print;
  story.isCounted = true;
  const [asked, answered] = [story.proposed ?? story.executed, story.returned];
  if (input !== undefined && asked !== undefined) story.input = { gate: 'input', stage: asked, answer: input };
  if (output !== undefined && answered !== undefined) story.output = { gate: 'output', stage: answered, answer: output };
  run.calls.set(call, story);
  holdAnswered(context, run, story);
  return story;
}
