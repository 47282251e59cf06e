import type { StepDeclaration, ToolEffect } from '../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonValue, member } from '../model/json.ts';
import type { CallWrapper, GivenDeclarations, Resolve, WorkflowFile } from './declared.ts';
import { type GivenDocument, readDocument } from './document.ts';
import { readEffects } from './effects.ts';
import { declareFile } from './file.ts';
import { folderOf, isAddress, joinPath } from './paths.ts';
import { expectCount, expectFlag, expectList, expectObject, expectText, expectTexts, type Part, partAt, refusePart } from './shape.ts';
import { parseTemplate } from './spelling.ts';
import { readWrappers } from './wrapper-rules.ts';

/** The workflow file, read, with every file it names. */
export interface ReadWorkflow {
  readonly sources: readonly GivenDeclarations[];
  readonly strip: readonly string[];
  readonly wrappers: readonly CallWrapper[];
  readonly effects: readonly ToolEffect[];
  readonly isStrict: boolean | undefined;
  readonly maxIterations: number | undefined;
  readonly isClosedObjects: boolean | undefined;
  readonly stepsWithOwnStrictness: readonly string[];
  /** None: it is no workflow file, and was read as one that lists tools and steps alone. */
  readonly workflows: readonly WorkflowFile[];
}

const topKeys = ['workflow', 'version', 'description', 'global_config', 'tools', 'steps', 'names', 'policy', 'trust', 'scope'] as const;
const stepKeys = ['id', 'description', 'output', 'tools', 'delivery', 'requires', 'strict_mode'] as const;

/** Whether a document is a workflow file (and not a provider's request that happens to hold `tools`). */
export function isWorkflow(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  if (['workflow', 'global_config', 'steps'].some((name) => Object.hasOwn(value, name))) return true;
  const tools = member(value, 'tools');
  return isJsonArray(tools) && tools.some((tool) => isJsonObject(tool) && Object.hasOwn(tool, 'from'));
}

/** Reads a workflow file (ledger.md §7). Throws Refused. */
export async function readWorkflow(document: GivenDocument, resolve: Resolve): Promise<ReadWorkflow> {
  const top: Part = { document, pointer: '', value: document.value };
  expectObject(top, 'the workflow file', topKeys);
  if (typeof partAt(top, 'version')?.value !== 'number') expectText(partAt(top, 'version'), 'version');
  for (const name of ['workflow', 'description', 'policy', 'trust']) expectText(partAt(top, name), name);
  const scope = readScope(partAt(top, 'scope'));
  const steps = await readSteps(top, scope, resolve);
  const own: GivenDeclarations = { source: document.source, sha256: document.sha256, tools: [], steps: steps.inline, scope };
  const tools = await readToolFiles(top, scope, resolve);
  return {
    sources: [own, ...tools.files, ...steps.files],
    effects: tools.effects,
    ...readNames(partAt(top, 'names')),
    ...readConfig(partAt(top, 'global_config')),
    stepsWithOwnStrictness: steps.strict,
    workflows: [{ source: document.source, name: expectText(partAt(top, 'workflow'), 'workflow') }],
  };
}

function readScope(part: Part | undefined): 'closed' | 'open' {
  const scope = expectText(part, 'scope');
  if (part !== undefined && scope !== 'closed' && scope !== 'open') return refusePart(part, 'scope must be "closed" or "open"');
  return scope === 'closed' ? 'closed' : 'open';
}

function readConfig(part: Part | undefined): Pick<ReadWorkflow, 'isStrict' | 'maxIterations' | 'isClosedObjects'> {
  if (part === undefined) return { isStrict: undefined, maxIterations: undefined, isClosedObjects: undefined };
  expectObject(part, 'global_config', ['strict_mode', 'max_iterations', 'closed_objects']);
  return {
    isStrict: expectFlag(partAt(part, 'strict_mode'), 'strict_mode'),
    maxIterations: expectCount(partAt(part, 'max_iterations'), 'max_iterations'),
    isClosedObjects: expectFlag(partAt(part, 'closed_objects'), 'closed_objects'),
  };
}

function readNames(part: Part | undefined): Pick<ReadWorkflow, 'strip' | 'wrappers'> {
  if (part === undefined) return { strip: [], wrappers: [] };
  expectObject(part, 'names', ['strip', 'wrappers']);
  return { strip: expectList(partAt(part, 'strip'), 'names.strip').map(readStrip), wrappers: readWrappers(partAt(part, 'wrappers')) };
}

function readStrip(rule: Part): string {
  const text = expectText(rule, 'a prefix rule') ?? '';
  if (parseTemplate(text) !== undefined) return text;
  return refusePart(
    rule,
    `${JSON.stringify(text)} is no prefix rule; expected {tool} once, {server} at most once and text between them, as in "mcp__{server}__{tool}"`,
  );
}

interface ReadTools {
  readonly files: readonly GivenDeclarations[];
  readonly effects: readonly ToolEffect[];
}

async function readToolFiles(top: Part, scope: 'closed' | 'open', resolve: Resolve): Promise<ReadTools> {
  const files: GivenDeclarations[] = [];
  const effects: ToolEffect[] = [];
  for (const part of expectList(partAt(top, 'tools'), 'tools')) {
    expectObject(part, 'an entry of tools', ['server', 'from', 'effects']);
    const server = expectText(partAt(part, 'server'), 'server');
    const from = partAt(part, 'from');
    if (from === undefined) return refusePart(part, 'an entry of tools needs "from": the path of a file that lists its tools');
    const document = await readDocument(pathFrom(from), resolve);
    const declared = declareFile(document, { kinds: 'tools', server });
    files.push({ ...declared, scope });
    effects.push(...readEffects(partAt(part, 'effects'), declared.tools));
  }
  return { files, effects };
}

/** A path as the workflow file means it: seen from its own folder, never an address. */
function pathFrom(part: Part): string {
  const path = expectText(part, 'a path') ?? '';
  if (isAddress(path))
    return refusePart(part, `${JSON.stringify(path)} is an address; nothing is fetched: save the file and give its path`);
  return joinPath(folderOf(part.document.source), path);
}

interface ReadSteps {
  readonly inline: readonly StepDeclaration[];
  readonly files: readonly GivenDeclarations[];
  readonly strict: readonly string[];
}

interface CollectedSteps {
  readonly inline: StepDeclaration[];
  readonly files: GivenDeclarations[];
  readonly strict: string[];
}

async function readSteps(top: Part, scope: 'closed' | 'open', resolve: Resolve): Promise<ReadSteps> {
  const steps: CollectedSteps = { inline: [], files: [], strict: [] };
  const ids = new Set<string>();
  for (const part of expectList(partAt(top, 'steps'), 'steps')) {
    const { step, isStrict } = readStep(part);
    if (ids.has(step.step)) return refusePart(part, `two steps have the id ${JSON.stringify(step.step)}`);
    ids.add(step.step);
    if (isStrict) steps.strict.push(step.step);
    const output = partAt(part, 'output');
    if (typeof output?.value !== 'string') steps.inline.push(step);
    else steps.files.push({ ...(await readStepFile(output, step, resolve)), scope });
  }
  return steps;
}

function readStep(part: Part): { readonly step: StepDeclaration; readonly isStrict: boolean } {
  expectObject(part, 'a step', stepKeys);
  const id = expectText(partAt(part, 'id'), 'the id of a step');
  if (id === undefined) return refusePart(part, 'a step needs an "id"');
  expectText(partAt(part, 'description'), 'description');
  const delivery = readDelivery(partAt(part, 'delivery'));
  const requires = readRequires(partAt(part, 'requires'));
  const output = partAt(part, 'output');
  if (output !== undefined && typeof output.value !== 'string' && typeof output.value !== 'boolean' && !isJsonObject(output.value)) {
    return refusePart(output, 'output must be a JSON Schema or the path of one');
  }
  const isStrict = expectFlag(partAt(part, 'strict_mode'), 'strict_mode') !== undefined;
  const tools = expectTexts(partAt(part, 'tools'), 'the tools of a step');
  return {
    step: { step: id, outputSchema: output?.value, outputPointer: `${part.pointer}/output`, tools, ...delivery, requires },
    isStrict,
  };
}

function readDelivery(part: Part | undefined): Pick<StepDeclaration, 'delivery' | 'maxBytes'> {
  if (part === undefined) return {};
  expectObject(part, 'delivery', ['mode', 'max_bytes']);
  const mode = expectText(partAt(part, 'mode'), 'delivery.mode');
  const maxBytes = expectCount(partAt(part, 'max_bytes'), 'delivery.max_bytes');
  if (mode === undefined || mode === 'validated-document' || mode === 'stream') return { delivery: mode, maxBytes };
  return refusePart(partAt(part, 'mode') ?? part, 'delivery.mode must be "validated-document" or "stream"');
}

function readRequires(part: Part | undefined): StepDeclaration['requires'] {
  if (part === undefined) return undefined;
  expectObject(part, 'requires', ['mandatory', 'preferred']);
  const listed = (name: string): readonly string[] => expectTexts(partAt(part, name), `requires.${name}`) ?? [];
  return { mandatory: listed('mandatory'), preferred: listed('preferred') };
}

async function readStepFile(output: Part, step: StepDeclaration, resolve: Resolve): Promise<GivenDeclarations> {
  const document = await readDocument(pathFrom(output), resolve);
  if (typeof document.value !== 'boolean' && !isJsonObject(document.value)) {
    return refusePart({ document, pointer: '', value: document.value }, 'expected a JSON Schema: an object, or true or false');
  }
  const declared = { ...step, outputSchema: document.value, outputPointer: '' };
  return { source: document.source, sha256: document.sha256, tools: [], steps: [declared], scope: 'open' };
}
