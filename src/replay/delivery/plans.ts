import type { Candidate, Planned, ProviderCalled } from '../../model/event/providers.ts';
import type { Subject } from '../../model/observation/base.ts';
import type { CapabilityUnproven } from '../../model/observation/delivery.ts';
import type { Context } from '../context.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import { type Unproven, whyUnproven } from './proof.ts';

/** What a plan says of one candidate, as much of it as a later call is held against. */
interface Plan {
  /** Plans of a run in the order they were made. */
  readonly order: number;
  readonly isRefused: boolean;
  readonly mandatory: ReadonlySet<string>;
  readonly unproven: Unproven | undefined;
  readonly candidate: Candidate | undefined;
}
/** The plans of a step and instance. */
interface StepPlans {
  last: Plan;
  /** When it was said that nobody at all could be chosen. */
  refusedAll: number;
  readonly plans: Map<string, Plan>;
}
export interface RunPlans {
  readonly steps: Map<string, StepPlans>;
  count: number;
}
export const openPlans = (): RunPlans => ({ steps: new Map(), count: 0 });

type OfStep = { readonly step?: string | undefined; readonly instance?: string | undefined };

const none: ReadonlySet<string> = new Set();

/** A step's own declaration is not lowered by a plan that requires less. */
function mandatoryOf(context: Context, run: Run, told: OfStep & { readonly mandatory: Iterable<string> }): ReadonlySet<string> {
  const declared = told.step === undefined ? undefined : context.judge.terms(run.id, told.step).requires;
  return new Set([...(declared?.mandatory ?? []), ...told.mandatory]);
}

/** A part that is not said stands for any; under `any` the last plan for the model stands, whatever its account and region. */
const keyOf = ({ provider, model }: Candidate, account: string | undefined, region: string | undefined): string =>
  [provider, model, account, region].map((part) => (part === undefined ? '-' : `+${part.length}:${part}`)).join(' ');
const anyKey = ({ provider, model }: Candidate): string => `${keyOf({ provider, model }, undefined, undefined)} any`;

export function rememberPlan(context: Context, run: Run, event: Planned): void {
  const { plans } = run.delivery;
  const mandatory = mandatoryOf(context, run, event);
  const plan: Plan = {
    order: ++plans.count,
    isRefused: event.isRefused,
    mandatory,
    unproven: event.isRefused ? 'refused' : whyUnproven(mandatory, event.evidence),
    candidate: event.candidate,
  };
  const key = stepKey(event);
  const known = plans.steps.get(key) ?? { last: plan, refusedAll: 0, plans: new Map<string, Plan>() };
  plans.steps.set(key, known);
  known.last = plan;
  const { candidate } = event;
  if (candidate === undefined) {
    if (plan.isRefused) known.refusedAll = plan.order;
    return;
  }
  known.plans.set(keyOf(candidate, candidate.account, candidate.region), plan);
  known.plans.set(anyKey(candidate), plan);
}

/** The plans for an instance, else for its step, else for the run. */
function plansFor(run: Run, { step, instance }: OfStep): StepPlans | undefined {
  const { steps } = run.delivery.plans;
  return steps.get(stepKey({ step, instance })) ?? steps.get(stepKey({ step })) ?? steps.get(stepKey({}));
}

function planFor({ plans }: StepPlans, candidate: Candidate): Plan | undefined {
  const { account, region } = candidate;
  if (account === undefined || region === undefined) return plans.get(anyKey(candidate));
  const found = [
    plans.get(keyOf(candidate, account, region)),
    plans.get(keyOf(candidate, account, undefined)),
    plans.get(keyOf(candidate, undefined, region)),
    plans.get(keyOf(candidate, undefined, undefined)),
  ].filter((plan) => plan !== undefined);
  return found.sort((a, b) => b.order - a.order)[0];
}

/** A hostile record may plan for ever more candidates, and every request would look through all of them. */
const mostPlans = 64;

/** A candidate with what its request leaves unsaid and its plan says: the last plan for that model, if it is the only thing said of it. */
export function asPlanned(run: Run, at: OfStep, candidate: Candidate): Candidate {
  const plans = plansFor(run, at);
  if (plans === undefined || plans.plans.size > mostPlans) return candidate;
  const said = [...plans.plans.values()].flatMap((plan) => (plan.isRefused || plan.candidate === undefined ? [] : [plan.candidate]));
  const own = said.filter(({ provider, model }) => provider === candidate.provider && model === candidate.model);
  const only = (part: 'account' | 'region'): string | undefined => {
    const names = new Set(own.map((one) => one[part]));
    return names.size === 1 ? own[0]?.[part] : undefined;
  };
  return { ...candidate, account: candidate.account ?? only('account'), region: candidate.region ?? only('region') };
}

/** Why the candidate of an ordinary request should not have been asked. */
function objection(plans: StepPlans | undefined, event: ProviderCalled, mandatory: ReadonlySet<string>): Unproven | undefined {
  const { candidate } = event;
  if (candidate === undefined) return undefined;
  // where nobody planned, the request as sent is all the evidence there is
  if (plans === undefined) return mandatory.size > 0 && event.inEffect === undefined ? 'no-evidence' : undefined;
  const plan = planFor(plans, candidate);
  if (plans.refusedAll > (plan?.order ?? 0)) return 'refused';
  if (plan !== undefined) return plan.unproven;
  return mandatory.size > 0 ? 'no-evidence' : undefined;
}

/** Holds an ordinary request against what its step requires and what is known of its candidate. */
export function checkCapabilities(context: Context, run: Run, event: ProviderCalled): void {
  const plans = plansFor(run, event);
  const known = event.candidate === undefined || plans === undefined ? undefined : planFor(plans, event.candidate);
  const mandatory = mandatoryOf(context, run, { ...event, mandatory: (known ?? plans?.last)?.mandatory ?? none });
  const subject: Subject = { run: run.id, step: event.step, instance: event.instance, attempt: event.attempt, agent: event.agent };
  const base = { site: eventSite(event.record), subject };
  const inEffect = new Set(event.inEffect);
  const lacking = event.inEffect === undefined ? [] : [...mandatory].filter((name) => !inEffect.has(name));
  const unclear = new Set(event.unclearEffect === 'any' ? lacking : event.unclearEffect);
  const because = objection(plans, event, mandatory) ?? (lacking.some((name) => unclear.has(name)) ? 'unclear' : undefined);
  const unproven: CapabilityUnproven | undefined =
    because === undefined ? undefined : { kind: 'capability-unproven', ...base, because, mandatory: [...mandatory] };
  if (unproven !== undefined) context.observe(unproven);
  const absent = lacking.filter((name) => !unclear.has(name));
  if (absent.length === 0) return;
  context.observe({ kind: 'capability-downgraded', ...base, mandatory: [...mandatory], lacking: absent, cause: unproven });
}
