import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import { isSameDeclaration } from './identical.ts';

/** Versions of one tool remembered side by side: runs of several deployments alternate in one file. */
const versionLimit = 16;
/** Tools whose content is remembered; beyond it names are still counted. */
const toolLimit = 10_000;

/** What the record declared of one server. */
export interface RecordedServer {
  readonly server: string | undefined;
  /** The latest version of each remembered tool, by name. */
  readonly tools: Map<string, ToolDeclaration>;
  /** Names of every tool ever declared. */
  readonly names: Set<string>;
  isWhole: boolean;
}

/**
 * Everything one input declares, each version once. The same declaration comes back in every run of a ledger:
 * recognised here, its schemas keep their identity and whatever was worked out about them is found again.
 */
export interface Catalogue {
  /** The same declaration as an object known before, if there is one. */
  intern(tool: ToolDeclaration): ToolDeclaration;
  countStep(step: StepDeclaration): void;
  markWhole(server: string | undefined): void;
  reopen(server: string | undefined): void;
  readonly servers: ReadonlyMap<string | undefined, RecordedServer>;
  readonly steps: ReadonlyMap<string, StepDeclaration>;
}

export function openCatalogue(): Catalogue {
  const servers = new Map<string | undefined, RecordedServer>();
  const steps = new Map<string, StepDeclaration>();
  const versions = new Map<string, ToolDeclaration[]>();
  const serverOf = (name: string | undefined): RecordedServer => {
    const known = servers.get(name);
    if (known !== undefined) return known;
    const server: RecordedServer = { server: name, tools: new Map(), names: new Set(), isWhole: false };
    servers.set(name, server);
    return server;
  };
  return {
    servers,
    steps,
    intern(tool) {
      const key = tool.server === undefined ? `/${tool.name}` : `${tool.server.length}:${tool.server}/${tool.name}`;
      const known = versions.get(key);
      const same = known?.find((version) => version === tool || isSameDeclaration(version, tool));
      const kept = same ?? tool;
      if (same === undefined && (known !== undefined || versions.size < toolLimit)) remember(versions, key, tool);
      remark(serverOf(tool.server), kept);
      return kept;
    },
    countStep: (step) => void (steps.size < toolLimit && steps.set(step.step, step)),
    markWhole: (server) => {
      serverOf(server).isWhole = true;
    },
    reopen(server) {
      for (const known of servers.values()) if (server === undefined || known.server === server) known.isWhole = false;
    },
  };
}

function remember(versions: Map<string, ToolDeclaration[]>, key: string, tool: ToolDeclaration): void {
  const known = versions.get(key) ?? [];
  versions.set(key, [tool, ...known.slice(0, versionLimit - 1)]);
}

function remark(server: RecordedServer, tool: ToolDeclaration): void {
  if (server.tools.get(tool.name) === tool) return;
  server.names.add(tool.name);
  if (server.tools.has(tool.name) || server.tools.size < toolLimit) server.tools.set(tool.name, tool);
}
