import { type Carry, carries } from '../../model/carry.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonObject, type JsonObject, member, memberOf, stringMember } from '../../model/json.ts';
import { identifierOf, type NativeLine, reportUnread, textList, textOf, wholeOf } from './line.ts';
import { sha256At } from './sha256.ts';

export function readRunOpened(line: NativeLine): LedgerEvent {
  const config = globalConfig(line);
  sha256At(line, 'workflow/sha256', memberOf(line.event.workflow, 'sha256'));
  return {
    kind: 'run-opened',
    ...line.base,
    isStrict: flag(line, config, 'strict_mode'),
    maxIterations: bound(line, config),
    isClosedObjects: flag(line, config, 'closed_objects'),
    workflow: workflowName(line),
    session: identifierOf(memberOf(line.event.session, 'id')),
    records: recorded(line),
  };
}

export function readRunClosed(line: NativeLine): LedgerEvent {
  return { kind: 'run-closed', ...line.base, outcome: textOf(line, 'outcome', line.event.outcome) };
}

function globalConfig(line: NativeLine): JsonObject | undefined {
  const config = line.event.global_config;
  if (isJsonObject(config)) return config;
  if (config !== undefined) reportUnread(line, 'with global_config that is no object');
  return undefined;
}

function flag(line: NativeLine, config: JsonObject | undefined, name: string): boolean | undefined {
  const value = config === undefined ? undefined : member(config, name);
  if (typeof value === 'boolean') return value;
  if (value !== undefined) reportUnread(line, `with ${name} that is no boolean`);
  return undefined;
}

function bound(line: NativeLine, config: JsonObject | undefined): number | undefined {
  const value = config === undefined ? undefined : member(config, 'max_iterations');
  const count = wholeOf(value, 0);
  if (count === undefined && value !== undefined) reportUnread(line, 'with max_iterations that is no count');
  return count;
}

function workflowName(line: NativeLine): string | undefined {
  const workflow = line.event.workflow;
  return typeof workflow === 'string' ? workflow : stringMember(workflow, 'name');
}

function recorded(line: NativeLine): readonly Carry[] | undefined {
  const words = textList(line, 'records', line.event.records);
  if (words === undefined) return undefined;
  for (const word of words) if (!isCarry(word)) reportUnread(line, 'with records that names an unknown kind');
  return words.filter(isCarry);
}

const known: ReadonlySet<string> = new Set(carries);

function isCarry(word: string): word is Carry {
  return known.has(word);
}
