import { pointerTokens } from '../../json/pointer.ts';

const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const lists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
/** Keywords whose subschema looks at the same value as the schema around it. */
const inPlace: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies']);
/** Under these a schema is a question, not a promise. */
const questions: ReadonlySet<string> = new Set(['not', 'if', 'contains']);

interface Step {
  readonly keyword: string;
  /** The property, definition or index after the keyword, where one follows. */
  readonly name: string | undefined;
  /** How many tokens lead here. */
  readonly end: number;
}

/** The keywords a schema pointer passes, told apart from property names that read like keywords. */
function stepsTo(tokens: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < tokens.length; ) {
    const keyword = tokens[at] ?? '';
    const next = tokens[at + 1];
    const takesName = maps.has(keyword) || lists.has(keyword) || (keyword === 'items' && next !== undefined && /^\d+$/.test(next));
    at += takesName ? 2 : 1;
    steps.push({ keyword, name: takesName ? next : undefined, end: at });
  }
  return steps;
}

/** Where a subschema stands, as far as remarks depend on it. */
export interface SchemaPlace {
  /** The property this schema describes. */
  readonly property: string | undefined;
  readonly isQuestion: boolean;
  /** Pointers of the schemas that look at the same value, outermost first. */
  readonly around: readonly string[];
}

function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function placeInSchema(pointer: string): SchemaPlace {
  const tokens = pointerTokens(pointer);
  const steps = stepsTo(tokens);
  const last = steps.at(-1);
  const around: string[] = [];
  for (let at = steps.length - 1; at >= 0 && inPlace.has(steps[at]?.keyword ?? ''); at -= 1) {
    around.unshift(pointerOf(tokens.slice(0, steps[at - 1]?.end ?? 0)));
  }
  return {
    property: last?.keyword === 'properties' ? last.name : undefined,
    isQuestion: steps.some(({ keyword }) => questions.has(keyword)),
    around,
  };
}
