import type { DeclarationProblem } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import { createContractCache } from './cache.ts';
import type { FastPaths } from './compile/fast.ts';
import { isTooDeep, scanValue } from './compile/scan.ts';
import { type Bench, createContract, tooDeep } from './contract.ts';
import { checkFormat } from './formats/check.ts';
import { loadFormatLibrary } from './formats/library.ts';
import type { Contract, GateOptions, Gates, SchemaSource } from './gates.ts';
import { fromOpenApiSubset, normalisedBecause } from './notation.ts';
import { createPatternGuard } from './patterns/guard.ts';
import { findProblems } from './problems/find.ts';
import { openSchema } from './schema/document.ts';
import type { WalkSettings } from './walk/walk.ts';

export interface GateSettings extends GateOptions {
  /** Many values are coming: load ajv and compile what is used often. Otherwise the walk judges alone and start-up stays small. */
  readonly isFast: boolean;
  /** False: the IDNA tables stay unloaded, for a caller whose schemas have no use for them (needsFormatLibrary). */
  readonly hasFormatLibrary?: boolean | undefined;
}

/** Keeps a schema that multiplies its own work (references that double, a union of unions) to about a second. */
const maximumSteps = 1_500_000;

const depthProblem: DeclarationProblem = {
  fault: 'invalid-schema',
  pointer: '',
  detail: `the schema nests deeper than ${depthLimit} levels and cannot be applied`,
  isBlocking: true,
};

function normalise(schema: JsonValue, source: SchemaSource): { readonly schema: JsonValue; readonly source: SchemaSource } {
  if (source.notation !== 'openapi-subset') return { schema, source };
  const because = source.dialect === undefined ? normalisedBecause : `${source.dialect.because}; ${normalisedBecause}`;
  return { schema: fromOpenApiSubset(schema), source: { dialect: { name: source.dialect?.name ?? '2020-12', because } } };
}

function makeContract(
  schema: JsonValue,
  source: SchemaSource,
  options: GateOptions,
  benchOf: (document: ReturnType<typeof openSchema>) => Bench,
): Contract {
  if ((scanValue(schema) & isTooDeep) !== 0) return { schema, dialect: source.dialect, problems: [depthProblem], judge: () => tooDeep };
  const normal = normalise(schema, source);
  const document = openSchema(normal.schema, normal.source, options.resources);
  return { schema, ...createContract(document, findProblems(document), benchOf(document)) };
}

/** Opens the two gates: contracts are made from schemas by content, and judge values. */
export async function createGates(options: GateSettings): Promise<Gates> {
  if (options.hasFormatLibrary !== false) await loadFormatLibrary();
  const guard = createPatternGuard();
  const openFast: FastPaths | undefined = options.isFast
    ? (await import('./compile/fast.ts')).openFastPaths(options, guard.match)
    : undefined;
  const settings: WalkSettings = {
    isClosedObjects: options.isClosedObjects,
    formats: options.formats,
    checkFormat,
    matchPattern: guard.match,
    maximumSteps,
  };
  const cache = createContractCache();
  const make = (schema: JsonValue, source: SchemaSource): Contract =>
    makeContract(schema, source, options, (document) => ({ settings, guard, fast: openFast?.(document) }));
  return {
    contractOf(schema, source) {
      return cache.find(schema, source, () => make(schema, source));
    },
  };
}
