import { parseJson } from '../../json/parse.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, memberOf } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { decodeBase64 } from '../../text/base64.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { type Digits, digitsOf, noDigest } from './sha256.ts';

// DSSE v1 (envelope.md): { payload: base64 of the bytes, payloadType, signatures }. in-toto Statement v1: { _type, subject: [{ name?, digest }],
// predicateType, predicate }. Read for what it binds, never for whether it holds: signatures are not looked at here.

const payloadType = 'application/vnd.in-toto+json';
const statementType = 'https://in-toto.io/Statement/v1';

/** The longest payload that is read, in base64 characters: a statement is some hundred, and with a disclosed call what a call has. */
const longestPayload = 1 << 22;

/** What an envelope binds, as far as its structure says. */
export type Statement =
  | ({ readonly kind: 'read'; readonly predicate: JsonValue | undefined; readonly isRounded: boolean } & Digits)
  /** In order, and nothing a call could be compared with. */
  | { readonly kind: 'opaque'; readonly reason: (Payload & { readonly form: 'opaque' })['reason']; readonly detail: string }
  /** Not what DSSE or in-toto say it is. */
  | { readonly kind: 'misshapen'; readonly detail: string };

const misshapen = (detail: string): Statement => ({ kind: 'misshapen', detail });
const opaque = (detail: string): Statement => ({ kind: 'opaque', reason: 'opaque', detail });

export function readEnvelope(dsse: JsonValue | undefined): Statement {
  if (dsse === undefined) return misshapen('there is no envelope');
  if (!isJsonObject(dsse)) return misshapen('the envelope is no object');
  const payload = member(dsse, 'payload');
  const type = member(dsse, 'payloadType');
  if (typeof payload !== 'string' || typeof type !== 'string') return misshapen('the envelope has no payload and payloadType as texts');
  if (!isJsonArray(member(dsse, 'signatures'))) return misshapen('the envelope has no list of signatures');
  if (type !== payloadType) return opaque(`the payload of the envelope is of another type than ${payloadType}`);
  if (payload.length > longestPayload) {
    const detail = `the payload of the envelope has ${payload.length} characters; at most ${longestPayload} are read`;
    return { kind: 'opaque', reason: 'limit:size', detail };
  }
  const bytes = decodeBase64(payload);
  if (bytes === undefined) return misshapen('the payload of the envelope is not base64');
  const text = decodeUtf8(bytes);
  return text === undefined ? misshapen('the payload of the envelope is not UTF-8') : readPayloadText(text);
}

function readPayloadText(text: string): Statement {
  const parsed = parseJson(text);
  if (!parsed.ok) return misshapen('the payload of the envelope is not JSON');
  if (parsed.isDeep) return { kind: 'opaque', reason: 'limit:depth', detail: 'the payload of the envelope nests too deep to be read' };
  // of a key said twice each reader takes the one it likes: a signer's and ours need not be the same
  if (parsed.defects.some(({ kind }) => kind === 'duplicate-key')) return misshapen('the payload of the envelope says a key twice');
  if (!isJsonObject(parsed.value)) return misshapen('the payload of the envelope is no object');
  return readStatement(
    parsed.value,
    parsed.defects.some(({ kind }) => kind === 'rounded-number'),
  );
}

function readStatement(statement: JsonObject, isRounded: boolean): Statement {
  if (member(statement, '_type') !== statementType) return opaque(`the payload of the envelope is no ${statementType}`);
  const subjects = member(statement, 'subject');
  if (!isJsonArray(subjects) || subjects.length === 0) return misshapen('the statement has no subject');
  if (subjects.length > 1) return opaque(`the statement has ${subjects.length} subjects: which of them is the call is not said`);
  const digest = memberOf(subjects[0], 'digest');
  if (!isJsonObject(digest) || Object.keys(digest).length === 0) return misshapen('the subject of the statement has no digest');
  const sha256 = member(digest, 'sha256');
  if (sha256 === undefined) return opaque('the subject of the statement has no sha256');
  const digits = digitsOf(sha256);
  if (digits === undefined) return misshapen(`the sha256 of the subject is ${noDigest}`);
  return { kind: 'read', ...digits, predicate: member(statement, 'predicate'), isRounded };
}
