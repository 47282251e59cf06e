import type { GateChecked } from '../../model/event/calls.ts';
import type { Planned, ProviderCalled } from '../../model/event/providers.ts';
import type { OtherContract } from '../../model/observation/gates.ts';
import type { Context } from '../context.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { digestOfSchema } from '../schema-digest.ts';
import { eventSite } from '../site.ts';

/** The contract of a step's answer on its way from plan to gate. */
export interface ContractChain {
  /** Digest of the declared schema: another one in force later is another chain. */
  readonly declared: string | undefined;
  /** The declared digest, else the first one recorded. */
  readonly first: string;
  readonly isPlanned: boolean;
  /** Digests that need not be said (again): what was told of a plan is not told of its request and its gate too. */
  readonly known: Set<string>;
}

interface Link {
  readonly event: Planned | ProviderCalled | GateChecked;
  readonly place: OtherContract['place'];
  readonly sha256: string | undefined;
}

function declaredDigest(context: Context, run: Run, step: string | undefined): string | undefined {
  const schema = step === undefined ? undefined : context.judge.step(run.id, step)?.outputSchema;
  return schema === undefined ? undefined : digestOfSchema(schema);
}

/** Where nothing is declared a chain begins with a plan, or with a step's request that nobody planned. */
function beginsHere({ event, place }: Link, chain: ContractChain | undefined): boolean {
  if (place === 'plan') return true;
  return place === 'request' && event.step !== undefined && chain?.isPlanned !== true;
}

/** One digest runs from the plan through the request as sent to the gate: the first place that names another one is told. */
export function followContract(context: Context, run: Run, link: Link): void {
  const { event, place, sha256: recorded } = link;
  if (recorded === undefined) return;
  const { chains } = run.delivery;
  const key = stepKey(event);
  const declared = declaredDigest(context, run, event.step);
  let chain = chains.get(key);
  if (declared === undefined && beginsHere(link, chain)) {
    chains.set(key, { declared, first: recorded, isPlanned: place === 'plan', known: new Set([recorded]) });
    return;
  }
  if (declared !== undefined && chain?.declared !== declared) {
    chain = { declared, first: declared, isPlanned: false, known: new Set([declared]) };
    chains.set(key, chain);
  }
  if (chain === undefined || chain.known.has(recorded)) return;
  chain.known.add(recorded);
  const subject = { run: run.id, step: event.step, instance: event.instance, attempt: event.attempt, agent: event.agent };
  context.observe({
    kind: 'contract-changed',
    site: eventSite(event.record),
    subject,
    place,
    gate: 'output',
    declared: chain.first,
    recorded,
  });
}
