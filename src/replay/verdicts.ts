import type { Delta } from '../model/delta.ts';
import type { RecordedDelta } from '../model/event/calls.ts';
import type { VerdictMismatch } from '../model/observation/gates.ts';
import { eventSite, parentPointer } from './site.ts';
import type { Judgement, RecordedGate, Story } from './story.ts';
import { subjectOf } from './subject.ts';

/** A validator may point at the missing or extra member, or at the object it is missing from. */
const isNamedBy = (delta: Delta, paths: ReadonlySet<string>): boolean => paths.has(delta.path) || paths.has(parentPointer(delta.path));

function missingPaths(deltas: readonly Delta[], recorded: readonly RecordedDelta[]): readonly string[] | undefined {
  const paths = new Set<string>();
  for (const entry of recorded) if (entry.path !== undefined) paths.add(entry.path);
  // errors in a validator's own form name no paths we could compare
  if (paths.size === 0) return undefined;
  return deltas.filter((delta) => !isNamedBy(delta, paths)).map((delta) => delta.path);
}

function hasOtherPaths(deltas: readonly Delta[], recorded: readonly RecordedDelta[]): boolean {
  const paths = new Set(deltas.flatMap((delta) => [delta.path, parentPointer(delta.path)]));
  return recorded.some((entry) => entry.path !== undefined && !paths.has(entry.path));
}

/** The verdict a gate recorded against those recomputed from what was in force: it must be one of them. */
export function verdictMismatch(story: Story, gate: RecordedGate, judged: readonly Judgement[]): VerdictMismatch | undefined {
  const mismatches = judged.map((one) => mismatchWith(story, gate, one));
  return mismatches.some((mismatch) => mismatch === undefined) ? undefined : mismatches[0];
}

function mismatchWith(story: Story, gate: RecordedGate, judged: Judgement): VerdictMismatch | undefined {
  const { answer } = judged;
  if (answer.verdict !== 'pass' && answer.verdict !== 'fail') return undefined;
  const base = {
    kind: 'verdict-mismatch' as const,
    site: eventSite(gate.record),
    subject: subjectOf(story),
    gate: gate.gate,
    recorded: gate.verdict,
    recomputed: answer.verdict,
  };
  if (gate.verdict !== answer.verdict) return { ...base, isOnlyDelta: false, missingPaths: [] };
  if (answer.verdict !== 'fail' || gate.delta === undefined) return undefined;
  const missing = missingPaths(answer.deltas, gate.delta);
  if (missing === undefined) return undefined;
  if (missing.length === 0 && !hasOtherPaths(answer.deltas, gate.delta)) return undefined;
  return { ...base, isOnlyDelta: missing.length === 0, missingPaths: missing };
}
