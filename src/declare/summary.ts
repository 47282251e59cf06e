import { digestOf, sha256 } from '../digest/sha256.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';
import { compareText } from '../model/order.ts';
import type { Catalogue, RecordedServer } from './catalogue.ts';
import type { GivenWorkflow } from './declared.ts';

/** A row of the report's `declarations`, but for the dialects, which the gates know. */
export interface DeclarationSummary {
  /** The path as the user gave it; undefined: the record itself declares. */
  readonly source: string | undefined;
  /** Of a given file: over its bytes. Of a record: over the sorted RFC 8785 digests of its tools and steps. */
  readonly sha256: string;
  readonly server: string | null;
  readonly tools: number;
  readonly steps: number;
  readonly scope: 'closed' | 'open';
  /** The schemas it holds, for whoever lists their dialects. */
  readonly declared: readonly ToolDeclaration[];
}

export function summarize(catalogue: Catalogue, given: GivenWorkflow | undefined): readonly DeclarationSummary[] {
  const servers = [...catalogue.servers.values()].sort((a, b) => compareText(a.server ?? '', b.server ?? ''));
  const recorded = servers.filter((server) => server.names.size > 0).map(summarizeServer);
  return [...recorded, ...summarizeSteps(catalogue), ...summarizeGiven(given)];
}

function summarizeServer(server: RecordedServer): DeclarationSummary {
  const digests = [...server.tools.values()].map(digestOfTool).sort();
  return {
    source: undefined,
    sha256: sha256(digests.join('\n')),
    server: server.server ?? null,
    tools: server.names.size,
    steps: 0,
    scope: server.isWhole ? 'closed' : 'open',
    declared: [...server.tools.values()],
  };
}

function digestOfTool(tool: ToolDeclaration): string {
  const schemas = { inputSchema: tool.inputSchema, outputSchema: tool.outputSchema, description: tool.description, title: tool.title };
  const value: Record<string, JsonValue> = { name: tool.name };
  for (const [name, part] of Object.entries(schemas)) if (part !== undefined) value[name] = part;
  return digestOf(value);
}

function summarizeSteps(catalogue: Catalogue): readonly DeclarationSummary[] {
  if (catalogue.steps.size === 0) return [];
  const digests = [...catalogue.steps.values()].map(({ step, outputSchema, tools }) =>
    digestOf([step, outputSchema ?? null, tools ?? null]),
  );
  const row = { source: undefined, sha256: sha256(digests.sort().join('\n')), server: null, tools: 0, steps: catalogue.steps.size };
  return [{ ...row, scope: 'open', declared: [] }];
}

/** A source with tools of several servers has one row for each. */
function summarizeGiven(given: GivenWorkflow | undefined): readonly DeclarationSummary[] {
  return (given?.sources ?? []).flatMap((source) => {
    const servers = [...new Set(source.tools.map((tool) => tool.server))].sort((a, b) => compareText(a ?? '', b ?? ''));
    return (servers.length === 0 ? [undefined] : servers).map((server, index) => {
      const declared = source.tools.filter((tool) => tool.server === server);
      const row = { source: source.source, sha256: source.sha256, server: server ?? null, tools: declared.length };
      return { ...row, steps: index === 0 ? source.steps.length : 0, scope: source.scope, declared };
    });
  });
}
