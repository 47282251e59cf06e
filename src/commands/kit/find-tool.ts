import type { GivenWorkflow } from '../../declare/declared.ts';
import type { ToolDeclaration } from '../../model/declaration.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage.ts';

/** The one declared tool that `--tool` and `--server` mean. A name that is not declared is a wrong call: nothing is resolved to a near one. */
export function findTool(given: GivenWorkflow | undefined, name: string, server: string | undefined): ToolDeclaration {
  if (given === undefined) throw new UsageError(`--tool ${name} needs the declaration to judge by (add --declare PATH)`);
  const all = given.sources.flatMap(({ tools }) => tools);
  const named = all.filter((tool) => tool.name === name && (server === undefined || tool.server === server));
  const [first, second] = named;
  if (first === undefined) throw new UsageError(notDeclared(all, name, server));
  if (second !== undefined) throw new UsageError(`--tool ${name} is declared ${named.length} times${among(named)}`);
  return first;
}

function notDeclared(all: readonly ToolDeclaration[], name: string, server: string | undefined): string {
  const where = server === undefined ? '' : ` by server ${server}`;
  const near = nearest(
    name,
    all.map((tool) => tool.name),
  );
  const hint =
    near.length === 0
      ? all.length === 1
        ? `declared is only ${all.map((tool) => tool.name).join('')}`
        : `${all.length} tools are declared`
      : `near names: ${near.join(', ')}`;
  return `--tool ${name}: not declared${where} (${hint})`;
}

function among(named: readonly ToolDeclaration[]): string {
  const servers = named.map(({ server }) => server).filter((server) => server !== undefined);
  return servers.length === 0 ? ' (name one declaration only)' : ` by ${servers.join(', ')} (add --server NAME)`;
}
