import { appendToken } from '../../json/pointer.ts';
import type { ToolDeclaration } from '../../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';

/** The tools of a call of the SDK and how many entries of the list could not be read. */
export interface RecordedTools {
  readonly tools: readonly ToolDeclaration[];
  readonly unreadable: number;
}

const dialect = { name: 'draft-07', because: 'the AI SDK writes the schemas of tools as JSON Schema draft-07' } as const;

/** `tools`: a map by name as the SDK takes it, or the list that it hands to a provider. Undefined: not recorded. */
export function recordedTools(holder: JsonValue, at: PointerTo): RecordedTools | undefined {
  const tools = memberOf(holder, 'tools');
  const read = isJsonArray(tools)
    ? tools.map((entry, index) => toolOf(stringMember(entry, 'name'), entry, (path) => at(`/tools/${index}${path}`)))
    : isJsonObject(tools)
      ? Object.entries(tools).map(([name, entry]) => toolOf(name, entry, (path) => at(`${appendToken('/tools', name)}${path}`)))
      : undefined;
  if (read === undefined) return undefined;
  const known = read.filter((tool) => tool !== undefined);
  return { tools: known, unreadable: read.length - known.length };
}

function toolOf(name: string | undefined, entry: JsonValue, at: PointerTo): ToolDeclaration | undefined {
  if (name === undefined || !isJsonObject(entry)) return undefined;
  const description = stringMember(entry, 'description');
  const input = schemaOf(entry, ['inputSchema', 'parameters']);
  const output = schemaOf(entry, ['outputSchema']);
  const isProviders = stringMember(entry, 'type')?.startsWith('provider') === true;
  if (input === 'foreign' || output === 'foreign' || (input === undefined && !isProviders)) return undefined;
  return {
    name,
    description,
    inputSchema: input?.schema,
    outputSchema: output?.schema,
    inputPointer: at(input?.path ?? ''),
    outputPointer: at(output?.path ?? ''),
    dialect: input === undefined ? undefined : dialect,
  };
}

interface SchemaAt {
  readonly schema: JsonValue;
  readonly path: string;
}

/** A JSON Schema, or one that `jsonSchema()` wraps. A serialised validator (Zod and others) is neither. */
function schemaOf(entry: JsonValue, names: readonly string[]): SchemaAt | 'foreign' | undefined {
  const name = names.find((candidate) => memberOf(entry, candidate) !== undefined);
  const value = name === undefined ? undefined : memberOf(entry, name);
  if (name === undefined || value === undefined) return undefined;
  const wrapped = memberOf(value, 'jsonSchema');
  if (wrapped !== undefined) return { schema: wrapped, path: `/${name}/jsonSchema` };
  return foreign.some((mark) => memberOf(value, mark) !== undefined) ? 'foreign' : { schema: value, path: `/${name}` };
}

const foreign = ['_def', 'def', '~standard', '_zod'] as const;
