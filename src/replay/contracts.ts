import type { JsonValue } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import { isByLate } from './late-gates.ts';
import { digestOfSchema } from './schema-digest.ts';
import { eventSite } from './site.ts';
import type { RecordedGate, Story } from './story.ts';
import { subjectOf } from './subject.ts';

/** The schema in force for what a gate judged; undefined where none is known for certain. */
function schemaInForce({ story, gate }: Held): JsonValue | undefined {
  const isAsProposed = story.executed?.tool === undefined || story.executed.tool === story.tool;
  if (story.found?.kind !== 'declared' || !isAsProposed) return undefined;
  return gate.gate === 'input' ? story.found.tool.inputSchema : story.found.tool.outputSchema;
}

interface Held {
  readonly story: Story;
  readonly gate: RecordedGate;
}

/** There is no second source of truth: a call's gate judges by the declaration in force, not by a copy of it (`delivery/contract.ts`: answers). */
export function otherContract(held: Held): Observation | undefined {
  const recorded = held.gate.schemaSha256;
  if (recorded === undefined) return undefined;
  const schema = schemaInForce(held);
  if (schema === undefined) return undefined;
  const declared = digestOfSchema(schema);
  if (declared === recorded || isByLate(held.gate)) return undefined;
  return {
    kind: 'contract-changed',
    place: 'gate',
    site: eventSite(held.gate.record),
    subject: subjectOf(held.story),
    gate: held.gate.gate,
    declared,
    recorded,
  };
}
