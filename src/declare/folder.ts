import type { ToolDeclaration } from '../model/declaration.ts';
import type { GivenDeclarations, Resolve } from './declared.ts';
import { parseDocument } from './document.ts';
import { declareFile } from './file.ts';
import { refuse } from './refused.ts';
import { isWorkflow } from './workflow-file.ts';

/** Reads every JSON and YAML file of a folder (not of its subfolders), each a declaration of its own. */
export async function readFolder(source: string, names: readonly string[], resolve: Resolve): Promise<readonly GivenDeclarations[]> {
  const sources: GivenDeclarations[] = [];
  for (const name of [...names].filter((file) => /\.(?:json|ya?ml)$/i.test(file)).sort()) {
    const path = `${source.replace(/\/+$/, '')}/${name}`;
    const found = await resolve(path);
    if (found.kind === 'directory') continue;
    if (found.kind === 'missing') return refuse(path, `cannot be read: ${found.reason}`);
    const document = await parseDocument(path, found.bytes);
    if (isWorkflow(document.value)) return refuse(path, 'is a workflow file inside a folder of declarations; give it by its own path');
    sources.push(
      withServer(declareFile(document, { kinds: 'anything', server: undefined }), /^(.+)\.tools\.(?:json|ya?ml)$/i.exec(name)?.[1]),
    );
  }
  if (sources.length === 0)
    return refuse(source, 'the folder holds no .json, .yaml or .yml file; expected schemas named after their tools, or tool lists');
  return joinParts(sources);
}

/** `billing.tools.json` in a folder holds the tools of the server billing, unless it names a server itself. */
function withServer(source: GivenDeclarations, server: string | undefined): GivenDeclarations {
  if (server === undefined) return source;
  return { ...source, tools: source.tools.map((tool) => ({ ...tool, server: tool.server ?? server })) };
}

/** `refund.input.json` and `refund.output.json` declare one tool: its result is added where its arguments are declared. */
function joinParts(sources: readonly GivenDeclarations[]): readonly GivenDeclarations[] {
  const outputs = new Map<string, ToolDeclaration>();
  for (const tool of sources.flatMap((source) => source.tools)) if (isOutputOnly(tool)) outputs.set(tool.name, tool);
  const inputs = new Set(sources.flatMap((source) => source.tools.filter((tool) => !isOutputOnly(tool)).map((tool) => tool.name)));
  return sources.map((source) => ({
    ...source,
    tools: source.tools
      .filter((tool) => !isOutputOnly(tool) || !inputs.has(tool.name))
      .map((tool) => withOutput(tool, outputs.get(tool.name))),
  }));
}

function isOutputOnly(tool: ToolDeclaration): boolean {
  return tool.inputSchema === undefined && tool.outputSchema !== undefined && tool.description === undefined;
}

function withOutput(tool: ToolDeclaration, output: ToolDeclaration | undefined): ToolDeclaration {
  return output === undefined || tool.outputSchema !== undefined ? tool : { ...tool, outputSchema: output.outputSchema, outputPointer: '' };
}
