import type { DialectName } from '../../model/declaration.ts';
import { keywordFacts } from '../schema/keywords.ts';

/** Words that describe and never decide; every draft ignores the ones it does not know. */
export const annotationWords: ReadonlySet<string> = new Set([
  ...['$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentMediaType', 'contentEncoding', '$schema', '$id', 'example', 'externalDocs', 'xml'],
]);

/** Words of neighbouring notations that readers take for rules. */
const otherNotations: ReadonlyMap<string, string> = new Map([
  ['nullable', 'nullable is OpenAPI 3.0, not JSON Schema: it has no effect'],
  ['discriminator', 'discriminator is OpenAPI, not JSON Schema: it has no effect'],
  ['divisibleBy', 'divisibleBy is draft-03 (multipleOf since draft-04): it has no effect'],
  ['disallow', 'disallow is draft-03 (not since draft-04): it has no effect'],
  ['extends', 'extends is draft-03 (allOf since draft-04): it has no effect'],
]);

export interface WordRemark {
  readonly fault: 'unknown-keyword' | 'foreign-keyword';
  readonly detail: string;
}

function explainForeignWord(word: string, dialect: DialectName): string | undefined {
  if (word === 'dependencies')
    return `dependencies was split into dependentRequired and dependentSchemas in 2019-09: it has no effect under ${dialect}`;
  const known = keywordFacts.get(word);
  if (known === undefined || known.dialects.has(dialect)) return undefined;
  const drafts = [...known.dialects];
  const isLater = drafts[0] !== undefined && drafts[0] > 'draft-04' && drafts.at(-1) === '2020-12';
  const origin = isLater ? `came with ${drafts[0]}` : `is a word of ${drafts.join(', ')}`;
  return `${word} ${origin}: it has no effect under the declared ${dialect}`;
}

/** Distance in single-character edits, cut off at 2: every length is a keyword's, so the table stays tiny. */
function isNear(word: string, keyword: string): boolean {
  if (Math.abs(word.length - keyword.length) > 2) return false;
  let row = Array.from({ length: keyword.length + 1 }, (_, index) => index);
  for (let left = 1; left <= word.length; left += 1) {
    const next = [left];
    for (let right = 1; right <= keyword.length; right += 1) {
      const same = word[left - 1] === keyword[right - 1] ? 0 : 1;
      next.push(Math.min((row[right] ?? 0) + 1, (next[right - 1] ?? 0) + 1, (row[right - 1] ?? 0) + same));
    }
    row = next;
  }
  return (row[keyword.length] ?? 3) <= (keyword.length < 6 ? 1 : 2);
}

function nearestKeyword(word: string, dialect: DialectName): string | undefined {
  if (word.length > 30) return undefined;
  const bare = word.replace(/[-_]/g, '').toLowerCase();
  for (const [keyword, fact] of keywordFacts) {
    if (fact.dialects.has(dialect) && (bare === keyword.toLowerCase() || isNear(word, keyword))) return keyword;
  }
  return undefined;
}

/** What is to be said about a word in a schema; undefined for keywords of the dialect, annotations and `x-…`. */
export function remarkOnWord(word: string, dialect: DialectName): WordRemark | undefined {
  if (annotationWords.has(word) || /^x-/i.test(word)) return undefined;
  const fact = keywordFacts.get(word);
  if (fact?.dialects.has(dialect) === true) return undefined;
  const foreign = explainForeignWord(word, dialect);
  if (foreign !== undefined) return { fault: 'foreign-keyword', detail: foreign };
  const known = otherNotations.get(word);
  if (known !== undefined) return { fault: 'unknown-keyword', detail: known };
  const near = nearestKeyword(word, dialect);
  const advice = near === undefined ? '' : ` (${near}?)`;
  return { fault: 'unknown-keyword', detail: `${clip(word)} is not a keyword of ${dialect}: it has no effect${advice}` };
}

const longestShown = 60;

export function clip(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
