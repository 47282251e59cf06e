import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { judgeArray, judgeUnevaluatedItems } from './arrays.ts';
import { judgeInPlace, judgeReferences } from './compose.ts';
import { type Facts, factsOf } from './facts.ts';
import { WalkLimit } from './limit.ts';
import { mergeMarks, newMarks } from './marks.ts';
import { judgeObject, judgeUnevaluatedProperties } from './objects.ts';
import { repairFor } from './repair.ts';
import { complain } from './report.ts';
import { judgeFormat, judgeNumber, judgeText, remarkNumber } from './scalars.ts';
import { isFull } from './sink.ts';
import { remarkTypes } from './suspicious.ts';
import { isOfTypes } from './types.ts';
import { explainLiteral } from './unions.ts';
import type { Visit } from './visit.ts';

/**
 * Schemas applied inside one another before the walk gives up. A cold stack of Node's default size overflows at about
 * 1,000 of them; a limit below that gives the same answer on every machine and from every caller.
 */
const evaluationDepthLimit = 600;

/** Whether a schema accepts a value. With a sink in the visit it also says what is wrong and what is noteworthy. */
export function evaluate(node: SchemaNode, value: JsonValue, visit: Visit): boolean {
  const { walk } = visit;
  if (++walk.steps > walk.settings.maximumSteps) {
    throw new WalkLimit('limit:time', `more than ${walk.settings.maximumSteps} steps of evaluation`);
  }
  if (node.schema === true) return true;
  if (node.schema === false) {
    return complain(visit, { node, keyword: '', kind: 'forbidden', recorded: value, detail: 'the schema here is false' });
  }
  if (++walk.depth > evaluationDepthLimit) throw new WalkLimit('limit:depth', 'schema and value nest too deep to be judged');
  const outer = walk.scope;
  if (walk.isDynamic && outer?.resource !== node.resource) walk.scope = { resource: node.resource, outer };
  const isValid = judge(factsOf(node), value, visit);
  walk.scope = outer;
  walk.depth--;
  return isValid;
}

function judge(facts: Facts, value: JsonValue, visit: Visit): boolean {
  if (facts.alone !== undefined) return evaluate(facts.alone, value, visit);
  if (facts.malformed !== undefined) {
    throw new WalkLimit('invalid-declaration', `${facts.malformed} has no meaning at ${facts.node.pointer || 'the root of the schema'}`);
  }
  if (!judgeKind(facts, value, visit)) return false;
  const isCollecting = facts.unevaluatedItems !== undefined || facts.unevaluatedProperties !== undefined;
  const own: Visit = isCollecting ? { ...visit, marks: newMarks() } : visit;
  let isValid = judgeContent(facts, value, own);
  if (!isValid && visit.sink === undefined) return false;
  if (facts.hasReferences && !judgeReferences(facts.node, value, own)) isValid = false;
  if (!isValid && visit.sink === undefined) return false;
  if (facts.inPlace !== undefined && !judgeInPlace(facts, facts.inPlace, value, own)) isValid = false;
  if (!isCollecting || (!isValid && visit.sink === undefined)) return isValid;
  if (!judgeUnevaluated(facts, value, own)) isValid = false;
  mergeMarks(visit.marks, own.marks);
  return isValid;
}

function judgeUnevaluated(facts: Facts, value: JsonValue, visit: Visit): boolean {
  if (isJsonArray(value)) return judgeUnevaluatedItems(facts, value, visit);
  return isJsonObject(value) ? judgeUnevaluatedProperties(facts, value, visit) : true;
}

/** Type, const and enum: one of them wrong is the whole fault, and the rest is not asked. */
function judgeKind(facts: Facts, value: JsonValue, visit: Visit): boolean {
  const { types, literals, node } = facts;
  if (types !== undefined && !isOfTypes(value, types, facts.dialect)) {
    if (visit.sink === undefined) return false;
    const declared = types.length === 1 ? (types[0] ?? null) : types;
    const repair = isFull(visit.sink) ? undefined : repairFor(node, types, value, visit);
    return complain(visit, { node, keyword: 'type', kind: 'wrong-type', declared, recorded: value, repair });
  }
  if (literals !== undefined && !literals.has(value)) {
    return visit.sink === undefined ? false : explainLiteral({ node, keyword: literals.keyword, values: literals.values }, value, visit);
  }
  return true;
}

function judgeContent(facts: Facts, value: JsonValue, visit: Visit): boolean {
  let isValid = facts.format === undefined || judgeFormat(facts, facts.format, value, visit);
  if (typeof value === 'string') {
    if (facts.text !== undefined && !judgeText(facts, facts.text, value, visit)) isValid = false;
    if (visit.sink !== undefined && facts.types !== undefined && facts.types.length > 1) remarkTypes(facts, facts.types, value, visit);
    return isValid;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) {
    if (facts.number !== undefined && !judgeNumber(facts, facts.number, value, visit)) isValid = false;
    if (visit.sink !== undefined && value instanceof ExactNumber) remarkNumber(facts, value, visit);
    return isValid;
  }
  if (isJsonArray(value)) return facts.array === undefined ? isValid : judgeArray(facts, facts.array, value, visit) && isValid;
  if (isJsonObject(value)) return facts.object === undefined ? isValid : judgeObject(facts, facts.object, value, visit) && isValid;
  return isValid;
}
