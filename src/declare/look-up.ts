import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { GivenIndex } from './given.ts';
import type { Lookup } from './in-force.ts';
import type { Entry, List, Scope } from './scope.ts';
import { readSpelling, type Spelled } from './spelling.ts';
import { isTwofold } from './twofold.ts';
import { versionAt } from './versions.ts';

/** The name of a called tool, as recorded. */
export interface Ask {
  /** The server the call names; undefined when it names none. */
  readonly server?: string | undefined;
  readonly tool: string;
  /** The step the call was made in: a step that lists its tools closes the set of names for its calls. */
  readonly step?: string | undefined;
  /** The tool whose arguments carried the call, by a declared rule. */
  readonly wrapper?: string | undefined;
}

/** What may have been declared for the asking run. */
export interface Sight {
  readonly run: Scope | undefined;
  readonly shared: Scope;
  /** Registrations before the asking run opened: those after it are for later runs. */
  readonly at: number;
  /** A step registered for all runs, as the asking run goes by it. */
  step(step: string): StepDeclaration | undefined;
  readonly given: GivenIndex;
}

/** Finds a called tool among what is in force. Names are compared exactly; only declared prefix rules are undone. */
export function lookUpTool(sight: Sight, ask: Ask): Lookup {
  const lookup = lookUp(sight, ask);
  return lookup.kind === 'declared' && isTwofold(lookup.tool) ? { kind: 'twofold' } : lookup;
}

function lookUp(sight: Sight, ask: Ask): Lookup {
  const asked: Spelled = { server: ask.server, tool: ask.tool };
  if (ask.wrapper !== undefined && recordedUnder(sight, ask.wrapper).size > 0) return lookUpBehind(sight, asked);
  const direct = findDeclared(sight, asked, ask.wrapper);
  if (direct !== undefined) return direct;
  const spellings = readSpellings(sight, asked);
  const found = spellings.map((spelled) => findDeclared(sight, spelled)).filter((lookup) => lookup !== undefined);
  const [first, ...others] = found;
  if (first !== undefined) return others.length === 0 ? first : mergeReadings(found);
  const isKnownClosed = [asked, ...spellings].some((spelled) => isClosedFor(sight, spelled.server));
  if (isKnownClosed || sight.given.isClosed) return { kind: 'undeclared', known: knownNames(sight, ask.server) };
  const offered = ask.step === undefined ? undefined : offeredIn(sight, ask.step);
  return offered === undefined ? { kind: 'open', isListed: isListed(sight) } : { kind: 'undeclared', known: [...offered].sort() };
}

/**
 * A call that a declared tool carried: what it reaches lies behind that tool, and the list that names the tool says nothing about it. Where
 * the list does not name the wrapper (a device of the host), the tools it calls are those of the list.
 */
function lookUpBehind(sight: Sight, asked: Spelled): Lookup {
  const recorded = pick(recordedUnder(sight, asked.tool), asked.server, 'record');
  if (recorded !== undefined) return recorded;
  const isListed = asked.server !== undefined && listState(sight, asked.server) === 'whole';
  const given = isListed ? undefined : pick(sight.given.tools.get(asked.tool) ?? new Map(), asked.server, 'given');
  if (given !== undefined) return given;
  return isListed || sight.given.isClosed ? { kind: 'undeclared', known: sight.given.names } : { kind: 'open', isListed: false };
}

/** `wrapper`: where the record lists the tools that it calls, it lists those of all its servers. */
function findDeclared(sight: Sight, asked: Spelled, wrapper?: string): Lookup | undefined {
  const recorded = pick(recordedUnder(sight, asked.tool, wrapper === undefined ? asked.server : undefined), asked.server, 'record');
  if (recorded !== undefined) return recorded;
  const given = sight.given.tools.get(asked.tool);
  if (given === undefined) return undefined;
  const gaps = new Map([...given].filter(([server]) => isGap(sight, server, asked.server)));
  return pick(gaps, asked.server, 'given');
}

/**
 * What the record declares under a name, by server; what a run says hides what is registered for all runs. `asked`: the server that a call names:
 * the list of a request holds no tools of servers but under their names.
 */
function recordedUnder(sight: Sight, name: string, asked?: string): ReadonlyMap<string | undefined, ToolDeclaration> {
  const own = sight.run?.tools.get(name);
  const shared = sight.shared.tools.get(name);
  const found = new Map<string | undefined, ToolDeclaration>();
  for (const [server, entry] of shared ?? []) {
    const tool = registeredAt(sight, entry);
    if (tool !== undefined && own?.has(server) !== true) found.set(server, tool);
  }
  for (const [server, entry] of own ?? []) if (!entry.isWithdrawn) found.set(server, entry.tool);
  const bare = own?.get(undefined) ?? shared?.get(undefined);
  if (asked !== undefined && bare?.list.isPaged === true) found.delete(undefined);
  return found;
}

const registeredAt = ({ at }: Sight, { versions }: Entry): ToolDeclaration | undefined => versionAt(versions ?? [], at);

const isSeen = ({ at }: Sight, list: List): boolean => list.since < at;

/** Identity is server and name; a declaration without a server answers for every server, a call without one for the name alone. */
function pick(
  named: ReadonlyMap<string | undefined, ToolDeclaration>,
  server: string | undefined,
  source: 'record' | 'given',
): Lookup | undefined {
  const exact = named.get(server) ?? named.get(undefined);
  if (exact !== undefined) return { kind: 'declared', tool: exact, source };
  if (server !== undefined || named.size === 0) return undefined;
  const [only, second] = named.values();
  if (only !== undefined && second === undefined) return { kind: 'declared', tool: only, source };
  return { kind: 'ambiguous', servers: [...named.keys()].filter((name) => name !== undefined).sort() };
}

/**
 * Whether the record leaves room for a given tool: it closed neither that server's list nor, where the call names no server, one that names none
 * either.
 */
function isGap(sight: Sight, server: string | undefined, asked: string | undefined): boolean {
  if (server === undefined || asked !== undefined) return !isClosedFor(sight, asked);
  return listState(sight, server) !== 'whole' && listState(sight, undefined) !== 'whole';
}

const listOf = ({ run, shared }: Sight, server: string | undefined): List | undefined => run?.lists.get(server) ?? shared.lists.get(server);

function listState(sight: Sight, server: string | undefined): 'whole' | 'open' | 'unlisted' {
  const list = listOf(sight, server);
  if (list === undefined || (sight.run?.lists.has(server) !== true && !isSeen(sight, list))) return 'unlisted';
  return list.isWhole ? 'whole' : 'open';
}

/** Whether the record shows everything that a call naming this server, or none, could mean. */
function isClosedFor(sight: Sight, server: string | undefined): boolean {
  const shared = isAnyRegistered(sight) ? [sight.shared] : [];
  const scopes = sight.run === undefined ? shared : [sight.run, ...shared];
  if (server !== undefined) {
    const state = listState(sight, server);
    if (state !== 'unlisted') return state === 'whole';
  }
  if (scopes.some((scope) => scope.openLists > 0)) return false;
  if (scopes.some((scope) => scope.isClosed)) return true;
  return server === undefined && scopes.some((scope) => scope.lists.size > 0);
}

const isAnyRegistered = ({ at, shared }: Sight): boolean => at > 0 && shared.lists.size > 0;

const isListed = (sight: Sight): boolean => (sight.run?.lists.size ?? 0) > 0 || isAnyRegistered(sight);

/** Names that are told to whoever called another one: a hostile list has any number, and is asked for with every call. */
const knownLimit = 200;

/** `server`: whose tool was called. Where its tools are listed by themselves, those of others are none of them. */
function knownNames(sight: Sight, server: string | undefined): readonly string[] {
  const isInForce = (entry: Entry): boolean =>
    entry.versions === undefined ? !entry.isWithdrawn : registeredAt(sight, entry) !== undefined;
  const inForce = new Set<string>();
  const own = server !== undefined && listState(sight, server) === 'whole' ? listOf(sight, server) : undefined;
  for (const entry of own?.members ?? []) {
    if (inForce.size >= knownLimit) break;
    if (isInForce(entry)) inForce.add(entry.tool.name);
  }
  if (own !== undefined) return [...inForce].sort();
  for (const tools of [sight.run?.tools, sight.shared.tools]) {
    for (const [name, named] of tools ?? []) {
      if (inForce.size >= knownLimit) break;
      if ([...named.values()].some(isInForce)) inForce.add(name);
    }
  }
  return [...(inForce.size > 0 ? inForce : sight.given.names)].sort();
}

function offeredIn(sight: Sight, step: string): readonly string[] | undefined {
  const declared = sight.run?.steps.get(step) ?? sight.step(step) ?? sight.given.steps.get(step);
  return declared?.tools;
}

/** What the declared rules make of a name; a call that names its server stays a call of that one. */
function readSpellings(sight: Sight, asked: Spelled): readonly Spelled[] {
  const isServer = (server: string): boolean =>
    sight.run?.lists.has(server) === true || sight.shared.lists.has(server) || sight.given.servers.has(server);
  const found = new Map<string, Spelled>();
  for (const template of sight.given.templates) {
    for (const read of readSpelling(template, asked.tool, isServer)) {
      const spelled = { server: read.server ?? asked.server, tool: read.tool };
      if (asked.server === undefined || spelled.server === asked.server) found.set(JSON.stringify([spelled.server, spelled.tool]), spelled);
    }
  }
  return [...found.values()];
}

/** A spelling that two rules, or two cuts, read as different declared tools names neither. */
function mergeReadings(found: readonly Lookup[]): Lookup {
  const [first] = found;
  const tools = new Set(found.map((lookup) => (lookup.kind === 'declared' ? lookup.tool : lookup)));
  if (first !== undefined && tools.size === 1) return first;
  const servers = found.flatMap((lookup) =>
    lookup.kind === 'declared' ? [lookup.tool.server ?? ''] : lookup.kind === 'ambiguous' ? lookup.servers : [],
  );
  return { kind: 'ambiguous', servers: [...new Set(servers)].sort() };
}
