import { textOf } from './attributes.ts';
import { isToolSpan } from './execution.ts';
import { isGoogle } from './google/marks.ts';
import { type HeldMessages, held } from './messages.ts';
import { compareMoments } from './moment.ts';
import { spanMessages } from './span-messages.ts';
import type { Span } from './spans.ts';
import { type SpanTools, spanTools, type ToolMemory } from './tools.ts';

/** A span that says something about tools. */
export interface Fact {
  readonly span: Span;
  readonly isTool: boolean;
  readonly isAgent: boolean;
  /** Its calls may have no ids, and other spans may tell the same request. */
  readonly isGoogle: boolean;
  readonly tools: SpanTools | undefined;
  readonly messages: HeldMessages | undefined;
}

/** What is kept of a trace until all of it was read: its spans may stand in any order and in several records. */
export interface Trace {
  readonly id: string;
  readonly facts: Fact[];
  readonly links: Map<string, Link>;
}

/** How a span hangs in its trace. */
export interface Link {
  readonly parent: string | undefined;
  readonly isAgent: boolean;
  readonly fact: Fact | undefined;
}

export const openTrace = (id: string): Trace => ({ id, facts: [], links: new Map() });

/** True when the span is one to come back to; a span that was exported twice counts once. */
export function addSpan(trace: Trace, span: Span, lists: ToolMemory): boolean {
  if (span.id !== undefined && trace.links.has(span.id)) return false;
  const read = factOf(span, lists);
  const isTelling = read.isTool || read.tools !== undefined || read.messages !== undefined;
  const fact = isTelling ? read : undefined;
  if (span.id !== undefined) trace.links.set(span.id, { parent: span.parent, isAgent: read.isAgent, fact });
  if (fact !== undefined) trace.facts.push(fact);
  return isTelling;
}

function factOf(span: Span, lists: ToolMemory): Fact {
  const { attributes, told, isEvent } = span;
  const messages = spanMessages(attributes, isEvent) ?? (told === undefined ? undefined : held(told));
  const isTool = !isEvent && isToolSpan(attributes);
  return { span, isTool, isAgent: isAgentSpan(span), isGoogle: isGoogle(attributes), tools: spanTools(attributes, lists), messages };
}

/** What only the span of a whole run has. */
const ofRuns = ['pydantic_ai.all_messages', 'all_messages_events'] as const;

/** By the conventions, by its vendor's marks, or, of the first versions of Google's ADK, by its name alone. */
function isAgentSpan({ attributes, name }: Span): boolean {
  if (textOf(attributes, 'gen_ai.operation.name') === 'invoke_agent' || textOf(attributes, 'openinference.span.kind') === 'AGENT')
    return true;
  return ofRuns.some((key) => attributes.has(key)) || name?.text.startsWith('agent_run [') === true;
}

export function inTimeOrder(facts: readonly Fact[]): readonly Fact[] {
  return [...facts].sort((a, b) => compareMoments(a.span.start, b.span.start));
}

/**
 * Names the run of each span: the trace, or, where several agents work in one, the trace and the span of the nearest agent, for
 * every agent has tools of its own.
 */
export function openRuns(trace: Trace): (span: Span) => string {
  const known = new Map<string, string | undefined>();
  const agentOf = (span: Span): string | undefined => nearestAgent(trace, span.id ?? span.parent, known);
  const agents = new Set(trace.facts.map(({ span }) => agentOf(span)));
  return (span) => {
    const agent = agents.size > 1 ? agentOf(span) : undefined;
    return agent === undefined ? trace.id : `${trace.id}/${agent}`;
  };
}

/** Every span of a path is remembered, so that a long chain of parents is walked once. */
function nearestAgent({ links }: Trace, from: string | undefined, known: Map<string, string | undefined>): string | undefined {
  const path: string[] = [];
  let here = from;
  let found: string | undefined;
  while (here !== undefined) {
    const link = links.get(here);
    if (known.has(here) || link === undefined) {
      found = known.get(here);
      break;
    }
    // A parent that leads back here ends the path.
    known.set(here, undefined);
    path.push(here);
    if (link.isAgent) {
      found = here;
      break;
    }
    here = link.parent;
  }
  for (const id of path) known.set(id, found);
  return found;
}

/** Levels between a tool's span and the one that wraps it. */
const nearby = 8;

/** Whether the execution that this span shows is shown by a span around it (an MCP client or server inside `execute_tool`). */
export function hasOuterExecution({ links }: Trace, { span }: Fact, isSame: (fact: Fact) => boolean): boolean {
  let here = span.parent;
  for (let level = 0; level < nearby && here !== undefined; level++) {
    const link = links.get(here);
    if (link === undefined || link.isAgent || link.fact?.messages !== undefined) return false;
    if (link.fact?.isTool === true && isSame(link.fact)) return true;
    here = link.parent;
  }
  return false;
}
