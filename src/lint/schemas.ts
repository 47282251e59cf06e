import type { GivenDeclarations, GivenWorkflow } from '../declare/declared.ts';
import { readSchemaName } from '../declare/paths.ts';
import type { SchemaSource } from '../gates/gates.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import type { GateName } from '../model/delta.ts';
import type { JsonValue } from '../model/json.ts';
import type { Subject } from '../model/observation/base.ts';

/** One declared schema, whose it is, and where it stands. */
export interface DeclaredSchema {
  readonly schema: JsonValue;
  readonly source: SchemaSource;
  readonly gate: GateName;
  readonly subject: Subject;
  readonly file: string;
  /** Of the schema in its file. */
  readonly pointer: string;
}

/** Every schema of the declarations, each once: a file that names both a tool and a step holds one schema. */
export function declaredSchemas(given: GivenWorkflow, files: readonly string[]): readonly DeclaredSchema[] {
  const seen = new Set<JsonValue>();
  const all = given.sources.flatMap((source) => [...stepSchemas(source), ...toolSchemas(source, files)]);
  return all.filter(({ schema }) => {
    if (typeof schema !== 'object' || schema === null) return true;
    if (seen.has(schema)) return false;
    seen.add(schema);
    return true;
  });
}

function stepSchemas({ source, steps }: GivenDeclarations): readonly DeclaredSchema[] {
  return steps.flatMap(({ step, outputSchema, outputPointer }): DeclaredSchema[] => {
    if (outputSchema === undefined) return [];
    const subject = { run: '', step };
    return [{ schema: outputSchema, source: {}, gate: 'output', subject, file: source, pointer: outputPointer }];
  });
}

function toolSchemas({ source, tools }: GivenDeclarations, files: readonly string[]): readonly DeclaredSchema[] {
  return tools.flatMap((tool): DeclaredSchema[] => {
    const { inputSchema, outputSchema, dialect, notation } = tool;
    const shared = { source: { dialect, notation }, subject: { run: '', server: tool.server, tool: tool.name } };
    const input = { ...shared, gate: 'input', file: source, pointer: tool.inputPointer } as const;
    const output = { ...shared, gate: 'output', file: outputFileOf(tool, source, files), pointer: tool.outputPointer } as const;
    return [
      ...(inputSchema === undefined ? [] : [{ ...input, schema: inputSchema }]),
      ...(outputSchema === undefined ? [] : [{ ...output, schema: outputSchema }]),
    ];
  });
}

/** In a folder, `refund.output.json` gives its schema to the tool that `refund.input.json` declares. */
function outputFileOf(tool: ToolDeclaration, source: string, files: readonly string[]): string {
  if (tool.outputPointer !== '' || readSchemaName(source).part === 'output') return source;
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const found = files.find((file) => {
    const { name, part } = readSchemaName(file);
    return part === 'output' && name === tool.name && file.slice(0, file.lastIndexOf('/') + 1) === folder;
  });
  return found ?? source;
}
