import { createHash } from 'node:crypto';
import type { Json, PlaneEvent } from './event.ts';
import { payloadOf } from './payload.ts';

/** A gate that is to say what it judged: resolved once the ledger is as it will be written, faults and all. */
export const ownSubject = 'own';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The events, with the digest of what stood before it in place of every gate's mark; many gates say nothing of it. */
export function withSubjects(events: readonly PlaneEvent[], digestOf: (value: Json) => string): readonly PlaneEvent[] {
  const asked = new Map<string, PlaneEvent>();
  const answered = new Map<string, PlaneEvent>();
  return events.map((event) => {
    const { type, run = null, call = null, step = null, instance = null, attempt = null } = event;
    const key = JSON.stringify(call === null ? [run, step, instance, attempt] : [run, call]);
    if (type === 'call.proposed' || type === 'call.amended') asked.set(key, event);
    if (type === 'answer.received' || (type === 'call.returned' && event.outcome === 'ok')) answered.set(key, event);
    if (type !== 'gate.checked' || event.subject_sha256 !== ownSubject) return event;
    const choice = sha256(`${key} ${String(event.gate)}`);
    const judged = event.gate === 'input' ? asked.get(key) : answered.get(key);
    const isSaid = choice < '8' && (event.gate !== 'input' || call !== null);
    return { ...event, subject_sha256: isSaid ? subjectOf(judged, { choice, digestOf }) : undefined };
  });
}

/** One of the digests that a gate may give of it. Undefined: there is nothing it could be of. */
function subjectOf(
  judged: PlaneEvent | undefined,
  { choice, digestOf }: { readonly choice: string; readonly digestOf: (value: Json) => string },
): string | undefined {
  if (judged === undefined) return undefined;
  const name = judged.type === 'call.returned' ? 'structured_content' : judged.type === 'answer.received' ? 'answer' : 'arguments';
  const text = judged[name === 'answer' ? 'text' : `${name}_text`];
  const value: Json | undefined = payloadOf(judged, name);
  const ways = [
    // a digest that is planted in another spelling is not spread
    /^[0-9a-f]{64}$/.exec(String(judged.call_sha256))?.[0],
    typeof text === 'string' ? sha256(text) : undefined,
    value === undefined ? undefined : digestOf(value),
    value === undefined || typeof text === 'string' ? undefined : sha256(JSON.stringify(value)),
  ].filter((way) => way !== undefined);
  return ways[Number.parseInt(choice.slice(-4), 16) % Math.max(1, ways.length)];
}
