import { type Attributes, textOf } from '../attributes.ts';

/** `gen_ai.system`, later `gen_ai.provider.name`, of those who speak to Gemini by Google's own instrumentation or framework. */
const systems: ReadonlySet<string> = new Set(['gemini', 'vertex_ai', 'gcp.gemini', 'gcp.vertex_ai', 'gcp.gen_ai', 'gcp.vertex.agent']);

/** Every span and event of Google's ADK names the event of the session that it is about. */
const ofAdk = 'gcp.vertex.agent.event_id';

/** True where calls may have no ids: those of Gemini, in the attributes of Google's instrumentation and of its ADK. */
export function isGoogle(attributes: Attributes): boolean {
  if (textOf(attributes, 'gen_ai.operation.name') === 'generate_content' || attributes.has(ofAdk)) return true;
  return systems.has(textOf(attributes, 'gen_ai.provider.name', 'gen_ai.system') ?? '');
}
