import { digestOf, sha256 } from '../digest/sha256.ts';
import { isDigestOfText, isDigestOfValue } from '../digest/spellings.ts';
import { canonicalize } from '../json/canonical.ts';
import { isEqual } from '../json/equal.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { sliceOf } from '../json/slice.ts';
import type { LedgerEvent } from '../model/event.ts';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, jsonTypeOf, member } from '../model/json.ts';
import type { PayloadMismatch } from '../model/observation/payloads.ts';
import type { Payload, PayloadDigest } from '../model/payload.ts';
import type { Kept } from './payloads-store.ts';

/** One digest, the payload it stands with, and the event that names it. */
export interface Claim {
  readonly digest: PayloadDigest;
  readonly payload: Payload;
  readonly event: LedgerEvent;
  /** The session of the event's run, where the run names one. */
  readonly session: string | undefined;
}

export type Mismatch = Pick<PayloadMismatch, 'fault' | 'path' | 'declared' | 'recorded' | 'detail'>;

export type Weighed =
  /** `text`: the payload as it is kept; absent where nothing is kept that could be read. `bound`: what its call object says besides. */
  | { readonly kind: 'kept'; readonly text?: string | undefined; readonly bound?: JsonObject | undefined }
  | { readonly kind: 'mismatch'; readonly mismatch: Mismatch }
  /** The record holds the value too, and nothing shows the bytes that the digest was taken over. */
  | { readonly kind: 'unknown' }
  /** Nothing stands against the digest, and nothing was read. */
  | { readonly kind: 'quiet' };

const quiet: Weighed = { kind: 'quiet' };
const mismatched = (mismatch: Mismatch): Weighed => ({ kind: 'mismatch', mismatch });

/** Holds a digest against what is kept under it (undefined: no store is given) and against the value in the record. */
export function weigh(claim: Claim, kept: Kept | undefined): Weighed {
  const { digest } = claim;
  if (kept?.kind === 'damaged') {
    const detail = `the file named ${digest.sha256} holds other bytes: their SHA-256 is ${kept.actual}`;
    return mismatched({ fault: 'other-bytes', declared: digest.sha256, recorded: kept.actual, detail });
  }
  switch (digest.of) {
    case 'beside':
      return quiet;
    case 'call':
      return weighCall(claim, kept);
    case 'payload':
      return weighPayload(claim, kept);
  }
}

function weighPayload({ digest, payload, event }: Claim, kept: Kept | undefined): Weighed {
  switch (payload.form) {
    case 'text':
      return weighText(payload.text, digest.sha256);
    case 'value':
      return kept?.kind === 'text' || kept?.kind === 'binary'
        ? weighKeptValue(payload.value, kept)
        : weighValue(payload, { digest, text: event.record.text });
    default:
      return { kind: 'kept', text: kept?.kind === 'text' ? kept.text : undefined };
  }
}

/** A text's bytes are its UTF-8; one that holds half a character has none. The digest of the same value in RFC 8785 form is true as well. */
function weighText(text: string, wanted: string): Weighed {
  if (!text.isWellFormed()) return { kind: 'unknown' };
  if (isDigestOfText(wanted, text)) return quiet;
  const actual = sha256(text);
  const detail = `the SHA-256 of the recorded text is ${actual}`;
  return mismatched({ fault: 'other-value', declared: wanted, recorded: actual, detail });
}

/** A value can be spelled in many ways, and the digest is over the bytes of one. Where none that is known fits, nothing is known. */
function weighValue(
  { value, pointer }: Payload & { readonly form: 'value' },
  { digest, text }: { readonly digest: PayloadDigest; readonly text: string },
): Weighed {
  return isDigestOfValue(digest.sha256, value, () => sliceOf(text, pointer)) ? quiet : { kind: 'unknown' };
}

/** The kept bytes against the value in the record: are they a JSON text of it, or, where it is a text, that text? */
function weighKeptValue(value: JsonValue, kept: Kept & { readonly kind: 'text' | 'binary' }): Weighed {
  if (kept.kind === 'text' && kept.text === value) return quiet;
  const parsed = kept.kind === 'text' ? parseJson(kept.text) : undefined;
  if (parsed?.ok === true && isEqual(parsed.value, value)) return quiet;
  const detail = parsed?.ok === true ? 'the kept text says another value than the record' : 'what is kept is no JSON text';
  return mismatched({ fault: 'other-value', detail });
}

const notCanonical = (detail: string): Weighed => mismatched({ fault: 'not-canonical', detail });

/** `{server, tool, arguments, call, session, nonce}` in its RFC 8785 form: the digest is over that and nothing else. */
function weighCall(claim: Claim, kept: Kept | undefined): Weighed {
  const disclosed = weighDisclosed(claim);
  if (disclosed !== undefined) return disclosed;
  if (kept?.kind === 'binary') return notCanonical('what is kept is not UTF-8');
  if (kept?.kind !== 'text') return { kind: 'kept' };
  const parsed = parseJson(kept.text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return notCanonical('what is kept is no JSON object');
  if (canonicalize(parsed.value) !== kept.text) return notCanonical('what is kept is spelled otherwise than RFC 8785 spells it');
  const other = otherCall(parsed.value, claim);
  if (other !== undefined) return mismatched(other);
  return weighArguments(parsed.value, claim.payload);
}

/** The call object that an authorisation discloses beside its digest: the digest is its own, or one of them is not true. */
function weighDisclosed({ digest, event, session }: Claim): Weighed | undefined {
  if (event.kind !== 'authorized' || event.disclosed === undefined) return undefined;
  const call = event.disclosed;
  const actual = digestOf(call);
  if (actual === digest.sha256) {
    const other = otherCall(call, { event, session });
    return other === undefined ? { kind: 'kept', bound: boundOf(call) } : mismatched(other);
  }
  // RFC 8785 knows doubles only: of a number that none holds the signer's tool may have digested another one
  if (event.isRounded === true) return { kind: 'unknown' };
  const detail = `the SHA-256 of the disclosed call object is ${actual}`;
  return mismatched({ fault: 'other-value', declared: digest.sha256, recorded: actual, detail });
}

/** What a call object says besides the arguments. */
const boundOf = (call: JsonObject): JsonObject => Object.fromEntries(Object.entries(call).filter(([name]) => name !== 'arguments'));

const textOf = (value: JsonValue | undefined): string | undefined => {
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? value.text : typeof value === 'string' ? value : undefined;
};

const wordsOf = (value: JsonValue | undefined): string => {
  if (value === undefined) return 'not there';
  const text = textOf(value);
  return text === undefined ? jsonTypeOf(value) : printJson(text, 80);
};

/** The members that the record says as well, and the call object says otherwise. */
function otherCall(call: JsonObject, { event, session }: Pick<Claim, 'event' | 'session'>): Mismatch | undefined {
  const facts = 'call' in event ? event : undefined;
  const named = event.kind === 'proposed' || event.kind === 'executed' ? event : undefined;
  const said = [
    ['server', named?.server],
    ['tool', named?.tool],
    ['call', facts?.call],
    ['session', session],
  ] as const;
  const others = said.filter(([name, wanted]) => wanted !== undefined && textOf(member(call, name)) !== wanted);
  const [first] = others;
  if (first === undefined) return undefined;
  const [name, declared] = first;
  const detail = others
    .map(([other, wanted = '']) => `${other} ${wordsOf(member(call, other))}, in the record ${wordsOf(wanted)}`)
    .join('; ');
  return { fault: 'other-call', path: `/${name}`, declared, recorded: member(call, name), detail };
}

/** Arguments that the call object leaves out are the empty object, as in every version of MCP. */
function weighArguments(call: JsonObject, payload: Payload): Weighed {
  const held = Object.hasOwn(call, 'arguments') ? (member(call, 'arguments') ?? null) : {};
  const recorded = inlineValue(payload);
  if (recorded === undefined || isEqual(recorded, held)) return { kind: 'kept', text: canonicalize(held), bound: boundOf(call) };
  return mismatched({ fault: 'other-value', path: '/arguments', detail: 'the arguments in the record are others than in the call object' });
}

/** The value in the record itself; a text that is no JSON has none to compare. */
function inlineValue(payload: Payload): JsonValue | undefined {
  if (payload.form === 'value') return payload.value;
  const parsed = payload.form === 'text' ? parseJson(payload.text) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}
