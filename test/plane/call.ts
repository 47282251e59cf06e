import { type DeviantCall, deviantCall } from './deviant-call.ts';
import { envelopeOf } from './envelope.ts';
import { digestOf, type Fields, type Json, type JsonRecord, type PlaneEvent } from './event.ts';
import { nextCall, type RunWriter, type Site, siteFields } from './run.ts';
import type { Difference } from './shapes.ts';
import { ownSubject } from './subject.ts';
import type { PlaneTool } from './world.ts';

/** How a call went, and the events of its life in order. */
export interface Life {
  readonly call: string;
  readonly tool: PlaneTool;
  readonly events: readonly PlaneEvent[];
  readonly end:
    | { readonly kind: 'ok'; readonly result: Json | undefined }
    | { readonly kind: 'deviated'; readonly gate: 'input' | 'output'; readonly delta: readonly Difference[]; readonly hasRun: boolean }
    | { readonly kind: 'error' | 'denied' };
}

export interface Wish {
  readonly tool: PlaneTool;
  readonly site: Site;
  /** Which gate the model, or the tool, lets down. */
  readonly fault?: 'input' | 'output' | undefined;
  readonly arguments?: JsonRecord | undefined;
  readonly compensates?: string | undefined;
  /** The tool answers with an error. */
  readonly fails?: boolean | undefined;
}

type Emit = (type: string, fields?: Fields) => void;

export const deltaOf = (delta: readonly Difference[]): Json => delta.map(({ kind, path }) => ({ kind, path }));

/** A life while it is lived. */
interface Living {
  readonly wish: Wish;
  readonly call: string;
  readonly events: PlaneEvent[];
  readonly emit: Emit;
}

/** The whole life of one call: proposed, gated, decided, perhaps amended, executed, returned, gated, perhaps committed. */
export function liveCall(writer: RunWriter, wish: Wish): Life {
  const { random, common } = writer;
  const { tool, site, compensates } = wish;
  const call = nextCall(writer);
  const events: PlaneEvent[] = [];
  const emit: Emit = (type, fields = {}) => {
    const place = writer.isTerse && type !== 'call.proposed' ? {} : siteFields(site);
    events.push({ type, ...common, ...place, call, ...fields });
  };
  const living: Living = { wish, call, events, emit };
  const deviant = wish.fault === 'input' ? deviantCall(random, { tool, world: writer.world, step: site.step }) : undefined;
  const proposed = deviant === undefined ? (wish.arguments ?? tool.input.make(random)) : deviant.value;
  const named = { server: tool.server, tool: deviant?.tool ?? tool.name };
  const origin = compensates === undefined ? 'model' : 'plane';
  const bound = deviant === undefined ? boundTo(writer, living, proposed) : {};
  emit('call.proposed', { ...named, ...argumentsOf(writer, proposed, deviant?.text), ...bound, origin, compensates });
  if (deviant !== undefined) return refused(writer, living, deviant);
  const allowed = passed(writer, living, proposed);
  return allowed === undefined ? ended(living, { kind: 'denied' }) : run(writer, living, allowed);
}

const ended = ({ call, wish, events }: Living, end: Life['end']): Life => ({ call, tool: wish.tool, events, end });

/** The input gate says no, or the host does where no gate is recorded. */
function refused({ random, recorded }: RunWriter, living: Living, { tool, delta }: DeviantCall): Life {
  const { wish, emit } = living;
  if (recorded.gates) emit('gate.checked', gateFields('input', tool === undefined ? wish.tool.input.schema : undefined, delta));
  const isSaid = !recorded.gates || random.chance(0.2);
  if (isSaid) emit('call.returned', { outcome: 'refused', error: { code: -32602, message: 'Invalid arguments' } });
  return ended(living, { kind: 'deviated', gate: 'input', delta, hasRun: false });
}

/** Gate and policy, and both again for what somebody amends. What may run; undefined: the policy says no. */
function passed(writer: RunWriter, living: Living, proposed: Json): Json | undefined {
  const { wish, emit } = living;
  const { random, recorded } = writer;
  const { tool, compensates } = wish;
  const isDenied = compensates === undefined && recorded.decisions && random.chance(0.04);
  passGate(writer, emit, tool);
  decide(writer, emit, isDenied);
  if (isDenied && random.chance(0.5)) emit('call.returned', { outcome: 'refused', error: { code: 'over_limit' } });
  if (isDenied) return undefined;
  if (compensates !== undefined || !recorded.gates || !random.chance(0.06)) return proposed;
  const amended = tool.input.make(random);
  emit('call.amended', {
    by: random.pick(['human', 'hook']),
    arguments: amended,
    ...boundTo(writer, living, amended),
    reason: 'corrected by hand',
  });
  passGate(writer, emit, tool);
  decide(writer, emit, false);
  return amended;
}

function run(writer: RunWriter, living: Living, allowed: Json): Life {
  const { random, recorded } = writer;
  const { wish, emit } = living;
  const { tool, fails } = wish;
  const bound = boundTo(writer, living, allowed);
  if (writer.isSigned) emit('call.authorized', { dsse: envelopeOf(bound.call_sha256) });
  if (recorded.executions) {
    const args = random.chance(0.85) ? { arguments: reordered(allowed) } : { arguments_text: respelled(allowed) };
    emit('call.executed', { server: tool.server, tool: tool.name, ...args, ...bound });
  }
  const isAway = tool.undo === undefined && wish.compensates === undefined && random.chance(0.06);
  if (fails !== true && !isAway) return returned(writer, living);
  const outcome = fails === true ? 'tool_error' : random.pick(['tool_error', 'timeout', 'protocol_error', 'cancelled']);
  // an error promises nothing of its result
  const rest = random.chance(0.2) ? { structured_content: { hint: 'try again' } } : {};
  emit('call.returned', { outcome, error: { code: -32000, message: 'the service is away' }, ...rest });
  return ended(living, { kind: 'error' });
}

/** The call digest, where calls are signed for: over the call object, which has a nonce and is made once. */
function boundTo({ isSigned, run: session }: RunWriter, { call, wish }: Living, value: Json): { readonly call_sha256?: string } {
  if (!isSigned) return {};
  const { server, name: tool } = wish.tool;
  const owner = server === undefined ? {} : { server };
  return { call_sha256: digestOf({ ...owner, tool, arguments: value, call, session, nonce: `nonce of ${session} ${call}` }) };
}

/** Arguments in any form; none at all say the same as an empty object. */
function argumentsOf({ random }: RunWriter, value: Json, text: string | undefined): Fields {
  if (text !== undefined) return { arguments_text: text };
  if (JSON.stringify(value) === '{}' && random.chance(0.3)) return {};
  return inForm(random.chance(0.2), 'arguments', value);
}

function returned(writer: RunWriter, living: Living): Life {
  const { random, recorded } = writer;
  const { wish, emit } = living;
  const { output } = wish.tool;
  if (output === undefined) {
    emit('call.returned', { outcome: 'ok', content: [{ type: 'text', text: 'done as asked' }] });
    return ended(living, { kind: 'ok', result: undefined });
  }
  const deviant = wish.fault === 'output' ? output.deviate(random, '') : undefined;
  const result = deviant === undefined ? output.make(random) : deviant.value;
  const mirror = random.chance(0.2) ? [{ type: 'text', text: JSON.stringify(result) }] : undefined;
  if (random.chance(0.1)) emit('call.returned', { outcome: 'pending' });
  emit('call.returned', { outcome: 'ok', ...inForm(random.chance(0.1), 'structured_content', result), content: mirror });
  if (recorded.gates) emit('gate.checked', gateFields('output', output.schema, deviant?.delta ?? []));
  if (deviant !== undefined) return ended(living, { kind: 'deviated', gate: 'output', delta: deviant.delta, hasRun: true });
  const isCommitted = recorded.commits && wish.compensates === undefined && mayCommit(writer, wish) && random.chance(0.6);
  if (isCommitted) {
    emit('output.committed', inForm(random.chance(0.2), 'value', result));
    if (!isDocumentStep(writer, wish.site) && random.chance(0.3))
      emit('output.released', { mode: 'document', ...inForm(random.chance(0.2), 'value', result) });
  }
  return ended(living, { kind: 'ok', result });
}

/** What a step commits is judged by the step's contract as well as by the tool's: there must be none, or the same. */
const mayCommit = ({ world }: RunWriter, { site, tool }: Wish): boolean =>
  world.steps.every(({ id, output }) => id !== site.step || output === undefined || output === tool.output);

const isDocumentStep = ({ world }: RunWriter, { step }: Site): boolean =>
  world.steps.some(({ id, delivery }) => id === step && delivery === 'validated-document');

/** A value, or the exact text of it. */
export const inForm = (isText: boolean, name: string, value: Json): Fields =>
  isText ? { [`${name}_text`]: JSON.stringify(value, null, 1) } : { [name]: value };

/** 4800 and 4800.0 are one number. */
const respelled = (value: Json): string =>
  JSON.stringify(value, (_, member: Json) => (Number.isInteger(member) ? `@${member}.0@` : member)).replaceAll(/"@([0-9.-]+)@"/g, '$1');

/** Key order is no difference. */
const reordered = (value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;

export function gateFields(gate: string, schema: Json | undefined, delta: readonly Difference[]): Fields {
  return {
    gate,
    verdict: delta.length === 0 ? 'pass' : 'fail',
    schema_sha256: schema === undefined ? undefined : digestOf(schema),
    subject_sha256: ownSubject,
    delta: deltaOf(delta),
  };
}

function passGate({ recorded }: RunWriter, emit: Emit, tool: PlaneTool): void {
  if (recorded.gates) emit('gate.checked', gateFields('input', tool.input.schema, []));
}

function decide({ recorded }: RunWriter, emit: Emit, isDenied: boolean): void {
  if (!recorded.decisions) return;
  const reasons = isDenied ? [{ code: 'over_limit', path: '/total' }] : [];
  emit('policy.decided', { decision: isDenied ? 'deny' : 'allow', policy: { id: 'desk', version: '3' }, reasons, by: 'engine' });
}
