import type { GivenWorkflow } from '../declare/declared.ts';
import type { Observation } from '../model/observation.ts';
import { nowhere, stepSourceOf } from './contracts.ts';
import { openLineCopies } from './copied-lines.ts';
import { openGoingOn } from './going-on.ts';
import type { AuditInput, Known, ScanSettings } from './input.ts';
import { scanInput } from './input-scan.ts';
import type { Share } from './own-runs.ts';
import type { Part } from './part.ts';
import { inReadingOrder } from './reading-order.ts';

/** Inputs with open runs that wait for a later one to go on with them; the oldest is over when there are more. */
const openLimit = 1_000;

/** Steps of a given workflow file that carry their own strict_mode: said once per audit, whatever the inputs record. */
function stepFaults(given: GivenWorkflow | undefined): readonly Observation[] {
  return (given?.stepsWithOwnStrictness ?? []).map((step) => ({
    kind: 'step-strictness',
    site: { record: nowhere, pointer: '', part: 'value' },
    subject: { run: '', step },
    given: stepSourceOf(given, step),
  }));
}

/** Scans all inputs into part `index` of `count`. Rejects only with what reading the inputs rejects with. */
export async function scan(inputs: readonly AuditInput[], settings: ScanSettings, share: Share): Promise<Part> {
  const isSeveral = inputs.length > 1;
  const known: Known = {
    calls: isSeveral ? new Map() : undefined,
    openings: new Map(),
    chainEnds: new Set(),
    files: new Map(),
    copied: isSeveral ? openLineCopies() : undefined,
    goingOn: isSeveral ? openGoingOn() : undefined,
    open: new Map(),
    before: { lines: 0, bytes: 0 },
  };
  const parts = new Map<number, Part>();
  const end = (index: number): void => {
    const waiting = known.open.get(index);
    if (waiting === undefined) return;
    known.open.delete(index);
    known.goingOn?.forget(index);
    parts.set(index, waiting.finish());
  };
  for (const { input, index } of await inReadingOrder(inputs)) {
    const faults = share.index === 0 && index === 0 ? stepFaults(settings.given) : [];
    const scanned = await scanInput(settings, share, { input, index, known, faults });
    known.open.set(index, scanned);
    if (known.goingOn?.hasOpen(index) !== true) end(index);
    const [oldest] = known.open.keys();
    if (known.open.size > openLimit && oldest !== undefined) end(oldest);
  }
  for (const index of [...known.open.keys()]) end(index);
  const ordered = inputs.map((_, index) => parts.get(index)).filter((part) => part !== undefined);
  return {
    inputs: ordered.flatMap((part) => part.inputs),
    findings: ordered.flatMap((part) => part.findings),
    counts: ordered.flatMap((part) => part.counts),
    cutRuns: ordered.flatMap((part) => part.cutRuns),
    unchecked: ordered.flatMap((part) => part.unchecked),
    accommodations: ordered.flatMap((part) => part.accommodations),
    chains: ordered.flatMap((part) => part.chains),
    ...(settings.candidate !== undefined && { against: ordered.flatMap((part) => part.against ?? []) }),
  };
}
