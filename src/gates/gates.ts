import type { DeclarationProblem, DialectName } from '../model/declaration.ts';
import type { GateAnswer } from '../model/delta.ts';
import type { JsonValue } from '../model/json.ts';

/** Documents a `$ref` may lead to: only what the user gave. Keys are absolute URIs without fragment. */
export type SchemaResources = ReadonlyMap<string, JsonValue>;

export interface GateOptions {
  /** Whether `format` fails a value or is only noted. */
  readonly formats: 'assert' | 'annotate';
  readonly resources: SchemaResources;
  /** Undeclared fields of open objects fail as extra fields (`--closed`, global_config.closed_objects). */
  readonly isClosedObjects: boolean;
}

/** Where a schema comes from, as far as its meaning depends on it. */
export interface SchemaSource {
  /** Used when the schema itself has no `$schema`. */
  readonly dialect?: { readonly name: DialectName; readonly because: string } | undefined;
  readonly notation?: 'json-schema' | 'openapi-subset' | undefined;
}

/** A schema made ready to judge values. Cached by content, never by `$id`. */
export interface Contract {
  readonly schema: JsonValue;
  readonly dialect: { readonly name: DialectName; readonly because: string } | undefined;
  /** Blocking ones make every answer `unchecked`. */
  readonly problems: readonly DeclarationProblem[];
  /** Judges a value. Never throws: what cannot be judged is `unchecked` with its reason. */
  judge(value: JsonValue): GateAnswer;
}

export interface Gates {
  contractOf(schema: JsonValue, source: SchemaSource): Contract;
}
