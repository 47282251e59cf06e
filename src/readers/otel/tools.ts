import type { ToolDeclaration } from '../../model/declaration.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { requestTools as geminiTools, offeredTools } from '../gemini/request.ts';
import type { PointerTo } from '../kit/pair.ts';
import { type Attribute, type Attributes, memberAt, type Structured, structuredOf, textOf } from './attributes.ts';
import { exchangeTools } from './exchange.ts';
import { isGoogle } from './google/marks.ts';

/** The tools that a span says the model, or the agent, was offered. */
export interface SpanTools {
  readonly tools: readonly ToolDeclaration[];
  /** Entries, or whole lists, that could not be read. */
  readonly unreadable: number;
  /** The names that the request leaves to the model. Absent: all of them. */
  readonly offered?: readonly string[] | undefined;
}

/** How the schemas of a list are written. */
type Writing = Pick<ToolDeclaration, 'dialect' | 'notation'>;

const ofConventions: Writing = {
  dialect: {
    name: 'draft-07',
    because: 'the GenAI semantic conventions require parameters of gen_ai.tool.definitions to conform to JSON Schema draft-07',
  },
};
/** Google's instrumentation writes them as they were sent. */
const ofGemini: Writing = { dialect: { name: '2020-12', because: 'Gemini names no dialect' }, notation: 'openapi-subset' };
const unnamed: Writing = { dialect: undefined };

/** The first of the conventions by which the span lists its tools. Undefined: it lists none. */
export function spanTools(attributes: Attributes, lists: ToolMemory): SpanTools | undefined {
  return (
    definitions(attributes, lists) ??
    numbered(attributes, traceloop) ??
    numbered(attributes, openInference) ??
    promptTools(attributes) ??
    requestTools(attributes) ??
    parameterTools(attributes) ??
    listedTools(exchangeTools(attributes), unnamed)
  );
}

/** Lists that were read, by their place: every request lists all its tools, most of them in the same words as the one before. */
export type ToolMemory = Map<string, { readonly text: string; readonly read: SpanTools }>;

/** Places that are remembered; a record may hold any number of spans. */
const placeLimit = 64;

/** `gen_ai.tool.definitions`: the text of a list, or the list. */
function definitions(attributes: Attributes, lists: ToolMemory): SpanTools | undefined {
  const attribute = attributes.get('gen_ai.tool.definitions');
  if (attribute === undefined) return undefined;
  const { value: text, pointer, isVerbatim } = attribute;
  const writing = isGoogle(attributes) ? ofGemini : ofConventions;
  if (typeof text !== 'string' || !isVerbatim) return readDefinitions(attribute, writing);
  const place = `${writing.notation ?? ''} ${pointer}`;
  const known = lists.get(place);
  if (known?.text === text) return known.read;
  const read = readDefinitions(attribute, writing);
  if (lists.size >= placeLimit) lists.clear();
  lists.set(place, { text, read });
  return read;
}

const readDefinitions = (attribute: Attribute, writing: Writing): SpanTools =>
  listedTools(structuredOf(attribute), writing) ?? { tools: [], unreadable: 1 };

/** Undefined for what is no list. */
function listedTools(list: Structured | undefined, writing: Writing): SpanTools | undefined {
  if (list === undefined || !isJsonArray(list.value)) return undefined;
  return counted(list.value.map((entry, index) => toolOf(entry, (path) => list.at(`/${index}${path}`), writing)));
}

/** `ai.prompt.tools` of the AI SDK: a list of texts, one tool each. */
function promptTools(attributes: Attributes): SpanTools | undefined {
  const attribute = attributes.get('ai.prompt.tools');
  const list = attribute === undefined ? undefined : structuredOf(attribute);
  if (list === undefined || !isJsonArray(list.value)) return undefined;
  const read = list.value.map((entry, index) => {
    const tool = structuredOf({ value: entry, pointer: list.at(`/${index}`), isVerbatim: true });
    return tool === undefined ? undefined : toolOf(tool.value, tool.at, unnamed);
  });
  return counted(read);
}

/** `gcp.vertex.agent.llm_request` of Google's ADK: the request itself, as it went to Gemini. */
function requestTools(attributes: Attributes): SpanTools | undefined {
  const attribute = attributes.get('gcp.vertex.agent.llm_request');
  const request = attribute === undefined ? undefined : structuredOf(attribute);
  const read = request === undefined ? undefined : geminiTools(request);
  return read === undefined || request === undefined ? undefined : { ...read, offered: offeredTools(request) };
}

/** `model_request_parameters` of Pydantic AI: functions, and the tools by which a model gives its answer. */
function parameterTools(attributes: Attributes): SpanTools | undefined {
  const attribute = attributes.get('model_request_parameters');
  const parameters = attribute === undefined ? undefined : structuredOf(attribute);
  if (parameters === undefined) return undefined;
  const lists = ['function_tools', 'output_tools'].map((name) => listedTools(memberAt(parameters, name), unnamed));
  const read = lists.filter((list) => list !== undefined);
  if (read.length === 0) return undefined;
  return { tools: read.flatMap(({ tools }) => tools), unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0) };
}

/** A convention that numbers its tools in the keys. */
interface Numbered {
  readonly key: RegExp;
  readonly read: (attributes: Attributes, index: number) => ToolDeclaration | undefined;
}

const traceloop: Numbered = {
  key: /^llm\.request\.functions\.(\d{1,6})\.name$/,
  read(attributes, index) {
    const prefix = `llm.request.functions.${index}`;
    const name = textOf(attributes, `${prefix}.name`);
    const parameters = attributes.get(`${prefix}.parameters`);
    const schema = parameters === undefined ? undefined : structuredOf(parameters);
    if (name === undefined || (parameters !== undefined && schema === undefined)) return undefined;
    const pointer = attributes.get(`${prefix}.name`)?.pointer ?? '';
    const description = textOf(attributes, `${prefix}.description`);
    return declared({ name, description, schema: schema?.value, at: schema?.at ?? (() => pointer), path: '', writing: unnamed });
  },
};

const openInference: Numbered = {
  key: /^llm\.tools\.(\d{1,6})\.tool\.json_schema$/,
  read(attributes, index) {
    const attribute = attributes.get(`llm.tools.${index}.tool.json_schema`);
    const tool = attribute === undefined ? undefined : structuredOf(attribute);
    return tool === undefined ? undefined : toolOf(tool.value, tool.at, unnamed);
  },
};

function numbered(attributes: Attributes, { key, read }: Numbered): SpanTools | undefined {
  const indices = [...attributes.keys()].map((name) => key.exec(name)?.[1]).filter((index) => index !== undefined);
  if (indices.length === 0) return undefined;
  const sorted = indices.map(Number).sort((a, b) => a - b);
  return counted(sorted.map((index) => read(attributes, index)));
}

function counted(read: readonly (ToolDeclaration | undefined)[]): SpanTools {
  const tools = read.filter((tool) => tool !== undefined);
  return { tools, unreadable: read.length - tools.length };
}

/** A tool in the shape of the conventions, or of the provider it was sent to. */
function toolOf(outer: JsonValue, outerAt: PointerTo, writing: Writing): ToolDeclaration | undefined {
  const inner = memberOf(outer, 'function');
  const entry = inner ?? outer;
  const at: PointerTo = inner === undefined ? outerAt : (path) => outerAt(`/function${path}`);
  const name = stringMember(entry, 'name');
  if (name === undefined) return undefined;
  const description = stringMember(entry, 'description');
  const key = ['parameters', 'input_schema', 'inputSchema', 'parameters_json_schema'].find(
    (candidate) => memberOf(entry, candidate) !== undefined,
  );
  const schema = key === undefined ? undefined : memberOf(entry, key);
  return declared({ name, description, schema, at, path: key === undefined ? '' : `/${key}`, writing });
}

interface Described {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: JsonValue | undefined;
  readonly at: PointerTo;
  readonly path: string;
  readonly writing: Writing;
}

/** Parameters that are absent were not captured, and null says that there are none: nothing is declared for the arguments then. */
function declared({ name, description, schema, at, path, writing }: Described): ToolDeclaration {
  if (schema === undefined || schema === null) return { name, description, inputPointer: at(''), outputPointer: at('') };
  return { name, description, inputSchema: schema, inputPointer: at(path), outputPointer: at(''), ...writing };
}
