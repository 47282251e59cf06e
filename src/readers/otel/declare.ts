import { printJson } from '../../json/print.ts';
import type { ToolDeclaration } from '../../model/declaration.ts';
import type { Declared } from '../../model/event/declarations.ts';
import type { JsonValue } from '../../model/json.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import type { Fact } from './trace.ts';

/** Declares the lists of a trace's spans, each list of a run once. */
export interface Declaring {
  declare(fact: Fact, sink: Sink): void;
}

/**
 * Every request lists all its tools. Lists join: requests of one agent may run beside each other, and which tools a call could
 * choose from is said by the call.
 */
export function openDeclaring(facts: readonly Fact[], runOf: (fact: Fact) => string, numbers: ListNumbers): Declaring {
  const captured = new Set<string>();
  const isPartial = facts.some((fact) => fact.tools?.tools.some((tool) => tool.inputSchema === undefined));
  for (const fact of isPartial ? facts : []) {
    for (const tool of fact.tools?.tools ?? []) if (tool.inputSchema !== undefined) captured.add(nameIn(runOf(fact), tool));
  }
  const told = new Set<string>();
  return {
    declare(fact, sink) {
      if (fact.tools === undefined) return;
      const { tools, unreadable } = fact.tools;
      if (unreadable > 0) emitUnread(sink, 'tool definition that cannot be read');
      // The parameters of a tool may be captured in one span and left out in another.
      const read = isPartial ? tools.filter((tool) => tool.inputSchema !== undefined || !captured.has(nameIn(sink.run, tool))) : tools;
      const isWhole = unreadable === 0 && !fact.span.isCut && read.length === tools.length;
      const key = `${sink.run}\n${isWhole}\n${numbers(read)}`;
      if ((read.length === 0 && !isWhole) || told.has(key)) return;
      told.add(key);
      if (!isWhole) sink.emit({ kind: 'declarations-changed', record: sink.record, run: sink.run });
      sink.emit(declaredBy(sink, read, isWhole));
    },
  };
}

const nameIn = (run: string, tool: ToolDeclaration): string => `${run}\n${tool.name}`;

/** One number for lists that say the same. */
export type ListNumbers = (tools: readonly ToolDeclaration[]) => number;

export function openListNumbers(): ListNumbers {
  const known = new WeakMap<readonly ToolDeclaration[], number>();
  const numbers = new Map<string, number>();
  return (tools) => {
    const number = known.get(tools) ?? numbered(keyOf(tools));
    known.set(tools, number);
    return number;
  };

  function numbered(key: string): number {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  }
}

function keyOf(tools: readonly ToolDeclaration[]): string {
  return tools
    .map(({ name, description, inputSchema }) => printJson([name, description ?? null, inputSchema ?? null] satisfies JsonValue))
    .join('\n');
}

function declaredBy({ record, run }: Sink, tools: readonly ToolDeclaration[], isWhole: boolean): Declared {
  return { kind: 'declared', record, run, tools, mode: 'add', isWhole };
}

/** The names that a call of this span could choose from, where all of them are known. */
export function offeredBy({ tools, span }: Fact): readonly string[] | undefined {
  if (tools === undefined || tools.unreadable > 0 || span.isCut) return undefined;
  return tools.offered ?? tools.tools.map(({ name }) => name);
}
