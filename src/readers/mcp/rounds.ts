import { canonicalize } from '../../json/canonical.ts';
import { isJsonObject, type JsonValue } from '../../model/json.ts';
import type { Connection, Pending } from './connection.ts';
import { into, type Located, textOf } from './located.ts';
import type { Request } from './message.ts';
import { isAtLeast } from './protocol.ts';

/** A call that was answered with questions (`resultType: "input_required"`) and waits to be sent again with the answers. */
export interface Round {
  readonly call: Pending;
  /** What the next request must repeat to the letter; undefined: the server gave none. */
  readonly state: string | undefined;
  /** The names of what was asked, in code unit order. */
  readonly asked: string;
}

/** Rounds that may stay open: a client that gives up never says so. */
const mostOpen = 1000;

/** Revisions before 2026-07-28 ask with requests of the server's own. */
export function canAsk(revision: string | undefined): boolean {
  return revision === undefined || isAtLeast(revision, '2026-07-28');
}

export function openRound(connection: Connection, call: Pending, result: Located): void {
  if (into(result, 'resultType').value !== 'input_required' || call.tool === undefined || call.arguments === undefined) return;
  const state = textOf(into(result, 'requestState'));
  connection.rounds.push({ call, state, asked: namesIn(into(result, 'inputRequests')) });
  if (connection.rounds.length > mostOpen) connection.rounds.shift();
}

/**
 * The round that a `tools/call` goes on with (MCP 2026-07-28, basic/patterns/mrtr): the retry has an id of its own and repeats
 * `requestState`, so that, the tool and the names of the answers say which one it is. Undefined where nothing or more than one fits.
 */
export function takeRound(connection: Connection, request: Request): Round | undefined {
  const state = textOf(into(request.params, 'requestState'));
  const answers = into(request.params, 'inputResponses');
  if (state === undefined && answers.value === undefined) return undefined;
  const tool = textOf(request.tool);
  const isOf = (round: Round): boolean => round.call.tool === tool && round.state === state;
  const fitting = connection.rounds.filter((round) => isOf(round) && (state !== undefined || round.asked === namesIn(answers)));
  const same = fitting.length > 1 ? fitting.filter(({ call }) => call.arguments === argumentsKey(request.arguments)) : fitting;
  const [found, second] = same;
  if (found === undefined || second !== undefined) return undefined;
  connection.rounds.splice(connection.rounds.indexOf(found), 1);
  return found;
}

function namesIn(located: Located): string {
  return isJsonObject(located.value) ? JSON.stringify(Object.keys(located.value).sort()) : '[]';
}

/** Equal for the same arguments, whatever the order of their keys; what is left out is no value. */
export function argumentsKey({ value }: { readonly value: JsonValue | undefined }): string {
  return value === undefined ? '' : canonicalize(value);
}
