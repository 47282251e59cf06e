import { gateFields, inForm } from './call.ts';
import { digestOf, type Fields, type Json, type JsonRecord } from './event.ts';
import { emit, type RunWriter, type Site, siteFields } from './run.ts';
import type { Difference, Shape } from './shapes.ts';
import type { PlaneStep } from './world.ts';

export const candidates: readonly JsonRecord[] = [
  { provider: 'north', model: 'n-1', region: 'eu' },
  { provider: 'north', model: 'n-2', region: 'eu' },
  { provider: 'north', model: 'n-1', region: 'us' },
  { provider: 'south', model: 's-1', region: 'us', account: 'desk' },
];

/** What became of an answer: undefined, or the differences that failed its gate. */
export type AnswerEnd = readonly Difference[] | undefined;

export interface AnswerWish {
  readonly step: PlaneStep;
  readonly site: Site;
  readonly isDeviant: boolean;
  readonly candidate: JsonRecord;
}

/** Someone is chosen and asked, the answer is gated, committed, made safe and released. */
export function liveAnswer(writer: RunWriter, { step, site, isDeviant, candidate }: AnswerWish): AnswerEnd {
  const { random, recorded } = writer;
  const contract = step.output;
  const at = siteFields(site);
  ask(writer, step, site, candidate);
  if (contract === undefined) {
    emit(writer, 'answer.received', { ...at, text: 'the desk has seen to it', stop_reason: 'end_turn' });
    return undefined;
  }
  const deviant = isDeviant ? deviantAnswer(writer, contract) : undefined;
  const value = deviant === undefined ? contract.make(random) : deviant.value;
  const text = deviant?.text ?? JSON.stringify(value, null, random.below(3));
  if (step.delivery === 'stream' && recorded.commits) streamParts(writer, site, text);
  const form = deviant?.text === undefined && random.chance(0.3) ? { value } : { text };
  emit(writer, 'answer.received', { ...at, ...form, stop_reason: 'end_turn', model: candidate.model });
  if (recorded.gates) emit(writer, 'gate.checked', { ...at, ...gateFields('output', contract.schema, deviant?.delta ?? []) });
  if (deviant !== undefined) return deviant.delta;
  if (recorded.commits) deliver(writer, { step, site, value });
  return undefined;
}

function ask(writer: RunWriter, { mandatory, output }: PlaneStep, site: Site, candidate: JsonRecord): void {
  if (mandatory === undefined || output === undefined) return;
  const { random } = writer;
  const contract = digestOf(output.schema);
  const at = siteFields(site);
  const evidence = { combination: mandatory, state: 'verified', ref: 'probe-7' };
  const requires = { mandatory, preferred: random.chance(0.5) ? ['capacity'] : [] };
  look(writer, at, requires);
  emit(writer, 'plan.selected', { ...at, requires, contract_sha256: contract, candidate, evidence });
  const cost = { amount: '0.02', currency: 'EUR', input_tokens: 100 + random.below(900), output_tokens: 10 + random.below(90) };
  emit(writer, 'provider.called', { ...at, candidate, in_effect: mandatory, contract_sha256: contract, purpose: 'request', cost });
}

/** Others are looked at first: one that cannot, one that is probed. */
function look(writer: RunWriter, at: Fields, requires: JsonRecord): void {
  const { random } = writer;
  const candidate = random.pick(candidates);
  const refused = { combination: requires.mandatory ?? [], state: random.pick(['absent', 'unknown']) };
  if (random.chance(0.15))
    emit(writer, 'plan.refused', { ...at, requires, candidate: { ...candidate, model: 'old-1' }, evidence: refused });
  if (random.chance(0.15)) emit(writer, 'provider.called', { ...at, candidate, in_effect: [], purpose: 'probe' });
}

function streamParts(writer: RunWriter, site: Site, text: string): void {
  const half = Math.ceil(text.length / 2);
  for (const part of [text.slice(0, half), text.slice(half)]) {
    if (part !== '') emit(writer, 'output.released', { ...siteFields(site), mode: 'partial', value: part });
  }
}

interface Delivery {
  readonly step: PlaneStep;
  readonly site: Site;
  readonly value: Json;
}

function deliver(writer: RunWriter, { step, site, value }: Delivery): void {
  const { random, events, covered } = writer;
  const at = siteFields(site);
  emit(writer, 'output.committed', { ...at, ...inForm(random.chance(0.2), 'value', value) });
  if (step.delivery === 'stream' && random.chance(0.6)) return;
  if (step.delivery === 'validated-document' || random.chance(0.3)) {
    const committed = events.at(-1);
    emit(writer, 'evidence.persisted', { through_seq: 0, sink: 'vault' });
    const evidence = events.at(-1);
    if (committed !== undefined && evidence !== undefined) covered.set(evidence, committed);
  }
  if (random.chance(0.8)) emit(writer, 'output.released', { ...at, mode: 'document', ...inForm(random.chance(0.2), 'value', value) });
}

interface DeviantAnswer {
  readonly value: Json;
  readonly text?: string;
  readonly delta: readonly Difference[];
}

function deviantAnswer({ random }: RunWriter, contract: Shape): DeviantAnswer {
  if (random.chance(0.85)) return contract.deviate(random, '');
  const value = contract.make(random);
  const text = `${JSON.stringify(value)} and that is all`;
  return { value, text, delta: [{ kind: 'not-json', path: '' }] };
}
