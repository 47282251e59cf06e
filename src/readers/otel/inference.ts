import { type Attributes, textOf } from './attributes.ts';

const kindKeys = [
  'openinference.span.kind',
  'langfuse.observation.type',
  'langsmith.span.kind',
  'mlflow.spanType',
  'llm.request.type',
  'genkit:metadata:subtype',
] as const;

/** What a vendor calls the kind of a span, in capitals; MLflow writes every value as JSON. */
export const kindOf = (attributes: Attributes): string | undefined =>
  textOf(attributes, ...kindKeys)
    ?.replaceAll('"', '')
    .toUpperCase();

const ofRequests: ReadonlySet<string> = new Set(['LLM', 'CHAT_MODEL', 'GENERATION', 'CHAT', 'COMPLETION', 'MODEL']);

/** True for the span of one request to a model. What stands around it, an agent, a chain or a tool, sums up or passes on what others said. */
export function isInference(attributes: Attributes): boolean {
  const kind = kindOf(attributes);
  if (kind !== undefined) return ofRequests.has(kind);
  const operation = textOf(attributes, 'gen_ai.operation.name');
  if (operation !== undefined) return operation === 'chat' || operation === 'text_completion' || operation === 'generate_content';
  return textOf(attributes, 'gen_ai.request.model') !== undefined;
}
