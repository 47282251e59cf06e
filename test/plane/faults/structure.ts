import { deltaOf } from '../call.ts';
import { type DeviantCall, deviantCall } from '../deviant-call.ts';
import { isList, memberOf, type PlaneEvent } from '../event.ts';
import { type Fault, pickOne, replaced } from '../fault.ts';
import { payloadOf } from '../payload.ts';
import { worldOf } from '../plane.ts';
import { storiesOf } from '../story.ts';
import { toolOf } from './despite.ts';

const kinds = [
  'invented-tool',
  'tool-not-offered',
  'not-json',
  'duplicate-key',
  'missing-field',
  'extra-field',
  'wrong-type',
  'wrong-value',
  'out-of-range',
  'wrong-length',
  'wrong-pattern',
  'wrong-format',
  'duplicate-item',
] as const;

/** A refused proposal is wrong in another way, and the plane says so as it has to. */
function refusedFor(kind: string): Fault {
  return {
    code: `structure/${kind}`,
    name: 'a proposal that is refused',
    plant(ledger, random) {
      const { events } = ledger;
      const refused = storiesOf(events).filter(({ call, opened, inputGates }) => {
        const gate = events[inputGates.at(-1) ?? -1];
        const isRefused = call !== undefined && gate?.verdict === 'fail' && !isHidden(gate);
        return isRefused && toolOf(ledger, events[opened]) !== undefined && payloadOf(events[opened], 'arguments') !== undefined;
      });
      const story = pickOne(random, refused);
      const tool = story === undefined ? undefined : toolOf(ledger, events[story.opened]);
      if (story === undefined || tool === undefined) return undefined;
      const proposed = events[story.opened];
      const wish = { tool, world: worldOf(ledger, proposed), step: proposed?.step === undefined ? undefined : String(proposed.step) };
      const deviants = Array.from({ length: 30 }, () => deviantCall(random, wish));
      const deviant = deviants.find(({ delta }) => delta.length === 1 && delta[0]?.kind === kind);
      if (deviant === undefined) return undefined;
      const gates = [...story.inputGates, ...story.failed];
      const changed = events.map((event, index) => {
        return rewritten(event, { isCall: index === story.opened, isGate: gates.includes(index) }, deviant);
      });
      return { events: changed, at: [story.opened] };
    },
  };
}

/** The tool itself is not offered here, whatever it is asked. */
const isHidden = ({ delta }: PlaneEvent): boolean => isList(delta) && delta.some((entry) => memberOf(entry, 'kind') === 'tool-not-offered');

interface Part {
  readonly isCall: boolean;
  readonly isGate: boolean;
}

function rewritten(event: PlaneEvent, { isCall, isGate }: Part, { value, text, tool, delta }: DeviantCall): PlaneEvent {
  if (isCall) return { ...event, tool: tool ?? event.tool, arguments: text === undefined ? value : undefined, arguments_text: text };
  // no schema is judged by where the tool itself is refused
  return isGate ? { ...event, delta: deltaOf(delta), schema_sha256: tool === undefined ? event.schema_sha256 : undefined } : event;
}

/** A success without the result that was promised, where no gate and no commit says anything of it. */
const missingOutput: Fault = {
  code: 'structure/missing-output',
  name: 'a success without its result',
  plant(ledger, random) {
    const { events } = ledger;
    const plain = storiesOf(events).filter(({ call, returned, outputGates, committed, failed, opened }) => {
      const isSilent = call !== undefined && returned.length === 1 && outputGates.length + committed.length + failed.length === 0;
      const tool = toolOf(ledger, events[opened]);
      return isSilent && events[returned[0] ?? -1]?.outcome === 'ok' && tool?.output !== undefined && tool.undo === undefined;
    });
    const [at] = pickOne(random, plain)?.returned ?? [];
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || event === undefined || events.some(({ type, run }) => type === 'compensation.started' && run === event.run))
      return undefined;
    const without = {
      ...event,
      structured_content: undefined,
      structured_content_text: undefined,
      content: [{ type: 'text', text: 'done' }],
    };
    return { events: replaced(events, at, without), at: [at] };
  },
};

export const structureFaults: readonly Fault[] = [...kinds.map(refusedFor), missingOutput];
