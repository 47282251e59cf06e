import { numberText } from '../../json/decimal.ts';
import { isAddableDecimal } from '../../json/sum.ts';
import type { StepDeclaration } from '../../model/declaration.ts';
import type { Candidate, CapabilityEvidence, Cost, ProviderCalled } from '../../model/event/providers.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type NativeLine, reportUnread, textList, textOf, wholeOf } from './line.ts';
import { sha256At } from './sha256.ts';

/** `plan.selected` and `plan.refused`: what a step requires, and who was found for it. */
export function readPlanned(line: NativeLine): LedgerEvent {
  const { event } = line;
  return {
    kind: 'planned',
    ...line.base,
    isRefused: line.type === 'plan.refused',
    ...(requiresOf(line) ?? { mandatory: [], preferred: [] }),
    candidate: candidateOf(line),
    evidence: evidenceOf(line),
    contractSha256: sha256At(line, 'contract_sha256', event.contract_sha256),
  };
}

/** Capabilities that whoever answers must have, and those that are preferred. */
export function requiresOf(line: NativeLine): StepDeclaration['requires'] {
  const { requires } = line.event;
  if (requires === undefined) return undefined;
  return {
    mandatory: textList(line, 'requires.mandatory', memberOf(requires, 'mandatory')) ?? [],
    preferred: textList(line, 'requires.preferred', memberOf(requires, 'preferred')) ?? [],
  };
}

export function readProviderCalled(line: NativeLine): LedgerEvent {
  const { event } = line;
  const purpose = textOf(line, 'purpose', event.purpose);
  return {
    kind: 'provider-called',
    ...line.base,
    candidate: candidateOf(line),
    isProbe: purpose === 'probe',
    ...effectOf(line),
    contractSha256: sha256At(line, 'contract_sha256', event.contract_sha256),
    cost: costOf(line),
  };
}

function candidateOf(line: NativeLine): Candidate | undefined {
  const { candidate } = line.event;
  if (candidate === undefined) return undefined;
  const provider = stringMember(candidate, 'provider');
  const model = stringMember(candidate, 'model');
  if (provider === undefined || model === undefined) {
    reportUnread(line, 'with candidate without provider or model');
    return undefined;
  }
  return { provider, model, account: stringMember(candidate, 'account'), region: stringMember(candidate, 'region') };
}

function evidenceOf(line: NativeLine): readonly CapabilityEvidence[] {
  const { evidence } = line.event;
  if (evidence === undefined) return [];
  const entries = isJsonArray(evidence) ? evidence : [evidence];
  return entries.flatMap((entry) => {
    if (!isJsonObject(entry)) {
      reportUnread(line, 'with evidence that is no object');
      return [];
    }
    const isLabel = typeof entry.combination === 'string' ? true : undefined;
    return [{ combination: combinationOf(line, entry), isLabel, state: textOf(line, 'evidence.state', entry.state) }];
  });
}

/** Which capabilities the evidence speaks of together: a list, or one text that names them (`schema+delivery`). */
function combinationOf(line: NativeLine, entry: JsonObject): readonly string[] | undefined {
  const { combination } = entry;
  if (typeof combination !== 'string') return textList(line, 'evidence.combination', combination);
  return combination.split(/[\s+,;&|]+/).filter((name) => name !== '');
}

/**
 * What was in effect in the request as sent: a list of capabilities, or an object that says of each, with true or false, whether it was. Any
 * other word ("off", "strict", null) is neither yes nor no; null in place of it all is as good as nothing recorded.
 */
function effectOf(line: NativeLine): Pick<ProviderCalled, 'inEffect' | 'unclearEffect'> {
  const recorded = line.event.in_effect;
  if (isJsonObject(recorded)) {
    const names = Object.keys(recorded);
    const unclear = names.filter((name) => typeof recorded[name] !== 'boolean');
    const inEffect = names.filter((name) => recorded[name] === true);
    return unclear.length === 0 ? { inEffect } : { inEffect, unclearEffect: unclear };
  }
  const inEffect = textList(line, 'in_effect', recorded);
  if (recorded === undefined || recorded === null) return { inEffect };
  const isWhole = isJsonArray(recorded) && inEffect?.length === recorded.length;
  return isWhole ? { inEffect } : { inEffect: inEffect ?? [], unclearEffect: 'any' };
}

export function costOf(line: NativeLine): Cost | undefined {
  const { cost } = line.event;
  if (cost === undefined) return undefined;
  if (!isJsonObject(cost)) {
    reportUnread(line, 'with cost that is no object');
    return undefined;
  }
  return {
    amount: amountAt(line, 'cost.amount', cost.amount),
    currency: textOf(line, 'cost.currency', cost.currency),
    inputTokens: countAt(line, 'cost.input_tokens', cost.input_tokens),
    outputTokens: countAt(line, 'cost.output_tokens', cost.output_tokens),
  };
}

/** Decimal text that can be added up; anything else is reported and not used. */
export function amountAt(line: NativeLine, name: string, amount: JsonValue | undefined): string | undefined {
  if (amount === undefined) return undefined;
  const isNumber = typeof amount === 'number' || amount instanceof ExactNumber;
  const text = isNumber ? numberText(amount) : amount;
  if (typeof text === 'string' && isAddableDecimal(text)) return text;
  reportUnread(line, `with ${name} that is no decimal number`);
  return undefined;
}

export function countAt(line: NativeLine, name: string, count: JsonValue | undefined): number | undefined {
  if (count === undefined) return undefined;
  const whole = wholeOf(count, 0);
  if (whole !== undefined) return whole;
  reportUnread(line, `with ${name} that is no count`);
  return undefined;
}
