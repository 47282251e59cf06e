import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { isReference } from './request.ts';
import type { ToolGroup } from './tools.ts';

/** Tools that came during a conversation, with the record that holds them. */
export interface Arrival {
  readonly group: ToolGroup;
  /** `replace`: all that one server has. */
  readonly mode: 'add' | 'replace';
  /** False when entries of the list could not be read. */
  readonly isReadable: boolean;
  readonly record: SourceRecord;
  /** The id of the item that brought them. */
  readonly item: string | undefined;
}

/** What is in force from before a pair. */
export interface Inherited {
  readonly arrivals: readonly Arrival[];
  /** True when all that the request goes on from is recorded here: then nothing else can be in force. */
  readonly isKnown: boolean;
}

/** Arrivals by the responses, conversations and items that a later request may go on from. */
export interface ArrivalMemory {
  inherited(settings: JsonValue | undefined): Inherited;
  remember(exchange: Exchanged): void;
}

export interface Exchanged {
  readonly settings: JsonValue | undefined;
  readonly responseId: string | undefined;
  readonly inherited: Inherited;
  readonly arrivals: readonly Arrival[];
  /** True when the pair shows both sides whole. */
  readonly isWhole: boolean;
}

/** Conversations that run side by side in one file; an older one that goes on all the same is one that is not recorded here. */
const remembered = 4096;
/** Tools that one conversation carries along: every request that goes on declares them again. */
const carried = 1000;

const nothing: Inherited = { arrivals: [], isKnown: true };

export function openArrivals(): ArrivalMemory {
  const known = new Map<string, Inherited>();
  return {
    inherited(settings) {
      const sources = sourcesOf(settings);
      if (sources.length === 0) return nothing;
      const found = sources.map((source) => known.get(source));
      const { arrivals, isWhole } = inForce(found.flatMap((one) => one?.arrivals ?? []));
      return { arrivals, isKnown: isWhole && sources.length === 1 && found[0]?.isKnown === true };
    },
    remember({ settings, responseId, inherited, arrivals, isWhole }) {
      const all = arrivals.length === 0 ? { arrivals: inherited.arrivals, isWhole: true } : inForce([...inherited.arrivals, ...arrivals]);
      const isKnown = isWhole && inherited.isKnown && all.isWhole;
      if (responseId !== undefined) keepResponse(`response ${responseId}`, { arrivals: all.arrivals, isKnown });
      const conversation = conversationOf(settings);
      if (conversation !== undefined && all.arrivals.length > 0) {
        keep(`conversation ${conversation}`, { arrivals: all.arrivals, isKnown: false });
      }
      for (const arrival of arrivals) if (arrival.item !== undefined) keep(`item ${arrival.item}`, { arrivals: [arrival], isKnown: false });
    },
  };

  /** A response that was fetched twice, or two of one id: what it holds is not sure to be all. */
  function keepResponse(key: string, inherited: Inherited): void {
    const before = known.get(key);
    keep(key, before === undefined ? inherited : { ...inForce([...before.arrivals, ...inherited.arrivals]), isKnown: false });
  }

  function keep(key: string, inherited: Inherited): void {
    known.delete(key);
    known.set(key, inherited);
    const [oldest] = known.size > remembered ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
  }
}

/** The responses, conversations and items that lie with the provider and that a request goes on from, each once. */
function sourcesOf(settings: JsonValue | undefined): readonly string[] {
  const response = stringMember(settings, 'previous_response_id');
  const conversation = conversationOf(settings);
  const input = memberOf(settings, 'input');
  const items = isJsonArray(input) ? input.map(referenceOf).filter((id) => id !== undefined) : [];
  return [
    ...(response === undefined ? [] : [`response ${response}`]),
    ...(conversation === undefined ? [] : [`conversation ${conversation}`]),
    ...new Set(items.map((id) => `item ${id}`)),
  ];
}

function conversationOf(settings: JsonValue | undefined): string | undefined {
  const conversation = memberOf(settings, 'conversation');
  return typeof conversation === 'string' ? conversation : stringMember(conversation, 'id');
}

/** The id of an item that a request only refers to. */
function referenceOf(item: JsonValue): string | undefined {
  return isReference(item) ? stringMember(item, 'id') : undefined;
}

/**
 * What is left of all that came, in order: a server's whole list ends what was known of the server, and an addition ends those that it
 * repeats. From the newest back, so that no more is looked at than is carried along.
 */
function inForce(all: readonly Arrival[]): { readonly arrivals: readonly Arrival[]; readonly isWhole: boolean } {
  const later = new Map<string | undefined, Later>();
  const kept: Arrival[] = [];
  let tools = 0;
  for (const arrival of [...all].reverse()) {
    if (isReplaced(arrival, later)) continue;
    tools += arrival.group.tools.length;
    if (tools > carried && kept.length > 0) return { arrivals: kept.reverse(), isWhole: false };
    kept.push(arrival);
  }
  return { arrivals: kept.reverse(), isWhole: true };
}

/** What came later of one server. */
interface Later {
  isListed: boolean;
  readonly names: Set<string>;
}

function isReplaced({ group, mode }: Arrival, later: Map<string | undefined, Later>): boolean {
  const known = later.get(group.server);
  const isRepeated = mode === 'add' && group.tools.every((tool) => known?.names.has(tool.name) === true);
  if (known?.isListed === true || isRepeated) return true;
  const entry = known ?? { isListed: false, names: new Set<string>() };
  entry.isListed = mode === 'replace';
  if (mode === 'add') for (const tool of group.tools) entry.names.add(tool.name);
  later.set(group.server, entry);
  return false;
}
