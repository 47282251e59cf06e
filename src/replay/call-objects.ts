import { isEqual } from '../json/equal.ts';
import { type JsonObject, member } from '../model/json.ts';
import type { StageView } from '../model/observation/base.ts';
import type { CallObjectFault } from '../model/observation/payloads.ts';
import type { PayloadDigest } from '../model/payload.ts';
import type { InputPair } from './authorization/pairs.ts';
import type { Context } from './context.ts';
import { relate } from './digests.ts';
import { eventSite, valueSite } from './site.ts';
import { isSameTool } from './stages.ts';
import type { Stage, Story } from './story.ts';
import { subjectOf } from './subject.ts';

// One call has one call object, and so one call digest (layer 3): {server, tool, arguments, call, session, nonce}. Its arguments are compared as
// a stage's value; here it is asked what else of it differs, and whether it is made as the ledger says.

const members: ReadonlySet<string> = new Set(['server', 'tool', 'arguments', 'call', 'session', 'nonce']);

const viewOf = ({ name, record }: Stage): StageView => ({ stage: name, record });

/** Two stages with the same value and another call digest. */
export function compareBound(context: Context, story: Story, { before, after }: InputPair): void {
  const [one, other] = [callDigestOf(before), callDigestOf(after)];
  if (one === undefined || other === undefined || one.sha256 === other.sha256) return;
  if (!hasSameArguments(before, after) || !isSameTool(before, after)) return;
  const names = differingNames(before.payload.bound, after.payload.bound);
  const site = valueSite(after.record, other.pointer);
  const subject = subjectOf(story);
  const stages = [viewOf(before), viewOf(after)];
  const others = names?.filter((name) => name !== 'nonce') ?? [];
  if (others.length === 0) {
    context.observe({ kind: 'call-object', fault: names === undefined ? 'two-digests' : 'two-nonces', site, subject, stages });
    return;
  }
  context.observe({
    kind: 'stage-difference',
    site: eventSite(after.record),
    subject,
    repair: 'changed',
    path: '',
    detail: `the call objects differ in ${others.map((name) => (members.has(name) ? name : 'a member of their own')).join(', ')}`,
    before: { ...viewOf(before), value: one.sha256 },
    after: { ...viewOf(after), value: other.sha256 },
    isDefault: false,
  });
}

const callDigestOf = ({ payload }: Stage): PayloadDigest | undefined => payload.digests?.find(({ of }) => of === 'call');

function hasSameArguments(before: Stage, after: Stage): boolean {
  const relation = relate(before, after);
  if (relation.kind !== 'values') return relation.kind === 'same';
  return before.value !== undefined && after.value !== undefined && isEqual(before.value, after.value);
}

/** The members in which two call objects differ; undefined where one of them is not at hand. */
function differingNames(one: JsonObject | undefined, other: JsonObject | undefined): readonly string[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => {
    const [a, b] = [member(one, name), member(other, name)];
    return a === undefined || b === undefined ? a !== b : !isEqual(a, b);
  });
}

/** How the call objects of a story are made: told once for each of them, at the first stage that names it. */
export function tellCallObjects(context: Context, story: Story): void {
  const { proposed, effective, authorizations, earlierRuns, executed } = story;
  const stages = [proposed, effective, ...authorizations.map(({ stage }) => stage), ...earlierRuns.map(({ after }) => after), executed];
  const told = new Set<string>();
  for (const stage of stages) {
    const bound = stage?.payload.bound;
    if (stage === undefined || bound === undefined) continue;
    const digest = callDigestOf(stage);
    if (digest === undefined || told.has(digest.sha256)) continue;
    told.add(digest.sha256);
    const site = valueSite(stage.record, digest.pointer);
    for (const fault of faultsOf(bound))
      context.observe({ kind: 'call-object', fault, site, subject: subjectOf(story), stages: [viewOf(stage)] });
  }
}

function faultsOf(bound: JsonObject): readonly CallObjectFault['fault'][] {
  const nonce = member(bound, 'nonce') ?? '';
  const isUnsalted = nonce === null || nonce === '';
  return [
    ...(isUnsalted ? (['unsalted'] as const) : []),
    ...(Object.keys(bound).every((name) => members.has(name)) ? [] : (['extra-member'] as const)),
  ];
}
