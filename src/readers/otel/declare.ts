import { printJson } from '../../json/print.ts';
import type { ToolDeclaration } from '../../model/declaration.ts';
import type { Declared } from '../../model/event.ts';
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
export function openDeclaring(facts: readonly Fact[], runOf: (fact: Fact) => string): Declaring {
  const captured = new Set<string>();
  for (const fact of facts) {
    for (const tool of fact.tools?.tools ?? []) if (tool.inputSchema !== undefined) captured.add(nameIn(runOf(fact), tool));
  }
  const told = new Set<string>();
  return {
    declare(fact, sink) {
      if (fact.tools === undefined) return;
      const { tools, unreadable } = fact.tools;
      if (unreadable > 0) emitUnread(sink, 'tool definition that cannot be read');
      // The parameters of a tool may be captured in one span and left out in another.
      const read = tools.filter((tool) => tool.inputSchema !== undefined || !captured.has(nameIn(sink.run, tool)));
      const isWhole = unreadable === 0 && !fact.span.isCut && read.length === tools.length;
      const key = `${sink.run}\n${isWhole}\n${keyOf(read)}`;
      if ((read.length === 0 && !isWhole) || told.has(key)) return;
      told.add(key);
      if (!isWhole) sink.emit({ kind: 'declarations-changed', record: sink.record, run: sink.run });
      sink.emit(declaredBy(sink, read, isWhole));
    },
  };
}

const nameIn = (run: string, tool: ToolDeclaration): string => `${run}\n${tool.name}`;

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
  return tools.tools.map(({ name }) => name);
}
