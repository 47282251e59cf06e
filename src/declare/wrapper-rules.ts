import type { CallWrapper } from './declared.ts';
import { expectList, expectObject, expectText, type Part, partAt, refusePart } from './shape.ts';

/** Reads `names.wrappers`: one rule for each wrapper tool. */
export function readWrappers(part: Part | undefined): readonly CallWrapper[] {
  const rules = new Map<string, CallWrapper>();
  for (const entry of expectList(part, 'names.wrappers')) {
    const rule = readWrapper(entry);
    if (rules.has(rule.tool)) return refusePart(entry, `two rules for the wrapper ${JSON.stringify(rule.tool)}`);
    rules.set(rule.tool, rule);
  }
  return [...rules.values()];
}

function readWrapper(part: Part): CallWrapper {
  expectObject(part, 'a wrapper rule', ['tool', 'each', 'server', 'name', 'strip', 'arguments']);
  const tool = expectText(partAt(part, 'tool'), 'the tool of a wrapper rule');
  const name = readPointer(part, 'name');
  const inner = readPointer(part, 'arguments');
  if (tool === undefined || name === undefined || inner === undefined)
    return refusePart(
      part,
      'a wrapper rule needs "tool", and "name" and "arguments": where the call that is meant stands in its arguments',
    );
  const strip = expectText(partAt(part, 'strip'), 'strip');
  return { tool, each: readPointer(part, 'each'), server: readPointer(part, 'server'), name, strip, arguments: inner };
}

/** RFC 6901. The empty pointer, the arguments as a whole, can only be meant where a list is: for the others it would be the wrapper itself. */
function readPointer(rule: Part, key: string): string | undefined {
  const part = partAt(rule, key);
  if (part?.value === '' && key === 'each') return '';
  const text = expectText(part, key);
  if (text === undefined || part === undefined) return undefined;
  if (/^(?:\/(?:[^~/]|~[01])*)+$/.test(text)) return text;
  return refusePart(part, `${JSON.stringify(text)} is no JSON Pointer; expected one such as "/params" (RFC 6901)`);
}
