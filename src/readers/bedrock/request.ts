import { parseJson } from '../../json/parse.ts';
import type { ToolDeclaration } from '../../model/declaration.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type PointerTo, pointersIn, type Side } from '../kit/pair.ts';

/** The tools of a request, the names among them that the provider runs, and how many entries could not be read. */
export interface RequestTools {
  readonly tools: readonly ToolDeclaration[];
  readonly systemTools: ReadonlySet<string>;
  readonly unreadable: number;
}

const dialect = { name: '2020-12', because: 'Converse names no dialect' } as const;

type Entry =
  | { readonly kind: 'tool'; readonly tool: ToolDeclaration; readonly isSystem: boolean }
  | { readonly kind: 'mark' }
  | { readonly kind: 'unknown' };

/** `toolConfig.tools`. Undefined when the request records no list: then nothing is known about the set. */
export function requestTools(request: Side): RequestTools | undefined {
  const list = memberOf(memberOf(request.value, 'toolConfig'), 'tools');
  if (!isJsonArray(list)) return undefined;
  const entries = list.map((entry, index) => entryOf(entry, pointersIn(request, `/toolConfig/tools/${index}`)));
  const declared = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry] : []));
  return {
    tools: declared.map(({ tool }) => tool),
    systemTools: new Set(declared.filter(({ isSystem }) => isSystem).map(({ tool }) => tool.name)),
    unreadable: entries.filter(({ kind }) => kind === 'unknown').length,
  };
}

/** A tool of the user, one that the provider runs itself (no schema), or a mark for its cache. */
function entryOf(entry: JsonValue, at: PointerTo): Entry {
  if (memberOf(entry, 'cachePoint') !== undefined) return { kind: 'mark' };
  const system = stringMember(memberOf(entry, 'systemTool'), 'name');
  if (system !== undefined) {
    const pointer = at('/systemTool');
    return { kind: 'tool', tool: { name: system, inputPointer: pointer, outputPointer: pointer }, isSystem: true };
  }
  const spec = memberOf(entry, 'toolSpec');
  const name = stringMember(spec, 'name');
  if (name === undefined) return { kind: 'unknown' };
  const tool: ToolDeclaration = {
    name,
    description: stringMember(spec, 'description'),
    inputSchema: memberOf(memberOf(spec, 'inputSchema'), 'json'),
    inputPointer: at('/toolSpec/inputSchema/json'),
    outputPointer: at('/toolSpec'),
    dialect,
  };
  return { kind: 'tool', tool, isSystem: false };
}

/** The names that `toolChoice` leaves to the model. Undefined: all declared ones (`auto`, `any`). */
export function offeredTools(request: JsonValue): readonly string[] | undefined {
  const name = stringMember(memberOf(memberOf(memberOf(request, 'toolConfig'), 'toolChoice'), 'tool'), 'name');
  return name === undefined ? undefined : [name];
}

/** What the request asks of the answer's form. */
export type AnswerFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'json-schema'; readonly schema: JsonValue; readonly pointer: string; readonly name: string | undefined }
  | { readonly kind: 'unreadable' };

/** `outputConfig.textFormat`: its schema is a text that holds JSON. */
export function answerFormat(request: Side): AnswerFormat {
  const format = memberOf(memberOf(request.value, 'outputConfig'), 'textFormat');
  if (stringMember(format, 'type') !== 'json_schema') return { kind: 'text' };
  const described = memberOf(memberOf(format, 'structure'), 'jsonSchema');
  const text = stringMember(described, 'schema');
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true) return { kind: 'unreadable' };
  const pointer = pointersIn(request)('/outputConfig/textFormat/structure/jsonSchema/schema');
  return { kind: 'json-schema', schema: parsed.value, pointer, name: stringMember(described, 'name') };
}
