import type { Random } from '../properties/differential/random.ts';
import type { Deviant } from './shapes.ts';
import type { PlaneTool, World } from './world.ts';

/** A call that its gate has to refuse. */
export interface DeviantCall extends Deviant {
  /** Another name than that of the tool that was wished for. */
  readonly tool?: string;
  /** The exact text, where that is what deviates. */
  readonly text?: string;
}

interface Wish {
  readonly tool: PlaneTool;
  readonly world: World;
  readonly step: string | undefined;
}

/** A tool nobody declared, one that is not offered here, text that is no JSON or says a thing twice; most often a value that deviates. */
export function deviantCall(random: Random, wish: Wish): DeviantCall {
  const { tool } = wish;
  const value = tool.input.make(random);
  const text = JSON.stringify(value);
  const [first] = Object.keys(value);
  switch (random.below(12)) {
    case 0:
      return { value, tool: `${tool.name}_now`, delta: [{ kind: 'invented-tool', path: '' }] };
    case 1:
      return { value, text: text.slice(0, -1), delta: [{ kind: 'not-json', path: '' }] };
    case 2:
      if (first === undefined) return tool.input.deviate(random, '');
      return {
        value,
        text: `{${text.slice(1, -1)},${text.slice(1)}`,
        delta: Object.keys(value).map((name) => ({ kind: 'duplicate-key', path: `/${name}` })),
      };
    case 3:
      return notOffered(random, wish) ?? tool.input.deviate(random, '');
    default:
      return tool.input.deviate(random, '');
  }
}

function notOffered(random: Random, { tool, world, step }: Wish): DeviantCall | undefined {
  const offered = world.steps.find(({ id }) => id === step)?.tools;
  const hidden = world.tools.filter(({ name, server }) => offered?.includes(name) === false && server === tool.server);
  if (hidden.length === 0) return undefined;
  const other = random.pick(hidden);
  return { value: other.input.make(random), tool: other.name, delta: [{ kind: 'tool-not-offered', path: '' }] };
}
