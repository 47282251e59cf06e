import type { DeclarationProblem } from '../../model/declaration.ts';
import { isJsonObject, stringMember } from '../../model/json.ts';
import { eachSubschema, type SchemaDocument } from '../schema/document.ts';
import { placeInSchema } from './place.ts';
import { decidesFields, remarksOn, type Seen } from './remarks.ts';
import { findInvalid } from './validity.ts';

/** A machine-made schema can hold a million remarks; what stands against a verdict is kept whole. */
const mostRemarks = 200;

/**
 * Schemas that say what becomes of fields they do not name, and those applied in place by one that does: by `allOf` with a
 * reference, and `unevaluatedProperties` around it.
 */
function findDecided(document: SchemaDocument): ReadonlySet<string> {
  const decided = new Set<string>();
  const references: { readonly target: string; readonly from: readonly string[] }[] = [];
  eachSubschema(document, (schema, pointer) => {
    if (!isJsonObject(schema)) return;
    if (decidesFields(schema)) decided.add(pointer);
    const reference = stringMember(schema, '$ref');
    if (reference?.startsWith('#/') === true)
      references.push({ target: reference.slice(1), from: [pointer, ...placeInSchema(pointer).around] });
  });
  for (const { target, from } of references) if (from.some((pointer) => decided.has(pointer))) decided.add(target);
  return decided;
}

/** All problems of a declaration: blocking ones first, then remarks in document order. */
export function findProblems(document: SchemaDocument): readonly DeclarationProblem[] {
  if (document.dialect === undefined) return document.problems;
  const seen: Seen = { formats: new Set(), decided: findDecided(document) };
  const blocking: DeclarationProblem[] = [...findInvalid(document, document.dialect.name), ...document.problems];
  const remarks: DeclarationProblem[] = [];
  eachSubschema(document, (schema, pointer, dialect) => {
    if (!isJsonObject(schema)) return;
    for (const problem of remarksOn({ schema, pointer, dialect, seen })) {
      if (problem.isBlocking) blocking.push(problem);
      else if (remarks.length < mostRemarks) remarks.push(problem);
    }
  });
  return [...blocking, ...remarks];
}
