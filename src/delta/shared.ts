import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';

const known = new WeakMap<JsonObject, boolean>();

/**
 * Whether two schemas of a document may speak of the members of one object. Then a field that one of them does not
 * declare may be declared by the other, and "undeclared" cannot be told from one of them alone.
 */
export function isShared(root: JsonValue): boolean {
  if (!isJsonObject(root)) return false;
  const found = known.get(root) ?? hasSharing(root);
  known.set(root, found);
  return found;
}

/** Without a call stack: schemas nest as deep as their author likes. */
function hasSharing(root: JsonObject): boolean {
  const waiting: JsonValue[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isJsonArray(node)) for (const item of node) waiting.push(item);
    if (!isJsonObject(node)) continue;
    if (speakersOf(node) > 1) return true;
    for (const item of Object.values(node)) waiting.push(item);
  }
  return false;
}

/** How many schemas at one node can name members of the same object. */
function speakersOf(node: JsonObject): number {
  const own = ['properties', 'patternProperties', '$ref'].some((name) => Object.hasOwn(node, name)) ? 1 : 0;
  const all = listOf(member(node, 'allOf')).filter(isTelling).length;
  const choices = ['anyOf', 'oneOf'].filter((name) => listOf(member(node, name)).some(isTelling)).length;
  const sometimes = ['then', 'else', 'dependentSchemas', 'dependencies', 'not', 'if'].filter((name) => Object.hasOwn(node, name)).length;
  return own + all + choices + sometimes + (Object.hasOwn(node, '$ref') && Object.hasOwn(node, 'properties') ? 1 : 0);
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isJsonArray(value) ? value : []);

/** `{"required": […]}` alone, as alternatives often are, names nothing new. */
function isTelling(schema: JsonValue): boolean {
  return isJsonObject(schema) && Object.keys(schema).some((name) => name !== 'required');
}
