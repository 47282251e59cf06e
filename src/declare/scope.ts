import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { Declared, Withdrawn } from '../model/event/declarations.ts';
import type { Catalogue } from './catalogue.ts';
import type { GivenIndex } from './given.ts';
import type { CompareDeclarations, DeclarationObservation } from './in-force.ts';
import { isTwofold, withoutTwofold } from './twofold.ts';
import type { Version } from './versions.ts';

/** A tool in force. */
export interface Entry {
  tool: ToolDeclaration;
  list: List;
  isWithdrawn: boolean;
  /** Of a registration for all runs: everything it ever said. */
  readonly versions?: Version<ToolDeclaration>[];
}

/** The list of one server, as the record shows it page by page. */
export interface List {
  readonly members: Set<Entry>;
  /** Members of the list before that the new one has not named yet; they stay in force until it is whole. */
  pending: Set<Entry> | undefined;
  isWhole: boolean;
  hasBeenWhole: boolean;
  isAnnounced: boolean;
  /** It came as a list, as requests and servers send one, and not tool by tool: what it holds without a server is of no server. */
  isPaged: boolean;
  /** Registrations before it began. */
  readonly since: number;
}

/** What is declared for one run, or for all runs. */
export interface Scope {
  /** By name, then by server. */
  readonly tools: Map<string, Map<string | undefined, Entry>>;
  readonly lists: Map<string | undefined, List>;
  readonly steps: Map<string, StepDeclaration>;
  /** True once a native run declared a tool: what it declares is all there is. */
  isClosed: boolean;
  /** Lists that are not whole: counted, because every call asks. */
  openLists: number;
  /** Registrations so far: of the scope of all runs, where each of them is a version. */
  registrations: number;
}

/** What recording needs besides the scope. */
export interface Recording {
  readonly scope: Scope;
  readonly shared: Scope;
  readonly given: GivenIndex;
  readonly catalogue: Catalogue;
  readonly compare: CompareDeclarations;
}

export function openScope(): Scope {
  return { tools: new Map(), lists: new Map(), steps: new Map(), isClosed: false, openLists: 0, registrations: 0 };
}

/** Puts a list, a page of one, or a single registration in force. Declaring the same again observes nothing. */
export function recordTools(recording: Recording, event: Declared): readonly DeclarationObservation[] {
  const observed: DeclarationObservation[] = [];
  if (event.mode === 'add') {
    for (const tool of withoutTwofold(event.tools.map((one) => withServer(one, event.server)))) {
      put(recording, { tool, list: listOf(recording.scope, tool.server), isPage: false }, observed);
      if (event.isWhole) markWhole(recording, tool.server);
    }
    // what arrives after the list of a request says nothing of servers whose tools are listed elsewhere
    if (event.isWhole && recording.scope.lists.get(undefined)?.isPaged !== true) recording.scope.isClosed = true;
    return observed;
  }
  const list = listOf(recording.scope, event.server);
  list.isPaged = true;
  if (event.mode === 'replace') startAnew(recording.scope, list);
  for (const tool of withoutTwofold(event.tools.map((one) => withServer(one, event.server))))
    put(recording, { tool, list, isPage: true }, observed);
  if (event.isWhole) finishList(recording, event.server, list, observed);
  return observed;
}

/** The same, for changes of its own. */
export function copyScope({ tools, lists, steps, isClosed, openLists, registrations }: Scope): Scope {
  const copy: Scope = { tools: new Map(), lists: new Map(), steps: new Map(steps), isClosed, openLists, registrations };
  const listOfOld = new Map<List, List>();
  const entryOfOld = new Map<Entry, Entry>();
  for (const [server, list] of lists) {
    const own: List = { ...list, members: new Set(), pending: undefined };
    listOfOld.set(list, own);
    copy.lists.set(server, own);
  }
  for (const [name, named] of tools) {
    const entries = [...named].map(([server, entry]) => [server, { ...entry, list: listOfOld.get(entry.list) ?? entry.list }] as const);
    for (const [server, entry] of entries) {
      const old = named.get(server);
      if (old !== undefined) entryOfOld.set(old, entry);
    }
    copy.tools.set(name, new Map(entries));
  }
  for (const [list, own] of listOfOld) {
    for (const entry of list.members) own.members.add(entryOfOld.get(entry) ?? entry);
    if (list.pending !== undefined) own.pending = new Set([...list.pending].map((entry) => entryOfOld.get(entry) ?? entry));
  }
  return copy;
}

export function withServer(tool: ToolDeclaration, server: string | undefined): ToolDeclaration {
  return tool.server !== undefined || server === undefined ? tool : { ...tool, server };
}

function listOf(scope: Scope, server: string | undefined): List {
  const known = scope.lists.get(server);
  if (known !== undefined) return known;
  const list: List = {
    members: new Set(),
    pending: undefined,
    isWhole: false,
    hasBeenWhole: false,
    isAnnounced: false,
    isPaged: false,
    since: scope.registrations,
  };
  scope.lists.set(server, list);
  scope.openLists += 1;
  return list;
}

function startAnew(scope: Scope, list: List): void {
  list.pending = new Set(list.members);
  setWhole(scope, list, false);
}

function setWhole(scope: Scope, list: List, isWhole: boolean): void {
  if (list.isWhole !== isWhole) scope.openLists += isWhole ? -1 : 1;
  list.isWhole = isWhole;
  if (isWhole) list.hasBeenWhole = true;
}

function markWhole({ scope, catalogue }: Recording, server: string | undefined): void {
  setWhole(scope, listOf(scope, server), true);
  catalogue.markWhole(server);
}

interface Arrival {
  readonly tool: ToolDeclaration;
  readonly list: List;
  /** Part of a whole list, where an unknown name is news; single registrations come one after the other. */
  readonly isPage: boolean;
}

function put(recording: Recording, { tool: declared, list, isPage }: Arrival, observed: DeclarationObservation[]): void {
  const { scope, shared, catalogue } = recording;
  const tool = isTwofold(declared) ? declared : catalogue.intern(declared);
  const known = find(scope, tool);
  // A second tool of one name in one list is a collision, no change: the first counts.
  if (isPage && known?.list === list && list.pending?.has(known) === false) return;
  const before = known?.tool ?? (scope === shared ? undefined : find(shared, tool)?.tool);
  const isAnnounced = list.isAnnounced || known?.isWithdrawn === true;
  const isRegistered = scope === shared;
  if (known === undefined) insert(scope, { tool, list, isWithdrawn: false, ...(isRegistered ? { versions: [] } : {}) });
  else move(known, tool, list);
  if (isRegistered) find(scope, tool)?.versions?.push({ since: ++scope.registrations, value: tool });
  if (before === undefined && isPage && list.hasBeenWhole) observed.push({ kind: 'added', tool, isAnnounced });
  if (before === tool) return;
  const differences = before === undefined ? [] : recording.compare(before, tool);
  if (before !== undefined && differences.length > 0)
    observed.push({ kind: 'changed', tool, before, isAnnounced: isAnnounced || isRegistered, differences });
  const mismatch = recording.given.compareTo(tool, recording.compare);
  if (mismatch !== undefined) observed.push(mismatch);
}

function find(scope: Scope, tool: ToolDeclaration): Entry | undefined {
  return scope.tools.get(tool.name)?.get(tool.server);
}

function insert(scope: Scope, entry: Entry): void {
  const { name, server } = entry.tool;
  const named = scope.tools.get(name);
  if (named === undefined) scope.tools.set(name, new Map([[server, entry]]));
  else named.set(server, entry);
  entry.list.members.add(entry);
}

function move(entry: Entry, tool: ToolDeclaration, list: List): void {
  entry.list.pending?.delete(entry);
  if (entry.list !== list) entry.list.members.delete(entry);
  list.members.add(entry);
  entry.tool = tool;
  entry.list = list;
  entry.isWithdrawn = false;
}

function finishList(recording: Recording, server: string | undefined, list: List, observed: DeclarationObservation[]): void {
  for (const entry of list.pending ?? []) {
    remove(recording.scope, entry);
    if (!entry.isWithdrawn) observed.push({ kind: 'removed', tool: entry.tool, isAnnounced: list.isAnnounced });
  }
  list.pending = undefined;
  list.isAnnounced = false;
  markWhole(recording, server);
}

function remove(scope: Scope, entry: Entry): void {
  const { name, server } = entry.tool;
  entry.list.members.delete(entry);
  const named = scope.tools.get(name);
  named?.delete(server);
  if (named?.size === 0) scope.tools.delete(name);
}

/** Takes a tool out of force. A registration for all runs that one run withdraws is only hidden in that run. */
export function withdrawTool(scope: Scope, shared: Scope | undefined, event: Withdrawn): readonly DeclarationObservation[] {
  const entry = findWithdrawn(scope, event) ?? hide(scope, findWithdrawn(shared, event));
  if (entry === undefined || entry.isWithdrawn) return [];
  entry.isWithdrawn = true;
  if (entry.versions !== undefined) entry.versions.push({ since: ++scope.registrations, value: undefined });
  return [{ kind: 'removed', tool: entry.tool, isAnnounced: true }];
}

/** Identity as for a call: a declaration without a server answers for every server, a bare name for the one tool that has it. */
function findWithdrawn(scope: Scope | undefined, { tool, server }: Withdrawn): Entry | undefined {
  const named = scope?.tools.get(tool);
  const sole = server === undefined && named?.size === 1 ? named.values().next().value : undefined;
  return named?.get(server) ?? named?.get(undefined) ?? sole;
}

function hide(scope: Scope, entry: Entry | undefined): Entry | undefined {
  if (entry === undefined) return undefined;
  const hidden: Entry = { tool: entry.tool, list: listOf(scope, entry.tool.server), isWithdrawn: false };
  setWhole(scope, hidden.list, entry.list.isWhole);
  insert(scope, hidden);
  return hidden;
}

/**
 * The source says that its list is another one now: open until it is listed again. Lists registered for all runs are
 * opened for this run only.
 */
export function announceChange(scope: Scope, shared: Scope, server: string | undefined): void {
  scope.isClosed = false;
  const servers = server === undefined ? new Set([...scope.lists.keys(), ...shared.lists.keys()]) : [server];
  for (const name of servers) {
    const list = listOf(scope, name);
    setWhole(scope, list, false);
    list.isAnnounced = true;
  }
}
