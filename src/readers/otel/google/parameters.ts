import { ExactNumber, isJsonArray, type JsonValue } from '../../../model/json.ts';
import type { Payload } from '../../../model/payload.ts';
import { type Attribute, type Attributes, structuredOf } from '../attributes.ts';

/** Google's instrumentation tells the parameters of a function that it runs, each with the name of its Python type. */
const key = /^code\.function\.parameters\.(.{1,200})\.(type|value)$/s;

interface Parameter {
  type: JsonValue | undefined;
  value: Attribute | undefined;
}

/** The arguments with which a function ran. Undefined: the span tells none, or one of them in a way that does not say what it was. */
export function parametersOf(attributes: Attributes, pointer: string): Payload | undefined {
  const parameters = new Map<string, Parameter>();
  for (const [name, attribute] of attributes) {
    const [, parameter, what] = key.exec(name) ?? [];
    if (parameter === undefined) continue;
    const known = parameters.get(parameter) ?? { type: undefined, value: undefined };
    parameters.set(parameter, known);
    if (what === 'type') known.type = attribute.value;
    else known.value = attribute;
  }
  if (parameters.size === 0) return undefined;
  const values = [...parameters].map(([name, parameter]) => [name, parameterValue(parameter)] as const);
  const read = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return read.length < values.length ? undefined : { form: 'value', value: Object.fromEntries(read), pointer };
}

/** A list of one kind and what is no list stand as they are; all else is written as JSON. An object of a class is not told as it was. */
function parameterValue({ type, value }: Parameter): JsonValue | undefined {
  if (type === 'NoneType') return null;
  if (value === undefined) return undefined;
  switch (type) {
    case 'str':
      return typeof value.value === 'string' ? value.value : undefined;
    case 'bool':
      return typeof value.value === 'boolean' ? value.value : undefined;
    case 'int':
    case 'float':
      return typeof value.value === 'number' || value.value instanceof ExactNumber ? value.value : undefined;
    case 'list':
      return isJsonArray(value.value) ? value.value : structuredOf(value)?.value;
    case 'dict':
      return structuredOf(value)?.value;
    default:
      return undefined;
  }
}
