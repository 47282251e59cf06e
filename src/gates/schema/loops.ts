import { appendToken } from '../../json/pointer.ts';
import type { DeclarationProblem } from '../../model/declaration.ts';
import { childList, childMap, childOf, type SchemaNode } from './node.ts';
import type { SchemaIndex } from './references.ts';

interface Step {
  readonly node: SchemaNode;
  /** The reference keyword this step goes through; undefined for a subschema applied to the same value. */
  readonly keyword: string | undefined;
}

/** The schemas that judge the very value that `node` judges. */
function stepsFrom(node: SchemaNode): readonly Step[] {
  const { links } = node;
  const steps: Step[] = [];
  if (links.ref !== undefined) steps.push({ node: links.ref, keyword: '$ref' });
  if (links.ref !== undefined && node.resource.dialect.isRefAlone) return steps;
  if (links.recursive !== undefined) steps.push({ node: links.recursive, keyword: '$recursiveRef' });
  if (links.dynamic !== undefined) steps.push({ node: links.dynamic.node, keyword: '$dynamicRef' });
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const child of childList(node, keyword) ?? []) steps.push({ node: child, keyword: undefined });
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    for (const child of childMap(node, keyword)?.values() ?? []) steps.push({ node: child, keyword: undefined });
  }
  // Without `if`, `then` and `else` are never applied.
  for (const keyword of node.children.has('if') ? ['not', 'if', 'then', 'else'] : ['not']) {
    const child = childOf(node, keyword);
    if (child !== undefined) steps.push({ node: child, keyword: undefined });
  }
  return steps;
}

interface Frame {
  readonly node: SchemaNode;
  readonly steps: readonly Step[];
  next: number;
}

/** Cycles that never descend into the value: no evaluation of them ends. One problem for each closing step. */
export function findLoops(index: SchemaIndex): readonly DeclarationProblem[] {
  const problems: DeclarationProblem[] = [];
  const finished = new Set<SchemaNode>();
  for (const document of index.documents) {
    for (const node of document.locations.values()) if (!finished.has(node)) searchFrom(node, finished, problems);
  }
  return problems;
}

/** Depth first with a stack of its own: a chain of references may be longer than the machine's. */
function searchFrom(start: SchemaNode, finished: Set<SchemaNode>, problems: DeclarationProblem[]): void {
  const active = new Set<SchemaNode>([start]);
  const stack: Frame[] = [{ node: start, steps: stepsFrom(start), next: 0 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const step = frame.steps[frame.next++];
    if (step === undefined) {
      finished.add(frame.node);
      active.delete(frame.node);
      stack.pop();
    } else if (active.has(step.node)) problems.push(loopProblem(stack));
    else if (!finished.has(step.node)) {
      active.add(step.node);
      stack.push({ node: step.node, steps: stepsFrom(step.node), next: 0 });
    }
  }
}

/** Every cycle goes through a reference, for subschemas only lead downwards: the nearest one is named. */
function loopProblem(stack: readonly Frame[]): DeclarationProblem {
  let at = stack.length - 1;
  while (at > 0 && stack[at]?.steps[(stack[at]?.next ?? 1) - 1]?.keyword === undefined) at--;
  const frame = stack[at];
  const keyword = frame?.steps[frame.next - 1]?.keyword ?? '$ref';
  const pointer = frame?.node.resource.document.via ?? appendToken(frame?.node.pointer ?? '', keyword);
  const detail = `${keyword} comes back to itself without descending into the value`;
  return { fault: 'ref-loop', pointer, detail, isBlocking: true };
}
