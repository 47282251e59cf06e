import type { DeclarationChange, DiffResult } from '../../diff.ts';
import type { Delta } from '../../model/delta.ts';
import type { JsonValue } from '../../model/json.ts';
import { objectText, stringText, valueText } from '../../reports/kit/json-text.ts';
import type { Sides } from './diff-text.ts';
import { effectWords, failingChanges } from './diff-verdict.ts';
import { version } from './version.ts';

/** A difference between two values, as `diff` hands it on. */
type ValueDifference = Extract<DiffResult, { readonly kind: 'values' }>['changes'][number];

function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : stringText(text);
}

function optionalValue(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : valueText(value);
}

function deltaText(delta: Delta): string {
  const { kind, path, declared, recorded, reason, detail, hint, repair, count } = delta;
  return objectText([
    ['kind', stringText(kind)],
    ['path', stringText(path)],
    ['declared', optionalValue(declared)],
    ['recorded', optionalValue(recorded)],
    ['reason', optional(reason)],
    ['detail', optional(detail)],
    ['hint', optional(hint)],
    ['repair', optional(repair)],
    ['count', optionalValue(count)],
  ]);
}

function changeText({ kind, path, before, after, detail }: ValueDifference): string {
  return objectText([
    ['kind', stringText(kind)],
    ['path', stringText(path)],
    ['before', optionalValue(before)],
    ['after', optionalValue(after)],
    ['detail', optional(detail)],
  ]);
}

/** Words of a declaration longer than this are clipped, as values are: shorter ones are told whole, to the last of them. */
const wordsLimit = 20_000;

function sideText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string' && value.length <= wordsLimit) return stringText(value);
  return optionalValue(value);
}

function declarationText(change: DeclarationChange): string {
  return objectText([
    ['id', stringText(change.id)],
    ['of', stringText(change.of)],
    ['server', optional(change.server)],
    ['name', stringText(change.name)],
    ['change', stringText(change.change)],
    ['effect', stringText(change.effect)],
    ['path', stringText(change.pointer)],
    ['what', stringText(change.what)],
    ['before', sideText(change.before)],
    ['after', sideText(change.after)],
    ['accepted', String(change.isAccepted)],
  ]);
}

type Declarations = Extract<DiffResult, { readonly kind: 'declarations' }>;

function declarationsBody({ changes, unchanged, unused }: Declarations): readonly (readonly [string, string])[] {
  const countOf = (name: string): string => String(changes.filter(({ effect }) => effect === name).length);
  const summary = objectText([
    ['unchanged', String(unchanged)],
    ...effectWords.map(([effect]) => [effect, countOf(effect)] as const),
    ['accepted', String(changes.filter(({ isAccepted }) => isAccepted).length)],
    ['failing', String(failingChanges(changes).length)],
  ]);
  return [
    ['differences', linesText(changes.map(declarationText))],
    ['unused', linesText(unused.map(stringText))],
    ['summary', summary],
  ];
}

function pairText(first: readonly [string, string], second: readonly [string, string]): string {
  return objectText([
    [first[0], stringText(first[1])],
    [second[0], stringText(second[1])],
  ]);
}

function linesText(elements: readonly string[]): string {
  return elements.length === 0 ? '[]' : `[\n    ${elements.join(',\n    ')}\n  ]`;
}

function bodyOf(result: DiffResult): readonly (readonly [string, string])[] {
  if (result.kind === 'declarations') return declarationsBody(result);
  if (result.kind === 'values') return [['differences', linesText(result.changes.map(changeText))]];
  return [
    ['differences', linesText(result.deltas.map(deltaText))],
    ['notes', linesText(result.notes.map(deltaText))],
    ['remarks', linesText(result.remarks.map(({ code, message }) => pairText(['code', code], ['message', message])))],
    ['unchecked', linesText(result.unchecked.map(({ reason, detail }) => pairText(['reason', reason], ['detail', detail])))],
  ];
}

/** The differences for a program. Values are written as report v1 writes them. */
export function diffJson(result: DiffResult, sides: Sides): string {
  const members: readonly (readonly [string, string])[] = [
    ['diff', '1'],
    ['tool', pairText(['name', 'twogates'], ['version', version])],
    ['kind', stringText(result.kind)],
    ['before', stringText(sides.before)],
    ['after', stringText(sides.after)],
    ...bodyOf(result),
    ['exit', String(sides.exit)],
  ];
  return `{\n${members.map(([key, text]) => `  ${stringText(key)}: ${text}`).join(',\n')}\n}\n`;
}
