import type { JsonValue } from '../../model/json.ts';
import type { Recognition } from '../reader.ts';
import { isEndMark } from './end-mark.ts';
import { isFailedLine } from './failed-line.ts';

/** Recognises a format by the share of first records that are surely of it: more than half. The end of a stream and what failed in a batch are of no format. */
export function recognizeBy(all: readonly JsonValue[], marks: Marks): Recognition {
  const first = all.filter((value) => !isEndMark(value) && !isFailedLine(value));
  const sure = first.filter((value) => marks.isSure(value)).length;
  if (sure * 2 > first.length) return { isRecognized: true };
  const alike = first.filter((value) => marks.isAlike(value)).length;
  const likeness = first.length === 0 ? 0 : (sure + alike) / (2 * first.length + 1);
  return { isRecognized: false, likeness, missing: marks.missing };
}

export interface Marks {
  readonly isSure: (value: JsonValue) => boolean;
  readonly isAlike: (value: JsonValue) => boolean;
  readonly missing: string;
}
