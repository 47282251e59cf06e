import { isIdentical } from '../declare/identical.ts';
import { type LockedTool, lockTool, toolObjectOf } from '../declare/lock.ts';
import type { Declared } from '../model/event/declarations.ts';
import type { Reader } from '../readers/reader.ts';
import { openRecords } from '../records/records.ts';
import type { AuditInput } from './input.ts';
import { openReading } from './reading.ts';

/** A tool that a recording declares, and the line of the record that first does. */
export interface RecordedTool extends LockedTool {
  readonly line: number;
  /** True when the record nests deeper than anything that is read again. */
  readonly isDeep: boolean;
  /** A key that the declaration says twice: two readers may see two tools. */
  readonly twice?: string | undefined;
}

export interface RecordedTools {
  /** The reader that knows the recording; undefined when none does. */
  readonly reader: Reader | undefined;
  /** "looks like FORMAT, but …", when no reader knows it. */
  readonly nearest: string | undefined;
  /** Every tool in the order of the record; one that is declared in several versions stands there twice. */
  readonly tools: readonly RecordedTool[];
}

/** Two versions of a tool are one too many: more are not told apart. */
const versionLimit = 2;

/** Everything that one recording declares. Rejects only with what reading it rejects with. */
export async function declaredTools(input: AuditInput, forced?: Reader | undefined): Promise<RecordedTools> {
  const versions = new Map<string, RecordedTool[]>();
  const { chooseReader } = await import('../readers/index.ts');
  const reading = openReading({
    forced,
    choose: chooseReader,
    start: () => undefined,
    event: (event) => {
      if (event.kind === 'declared') remember(versions, event);
    },
  });
  const records = openRecords({ input: 0, emit: reading.push, fault: () => undefined });
  for await (const chunk of input.chunks()) records.push(chunk);
  records.end();
  reading.end();
  return { reader: reading.reader(), nearest: reading.nearest(), tools: [...versions.values()].flat() };
}

/** A version that is known costs a comparison only: pairs repeat their tools in every record. */
function remember(versions: Map<string, RecordedTool[]>, event: Declared): void {
  const { record } = event;
  for (const declared of event.tools) {
    const server = declared.server ?? event.server;
    const tool = toolObjectOf({ ...declared, server }, record.value);
    const key = JSON.stringify([server ?? null, declared.name]);
    const known = versions.get(key) ?? [];
    if (known.some((version) => isIdentical(version.tool, tool))) continue;
    const pointer = declared.inputPointer.replace(/\/[^/]*$/, '');
    const twice = record.defects.find((defect) => defect.kind === 'duplicate-key' && defect.pointer.startsWith(pointer));
    const version = { ...lockTool({ server, name: declared.name }, tool), line: record.line, isDeep: record.isDeep, twice: twice?.text };
    versions.set(key, [...known, version].slice(0, versionLimit));
  }
}
