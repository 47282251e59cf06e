import type { DeclarationProblem } from '../../model/declaration.ts';
import { isJsonObject } from '../../model/json.ts';
import { eachSubschema, type SchemaDocument } from '../schema/document.ts';
import { remarksOn, type Seen } from './remarks.ts';
import { findInvalid } from './validity.ts';

/** A machine-made schema can hold a million remarks; what stands against a verdict is kept whole. */
const mostRemarks = 200;

/** All problems of a declaration: blocking ones first, then remarks in document order. */
export function findProblems(document: SchemaDocument): readonly DeclarationProblem[] {
  if (document.dialect === undefined) return document.problems;
  const seen: Seen = { formats: new Set(), decided: new Set() };
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
