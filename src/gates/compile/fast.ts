import type { JsonValue } from '../../model/json.ts';
import { checkedFormats, checkFormat } from '../formats/check.ts';
import { isNumericFormat } from '../formats/numbers.ts';
import type { GateOptions } from '../gates.ts';
import { isMixedDialect, referencedDocuments, type SchemaDocument } from '../schema/document.ts';
import { openCompiler, type Verdict } from './ajv.ts';
import { holdsExactNumber, holdsJsonLookingText, holdsMarkup, isDeep } from './scan.ts';
import { takeSubset } from './subset.ts';

export interface FastPath {
  /** True: valid, and the walk would have nothing to remark. False says nothing. `flags` come from scanValue. */
  passesQuietly(value: JsonValue, flags: number): boolean;
  /** A second opinion on the verdict, where ajv has one. */
  verdictOn(value: JsonValue, flags: number): boolean | undefined;
}

/** Opens the fast path of one schema, or undefined where the walk must judge alone. */
export type FastPaths = (document: SchemaDocument) => FastPath | undefined;

/** Compiling costs as much as some dozens of walks. */
const usesBeforeCompiling = 24;

interface Compiled {
  readonly plain: Verdict;
  readonly strict: Verdict | undefined;
  readonly loudFlags: number;
}

/** ajv for the schemas it judges as the specification does; matchPattern is the walk's. */
export function openFastPaths(options: GateOptions, matchPattern: (pattern: string, text: string) => boolean): FastPaths {
  const compiler = openCompiler(checkedFormats(), isNumericFormat, {
    isRightFormat: (format, value) => checkFormat(format, value, '2020-12') !== 'wrong',
    matchPattern,
  });

  function compile(document: SchemaDocument): Compiled | undefined {
    const { dialect, rules } = document;
    if (dialect === undefined || rules?.vocabularies !== undefined || isMixedDialect(document)) return undefined;
    if (referencedDocuments(document).length > 0) return undefined;
    const subset = takeSubset(document.root, dialect.name, options.formats);
    const plain = subset === undefined ? undefined : compiler.compile(subset.plain);
    if (subset === undefined || plain === undefined) return undefined;
    const strict = subset.strict === undefined || !subset.isStricter ? undefined : compiler.compile(subset.strict);
    const loudFlags = isDeep | holdsExactNumber | holdsMarkup | (subset.hasLooseText ? holdsJsonLookingText : 0);
    return { plain, strict: subset.strict !== undefined && !subset.isStricter ? plain : strict, loudFlags };
  }

  return (document) => {
    let uses = 0;
    let compiled: Compiled | undefined;
    return {
      passesQuietly(value, flags) {
        uses += 1;
        if (uses === usesBeforeCompiling) compiled = compile(document);
        if (compiled?.strict === undefined || (flags & compiled.loudFlags) !== 0) return false;
        return compiled.strict(value) === true;
      },
      verdictOn: (value, flags) => (compiled === undefined || (flags & holdsExactNumber) !== 0 ? undefined : compiled.plain(value)),
    };
  };
}
