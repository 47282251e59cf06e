import type { Finding } from '../../model/finding.ts';
import { compareText } from '../../model/order.ts';
import type { Story } from './stories.ts';

/** How often the same fault is shown in full before it is only counted. */
const repeatLimit = 3;
/** Blocks of one file, and findings of one block, that are shown in full. */
const storyLimit = 100;
const findingLimit = 50;

/** What is shown, and the rest by code: nothing is left out without being counted. */
export interface Limited<Item> {
  readonly shown: readonly Item[];
  readonly hiddenItems: number;
  readonly hiddenCodes: ReadonlyMap<string, number>;
}

interface Limits<Item> {
  readonly keyOf: (item: Item) => string;
  readonly codesOf: (item: Item) => readonly string[];
  readonly total: number;
}

function limit<Item>(items: readonly Item[], { keyOf, codesOf, total }: Limits<Item>): Limited<Item> {
  const seen = new Map<string, number>();
  const hiddenCodes = new Map<string, number>();
  const shown: Item[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times <= repeatLimit && shown.length < total) shown.push(item);
    else for (const code of codesOf(item)) hiddenCodes.set(code, (hiddenCodes.get(code) ?? 0) + 1);
  }
  return { shown, hiddenItems: items.length - shown.length, hiddenCodes };
}

/** Blocks with the very same set of faults are shown three times a file, then counted. */
export function limitStories(stories: readonly Story[]): Limited<Story> {
  return limit(stories, {
    keyOf: ({ findings }) => [...new Set(findings.map(({ fingerprint }) => fingerprint))].sort(compareText).join(' '),
    codesOf: (story) => story.findings.map((finding) => finding.code),
    total: storyLimit,
  });
}

/** Within a block the same fault is shown three times, then counted. */
export function limitFindings(findings: readonly Finding[]): Limited<Finding> {
  return limit(findings, {
    keyOf: (finding) => `${finding.fingerprint} ${finding.stages === undefined ? '' : (finding.kind ?? '')}`,
    codesOf: (finding) => [finding.code],
    total: findingLimit,
  });
}

/** `structure/wrong-type 9997, drift/silent-repair 12`: most frequent first, then by code unit. */
export function countsInWords(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || compareText(a, b));
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}
