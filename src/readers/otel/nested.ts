import { appendToken } from '../../json/pointer.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import type { Attribute, Structured } from './attributes.ts';

// OpenInference spreads its lists over keys (`llm.output_messages.0.message.role`), since attributes hold no objects. Stores put them together
// again: Phoenix hands out the lists under their names (`llm.output_messages`: `[{"message.role": …}]`), or all of a span as objects (`llm`:
// `{"output_messages": [{"message": {"role": …}}]}`).

/** Lists that are put together under their own names. */
const lists = ['llm.input_messages', 'llm.output_messages', 'llm.tools'] as const;
/** Objects that all of a span is put together in. */
const objects = ['openinference', 'llm', 'tool', 'input', 'output'] as const;

/** Values that are objects of their own: nothing of the convention lies within. */
const whole = /(?:^|\.)(?:json_schema|arguments|arguments_json|parameters|invocation_parameters|content|value|metadata)$/;

/** Levels that the convention has, and some. */
const deepest = 16;

/** Spreads such lists and objects again, each value with the place where it stands. What has a key of its own keeps it. */
export function spreadNested(attributes: Map<string, Attribute>, read: (attribute: Attribute) => Structured | undefined): void {
  const names = isJsonObject(attributes.get('openinference')?.value) ? objects : lists;
  for (const name of names) {
    const attribute = attributes.get(name);
    const found = attribute === undefined ? undefined : read(attribute);
    if (found !== undefined && isContainer(found.value))
      spread(attributes, { key: name, found, isVerbatim: attribute?.isVerbatim === true }, 0);
  }
}

const isContainer = (value: JsonValue): boolean => isJsonArray(value) || isJsonObject(value);

interface Inside {
  readonly key: string;
  readonly found: Structured;
  readonly isVerbatim: boolean;
}

function spread(attributes: Map<string, Attribute>, { key, found, isVerbatim }: Inside, depth: number): void {
  const { value, at } = found;
  if (depth > deepest || !isContainer(value) || whole.test(key)) {
    if (depth > 0 && !attributes.has(key)) attributes.set(key, { value, pointer: at(''), isVerbatim });
    return;
  }
  const entries = isJsonArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : [];
  for (const [name, inner] of entries) {
    const path = appendToken('', name);
    spread(attributes, { key: `${key}.${name}`, found: { value: inner, at: (rest) => at(`${path}${rest}`) }, isVerbatim }, depth + 1);
  }
}
