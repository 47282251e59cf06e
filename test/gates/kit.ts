import { createGates, type GateSettings } from '../../src/gates/create.ts';
import type { Contract, Gates, SchemaSource } from '../../src/gates/gates.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { GateAnswer } from '../../src/model/delta.ts';
import type { JsonValue } from '../../src/model/json.ts';

/** Reads a JSON text as the product does: exact numbers and `__proto__` members survive. */
export function json(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`not JSON in a test: ${text}`);
  return parsed.value;
}

export async function openGates(settings: Partial<GateSettings> = {}): Promise<Gates> {
  return createGates({ formats: 'assert', resources: new Map(), isClosedObjects: false, isFast: false, ...settings });
}

/** More uses than the fast path waits for before it compiles. */
const manyUses = 60;

/** The answer once the fast path, where there is one, is at work. */
export function judgeWarm(contract: Contract, value: JsonValue): GateAnswer {
  for (let use = 0; use < manyUses; use += 1) contract.judge(value);
  return contract.judge(value);
}

export function describeProblems(gates: Gates, schema: JsonValue, source: SchemaSource = {}): readonly string[] {
  return gates
    .contractOf(schema, source)
    .problems.map(({ fault, pointer, isBlocking }) => `${fault} ${pointer}${isBlocking ? ' blocking' : ''}`);
}
