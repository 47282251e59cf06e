import { nowhere } from './audit/contracts.ts';
import { findingOf } from './audit/findings.ts';
import type { GivenWorkflow } from './declare/declared.ts';
import { createGates } from './gates/create.ts';
import { needsFormatLibrary } from './gates/formats/library.ts';
import type { Contract, Gates, SchemaResources } from './gates/gates.ts';
import { nameFaults } from './lint/names.ts';
import { openPlaces, type PlacedFile } from './lint/places.ts';
import { lintReport } from './lint/report.ts';
import { type DeclaredSchema, declaredSchemas } from './lint/schemas.ts';
import type { Finding, Level, Severity } from './model/finding.ts';
import type { Observation } from './model/observation.ts';
import { compareText } from './model/order.ts';
import type { Place } from './model/record.ts';
import type { Report } from './model/report.ts';
import { rules } from './rules/index.ts';

/** A file that was read for the declarations: the place of every finding is in one. */
export interface LintFile {
  /** As the declarations name it (`GivenDeclarations.source`). */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface LintRequest {
  readonly given: GivenWorkflow;
  readonly files: readonly LintFile[];
  /** Why a file that was named is no declaration, for a person; nothing is concluded from the rest then. */
  readonly unknown?: string | undefined;
  readonly resources: SchemaResources;
  /** Absent: deviation. */
  readonly failOn?: Level | undefined;
  /** The flag that said so, for the report. */
  readonly failOnBecause?: string | undefined;
  readonly version: string;
}

/** A schema made ready, and all that stands against it. */
export interface LintedSchema extends DeclaredSchema {
  readonly contract: Contract;
}

/** Reads declarations as the gates would, without a record: every remark about every schema and name, at its place in its file. */
export async function lint(request: LintRequest): Promise<Report> {
  const places = new Map<string, PlacedFile>();
  for (const { path, bytes } of request.files) places.set(path, await openPlaces(path, bytes));
  const declared = declaredSchemas(request.given, [...places.keys()]);
  const gates = await openGates(declared, request.resources);
  const schemas = declared.map((one): LintedSchema => ({ ...one, contract: gates.contractOf(one.schema, one.source) }));
  const findings = [
    ...schemas.flatMap((schema) => schemaFindings(schema, places)),
    ...nameFindings(request.given, places),
    ...strictnessFindings(request.given, places),
  ];
  return lintReport({ request, schemas, findings: findings.sort(compareFindings) });
}

/** An observation points into a record; a declaration file is none, and its places are found beside it. */
const site = { record: nowhere, pointer: '', part: 'value' } as const;

function openGates(declared: readonly DeclaredSchema[], resources: SchemaResources): Promise<Gates> {
  const hasFormatLibrary = [...resources.values(), ...declared.map(({ schema }) => schema)].some(needsFormatLibrary);
  return createGates({ formats: 'assert', resources, isClosedObjects: false, isFast: false, hasFormatLibrary });
}

function schemaFindings(
  { contract, gate, subject, file, pointer }: LintedSchema,
  places: ReadonlyMap<string, PlacedFile>,
): readonly Finding[] {
  return contract.problems.flatMap((problem) => {
    const at = placeIn(places, file, pointer + problem.pointer, pointer);
    return tell({ kind: 'declaration-problem', gate, problem, subject, site }, at, problem.isBlocking ? 'failure' : 'note');
  });
}

function nameFindings(given: GivenWorkflow, places: ReadonlyMap<string, PlacedFile>): readonly Finding[] {
  return nameFaults(given).flatMap(({ kind, subject, other, file, pointer }) => {
    const name = places.get(file)?.namePointer(pointer) ?? '';
    return tell({ kind, subject, other, site }, placeIn(places, file, name, ''));
  });
}

function strictnessFindings(
  { sources, stepsWithOwnStrictness }: GivenWorkflow,
  places: ReadonlyMap<string, PlacedFile>,
): readonly Finding[] {
  const files = sources.map(({ source }) => source);
  return stepsWithOwnStrictness.flatMap((step) => {
    const at = files.map((file) => places.get(file)?.strictnessOf(step)).find((place) => place !== undefined);
    return tell({ kind: 'step-strictness', subject: { run: '', step }, site }, at ?? placeIn(places, files[0] ?? '', '', ''));
  });
}

function placeIn(places: ReadonlyMap<string, PlacedFile>, file: string, pointer: string, around: string): Place {
  return places.get(file)?.placeOf(pointer, around) ?? { file, line: 1, column: 1, offset: 0, pointer };
}

/** In the words of the rules. Nothing recorded depends on a declaration here: what blocks a verdict fails, the rest is told. */
function tell(observation: Observation, at: Place, severity?: Severity): readonly Finding[] {
  return rules.flatMap((rule) => {
    const spoken = rule.speak(observation, (line) => `line ${line}`);
    if (spoken === undefined) return [];
    const { run: _none, ...finding } = findingOf(observation, { file: at.file, rule, spoken, cause: undefined, pieces: [] });
    return [{ ...finding, severity: severity ?? finding.severity, at }];
  });
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.at.file, b.at.file) ||
    a.at.offset - b.at.offset ||
    compareText(a.code, b.code) ||
    compareText(a.at.pointer, b.at.pointer) ||
    compareText(a.message, b.message)
  );
}
