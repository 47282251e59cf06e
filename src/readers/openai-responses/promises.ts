import { parseJson } from '../../json/parse.ts';
import type { ToolDeclaration } from '../../model/declaration.ts';
import type { Returned } from '../../model/event/calls.ts';
import type { Payload } from '../../model/payload.ts';
import type { ItemResult } from '../kit/response-result.ts';
import { pairingOf } from '../kit/sink.ts';

/**
 * Functions that promise a structure for what they return. `output_schema` describes "the JSON value encoded in string outputs" (OpenAI API
 * reference, FunctionTool): a list of content parts is not described, and a tool without it returns free text.
 */
export interface Promises {
  declare(tools: readonly ToolDeclaration[], server: string | undefined): void;
  call(id: string | undefined, tool: { readonly server?: string | undefined; readonly tool: string }): void;
  /** What a result adds to its event when its function promised a structure. */
  result(result: ItemResult): Pick<Returned, 'structured' | 'canBeStructured'> | undefined;
}

export function openPromises(): Promises {
  const promising = new Set<string>();
  const calls = new Set<string>();
  return {
    declare(tools, server) {
      for (const tool of tools) if (tool.outputSchema !== undefined) promising.add(identity(server, tool.name));
    },
    call(id, { server, tool }) {
      if (id !== undefined && promising.has(identity(server, tool))) calls.add(pairingOf(id, undefined));
    },
    result({ call, content, texts: [first] }) {
      const isPromised = calls.size > 0 && call !== undefined && calls.has(pairingOf(call, undefined));
      if (!isPromised || typeof content !== 'string' || first === undefined) return undefined;
      return { structured: structuredOf(content, first.pointer), canBeStructured: true };
    },
  };
}

const identity = (server: string | undefined, tool: string): string => JSON.stringify([server ?? null, tool]);

/** No flag tells an error from an output: text that is no JSON, and does not set out to be an object, may be either. */
function structuredOf(text: string, pointer: string): Payload {
  if (text.trimStart().startsWith('{') || parseJson(text).ok) return { form: 'text', text, pointer };
  const detail = 'the output is no JSON, and nothing tells whether it is the message of an error';
  return { form: 'opaque', reason: 'opaque', detail, pointer };
}
