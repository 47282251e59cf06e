import type { ToolEffect } from '../model/declaration.ts';
import { isJsonObject } from '../model/json.ts';
import type { CallWrapper, DeclarationRefusal, GivenSchema, GivenWorkflow, ReadDeclarations, Resolve } from './declared.ts';
import { parseDocument, readDocument } from './document.ts';
import { declareFile } from './file.ts';
import { readFolder } from './folder.ts';
import { isLock } from './lock.ts';
import { Refused, refuse } from './refused.ts';
import { findTools } from './tool-lists.ts';
import { isWorkflow, type ReadWorkflow, readWorkflow } from './workflow-file.ts';

export type ReadSchema = { readonly ok: true; readonly schema: GivenSchema } | { readonly ok: false; readonly refusal: DeclarationRefusal };

/**
 * Reads everything `--declare` names: a workflow file, a lock file, a declaration in any provider's notation, or a folder of them.
 * An invalid schema inside a readable list is no refusal: the gates report it.
 */
export function readDeclarations(sources: readonly string[], resolve: Resolve): Promise<ReadDeclarations> {
  return guard(async () => ({ ok: true, workflow: merge(await readAll(sources, resolve)) }));
}

/** Reads one JSON Schema (`--schema`), JSON or YAML. */
export function readSchema(source: string, resolve: Resolve): Promise<ReadSchema> {
  return guard(async () => {
    const document = await readDocument(source, resolve);
    const { value } = document;
    if (typeof value !== 'boolean' && !isJsonObject(value)) return refuse(source, 'expected a JSON Schema: an object, or true or false');
    const isDeclaration = isWorkflow(value) || isLock(value) || findTools(value, { pointer: '', server: undefined }) !== undefined;
    if (isDeclaration) return refuse(source, 'holds tool declarations, not one JSON Schema; give it with --declare');
    return { ok: true, schema: { source, schema: value } };
  });
}

async function guard<T>(read: () => Promise<T>): Promise<T | { readonly ok: false; readonly refusal: DeclarationRefusal }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

async function readAll(sources: readonly string[], resolve: Resolve): Promise<readonly ReadWorkflow[]> {
  const read: ReadWorkflow[] = [];
  for (const source of sources) read.push(await readSource(source, resolve));
  return read;
}

async function readSource(source: string, resolve: Resolve): Promise<ReadWorkflow> {
  const found = await resolve(source);
  if (found.kind === 'missing') return refuse(source, `cannot be read: ${found.reason}`);
  if (found.kind === 'directory') return plain(await readFolder(source, found.names, resolve));
  const document = await parseDocument(source, found.bytes);
  if (isWorkflow(document.value)) return readWorkflow(document, resolve);
  return plain([declareFile(document, { kinds: 'anything', server: undefined })]);
}

function plain(sources: ReadWorkflow['sources']): ReadWorkflow {
  return {
    sources,
    strip: [],
    wrappers: [],
    effects: [],
    isStrict: undefined,
    maxIterations: undefined,
    isClosedObjects: undefined,
    stepsWithOwnStrictness: [],
    workflows: [],
  };
}

/** Settings come from one workflow file: two that say different things leave nothing to go by. */
function merge(all: readonly ReadWorkflow[]): GivenWorkflow {
  return {
    sources: all.flatMap((read) => read.sources),
    strip: [...new Set(all.flatMap((read) => read.strip))],
    wrappers: mergeWrappers(all),
    effects: mergeEffects(all),
    isStrict: agree(all, 'strict_mode', (read) => read.isStrict),
    maxIterations: agree(all, 'max_iterations', (read) => read.maxIterations),
    isClosedObjects: agree(all, 'closed_objects', (read) => read.isClosedObjects),
    stepsWithOwnStrictness: all.flatMap((read) => read.stepsWithOwnStrictness),
    workflows: all.flatMap((read) => read.workflows),
  };
}

/** Two rules for one wrapper would read one call in two ways. */
function mergeWrappers(all: readonly ReadWorkflow[]): readonly CallWrapper[] {
  const rules = new Map<string, CallWrapper>();
  for (const read of all) {
    for (const rule of read.wrappers) {
      if (rules.has(rule.tool))
        return refuse(
          read.sources[0]?.source ?? '',
          `the wrapper ${JSON.stringify(rule.tool)} has a rule in another given workflow file; give one of them`,
        );
      rules.set(rule.tool, rule);
    }
  }
  return [...rules.values()];
}

/** A tool that is undone in two ways would be judged by whichever was read first. */
function mergeEffects(all: readonly ReadWorkflow[]): readonly ToolEffect[] {
  const effects = new Map<string, ToolEffect>();
  for (const read of all) {
    for (const effect of read.effects) {
      const key = JSON.stringify([effect.server ?? null, effect.tool]);
      const known = effects.get(key);
      if (known !== undefined && known.compensateWith !== effect.compensateWith)
        return refuse(
          read.sources[0]?.source ?? '',
          `the effect of ${JSON.stringify(effect.tool)} is declared twice, and undone in two ways; give one of them`,
        );
      effects.set(key, known ?? effect);
    }
  }
  return [...effects.values()];
}

function agree<T>(all: readonly ReadWorkflow[], name: string, pick: (read: ReadWorkflow) => T | undefined): T | undefined {
  let agreed: T | undefined;
  for (const read of all) {
    const value = pick(read);
    if (agreed !== undefined && value !== undefined && value !== agreed) {
      return refuse(
        read.sources[0]?.source ?? '',
        `${name} is ${value} here and ${agreed} in another given workflow file; give one of them`,
      );
    }
    agreed = value ?? agreed;
  }
  return agreed;
}
