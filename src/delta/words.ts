const words: ReadonlySet<string> = new Set([
  ...['title', 'description', '$comment', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly'],
]);

/** Whether a keyword holds words about a value, which leave the set of valid ones alone. */
export function isWord(keyword: string): boolean {
  return words.has(keyword);
}
