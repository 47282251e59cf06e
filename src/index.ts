export {
  type AuditInput,
  type AuditOptions,
  type AuditRequest,
  audit,
  merge,
  type Part,
  type PayloadFile,
  type PayloadStore,
  type Share,
  scan,
  type ValueSubject,
} from './audit.ts';
export { type DiffRequest, type DiffResult, diff } from './diff.ts';
export { createGates } from './gates/create.ts';
export type { Contract, GateOptions, Gates, SchemaResources, SchemaSource } from './gates/gates.ts';
export { type LintFile, type LintRequest, lint } from './lint.ts';
export type { DeclarationProblem, DialectName, StepDeclaration, ToolDeclaration } from './model/declaration.ts';
export type { Delta, DeltaKind, GateAnswer, GateName, UncheckedReason } from './model/delta.ts';
export type { Cause, Disposition, Finding, FindingStage, Level, Severity } from './model/finding.ts';
export { ExactNumber, type JsonArray, type JsonObject, type JsonValue } from './model/json.ts';
export type { Place } from './model/record.ts';
export type { Report } from './model/report.ts';
