import type { StepDeclaration, ToolDeclaration } from '../../model/declaration.ts';
import type { DeclaredDigest } from '../../model/event/declarations.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { type JsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type NativeLine, refuse, reportUnread, textList, textOf } from './line.ts';
import { countAt, requiresOf } from './plans.ts';
import { isRedacted } from './redacted.ts';
import { sha256At } from './sha256.ts';

/** `tool.declared`: each one joins what is in force, and together they are the whole set of a native run (ledger.md §2). */
export function readToolDeclared(line: NativeLine): LedgerEvent | undefined {
  const tool = line.event.tool;
  const name = stringMember(tool, 'name');
  if (name === undefined) {
    return refuse(line, 'without tool name');
  }
  const server = textOf(line, 'server', line.event.server);
  const declaration = toolDeclaration(line, { tool, name, server });
  return {
    kind: 'declared',
    ...line.base,
    tools: [declaration],
    mode: 'add',
    isWhole: true,
    server,
    isForAllRuns: isForAllRuns(line.event),
    digest: digestOf(line, 'tool', tool),
  };
}

interface NamedTool {
  readonly tool: JsonValue | undefined;
  readonly name: string;
  readonly server: string | undefined;
}

function toolDeclaration(line: NativeLine, { tool, name, server }: NamedTool): ToolDeclaration {
  return {
    server,
    name,
    title: stringMember(tool, 'title'),
    description: stringMember(tool, 'description'),
    annotations: memberOf(tool, 'annotations'),
    inputSchema: schemaAt(line, 'tool/inputSchema', memberOf(tool, 'inputSchema')),
    outputSchema: schemaAt(line, 'tool/outputSchema', memberOf(tool, 'outputSchema')),
    ...(memberOf(tool, 'strict') === true ? { isStrict: true } : {}),
    inputPointer: `${line.prefix}/tool/inputSchema`,
    outputPointer: `${line.prefix}/tool/outputSchema`,
  };
}

/** A schema with holes cut by a redaction would judge wrongly: it is not used, and the report says so. */
function schemaAt(line: NativeLine, path: string, schema: JsonValue | undefined): JsonValue | undefined {
  if (!isRedacted(line.event, path)) return schema;
  reportUnread(line, `with redacted ${path}`);
  return undefined;
}

export function readToolWithdrawn(line: NativeLine): LedgerEvent | undefined {
  const tool = line.event.tool;
  const name = typeof tool === 'string' ? tool : stringMember(tool, 'name');
  if (name === undefined) {
    return refuse(line, 'without tool name');
  }
  return {
    kind: 'withdrawn',
    ...line.base,
    server: textOf(line, 'server', line.event.server),
    tool: name,
    isForAllRuns: isForAllRuns(line.event),
  };
}

export function readStepDeclared(line: NativeLine): LedgerEvent | undefined {
  const step = line.base.step;
  if (step === undefined) {
    return refuse(line, 'without step');
  }
  return {
    kind: 'step-declared',
    ...line.base,
    declaration: {
      step,
      outputSchema: schemaAt(line, 'output_schema', line.event.output_schema),
      outputPointer: `${line.prefix}/output_schema`,
      tools: textList(line, 'tools', line.event.tools),
      delivery: deliveryOf(line),
      maxBytes: countAt(line, 'delivery.max_bytes', memberOf(line.event.delivery, 'max_bytes')),
      requires: requiresOf(line),
    },
    isForAllRuns: isForAllRuns(line.event),
    hasOwnStrictness: hasOwnStrictness(line.event),
    digest: digestOf(line, 'output_schema', line.event.output_schema),
  };
}

/** What the declaration itself says its digest is: of the whole Tool object, or of the schema that a step's answers are judged by. */
function digestOf(line: NativeLine, name: string, value: JsonValue | undefined): DeclaredDigest | undefined {
  const sha256 = sha256At(line, 'sha256', line.event.sha256);
  if (sha256 === undefined) return undefined;
  const { prefix, event } = line;
  return { sha256, pointer: `${prefix}/sha256`, value, subject: `${prefix}/${name}`, isRedacted: isRedacted(event, name) };
}

/** How the answer leaves: whole and only after its gate, or piece by piece. */
function deliveryOf(line: NativeLine): StepDeclaration['delivery'] {
  const { delivery } = line.event;
  if (delivery === undefined) return undefined;
  const mode = memberOf(delivery, 'mode');
  if (mode === 'validated-document' || mode === 'stream') return mode;
  reportUnread(line, 'with delivery in no known mode');
  return undefined;
}

/** `strict_mode` is declared once, in the run's `global_config`: at a step it is a declaration error, whatever its value. */
function hasOwnStrictness(event: JsonObject): true | undefined {
  const hasFlag = Object.hasOwn(event, 'strict_mode') || memberOf(event.global_config, 'strict_mode') !== undefined;
  return hasFlag ? true : undefined;
}

function isForAllRuns(event: JsonObject): true | undefined {
  return Object.hasOwn(event, 'run') ? undefined : true;
}
