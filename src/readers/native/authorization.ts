import type { Authorized } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonObject, type JsonObject, type JsonValue, member, memberOf, stringMember } from '../../model/json.ts';
import type { Payload, PayloadDigest } from '../../model/payload.ts';
import { callFields, type NativeLine, noteMisshapen } from './line.ts';
import { isRedacted } from './redacted.ts';
import { otherSpelling } from './sha256.ts';
import { readEnvelope, type Statement } from './statement.ts';

type Bound = Pick<Authorized, 'payload' | 'server' | 'tool' | 'disclosed' | 'isRounded'>;

/** `call.authorized`: the call digest that its statement names, and the call itself where the statement discloses it. */
export function readAuthorized(line: NativeLine): LedgerEvent {
  return { kind: 'authorized', ...callFields(line), ...boundBy(line) };
}

function boundBy(line: NativeLine): Bound {
  const pointer = `${line.prefix}/dsse/payload`;
  if (isRedacted(line.event, 'dsse/payload'))
    return { payload: { form: 'opaque', reason: 'redacted', detail: 'the record says that the envelope was redacted', pointer } };
  const statement = readEnvelope(line.event.dsse);
  if (statement.kind === 'misshapen') noteMisshapen(line, { pointer: `${line.prefix}/dsse`, what: 'envelope', detail: statement.detail });
  if (statement.kind === 'read' && !statement.isPlain) noteMisshapen(line, { pointer, what: 'spelling', detail: otherSpelling });
  return statement.kind === 'read' ? readBound(statement, pointer) : { payload: withoutSubject(statement, pointer) };
}

const withoutSubject = (statement: Exclude<Statement, { readonly kind: 'read' }>, pointer: string): Payload => ({
  form: 'opaque',
  reason: statement.kind === 'opaque' ? statement.reason : 'opaque',
  detail: statement.detail,
  pointer,
});

/** Arguments come with the whole call object (`predicate.call`), or alone (`predicate.arguments`); a digest is all that must be there. */
function readBound({ sha256, predicate, isRounded }: Statement & { readonly kind: 'read' }, pointer: string): Bound {
  const digests: readonly PayloadDigest[] = [{ of: 'call', sha256, pointer }];
  const call = callObjectIn(predicate);
  const value = call === undefined ? memberOf(predicate, 'arguments') : member(call, 'arguments');
  const payload: Payload = value === undefined ? { form: 'digest', sha256, pointer, digests } : { form: 'value', value, pointer, digests };
  const named = { server: stringMember(call, 'server'), tool: stringMember(call, 'tool') };
  return { payload, ...named, disclosed: call, isRounded: isRounded ? true : undefined };
}

/** Other things are called a call as well, an id and a digest among them: this is one that says what is called, and with what. */
function callObjectIn(predicate: JsonValue | undefined): JsonObject | undefined {
  const call = memberOf(predicate, 'call');
  return isJsonObject(call) && typeof member(call, 'tool') === 'string' && Object.hasOwn(call, 'arguments') ? call : undefined;
}
