import { memberOf } from '../../model/json.ts';
import type { TextAt } from '../kit/text-blocks.ts';
import { type Attribute, type Attributes, structuredOf, textAt, textOf } from './attributes.ts';
import { kindOf } from './inference.ts';
import type { Span } from './spans.ts';

/** The span of a tool that only its vendor's marks show: named by the span, with what went in and what came out in an attribute each. */
export interface VendorTool {
  readonly name: TextAt;
  readonly input: Attribute | undefined;
  readonly output: Attribute | undefined;
}

interface Vendor {
  /** The mark by which it says what kind of span one is. */
  readonly kind: string;
  readonly input: string;
  readonly output: string;
}

const vendors: readonly Vendor[] = [
  { kind: 'mlflow.spanType', input: 'mlflow.spanInputs', output: 'mlflow.spanOutputs' },
  { kind: 'langfuse.observation.type', input: 'langfuse.observation.input', output: 'langfuse.observation.output' },
  { kind: 'genkit:metadata:subtype', input: 'genkit:input', output: 'genkit:output' },
  { kind: 'langsmith.span.kind', input: 'gen_ai.prompt', output: 'gen_ai.completion' },
];

export const isVendorTool = (attributes: Attributes): boolean =>
  kindOf(attributes) === 'TOOL' && vendors.some(({ kind }) => attributes.has(kind));

/** Undefined: it is none, or has no name. */
export function vendorTool({ attributes, name }: Pick<Span, 'attributes' | 'name'>): VendorTool | undefined {
  const vendor = isVendorTool(attributes) ? vendors.find(({ kind }) => textOf(attributes, kind) !== undefined) : undefined;
  const called = textAt(attributes, 'langsmith.trace.name', 'genkit:name') ?? name;
  if (vendor === undefined || called === undefined) return undefined;
  const input = attributes.get(vendor.input);
  return { name: called, input: input !== undefined && isText(input) ? undefined : input, output: attributes.get(vendor.output) };
}

/** LangChain hands a tool's input on as one text, which says what it was in words of Python. */
function isText(input: Attribute): boolean {
  const value = structuredOf(input)?.value;
  return typeof memberOf(value, 'input') === 'string' && Object.keys(value ?? {}).length === 1;
}
