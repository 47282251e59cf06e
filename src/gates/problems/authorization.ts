import type { DeclarationProblem } from '../../model/declaration.ts';
import { isJsonArray, type JsonObject, type JsonValue, member } from '../../model/json.ts';
import type { SchemaPlace } from './place.ts';
import { remark } from './remark.ts';

/** Verbs that name a permission when they are listed as the allowed values. */
const verbs: ReadonlySet<string> = new Set([
  ...['read', 'write', 'delete', 'create', 'update', 'approve', 'reject', 'deny', 'allow', 'grant', 'revoke', 'execute'],
  ...['admin', 'view', 'edit', 'publish', 'refund', 'transfer', 'pay', 'cancel', 'insert', 'remove'],
]);

const moneyWords: ReadonlySet<string> = new Set([
  ...['amount', 'price', 'budget', 'cost', 'fee', 'payment', 'refund', 'balance', 'discount', 'spend', 'quota', 'cents'],
]);
/** `limit` bounds money in `credit_limit`, and a page in `page_limit` or alone. */
const pagingWords: ReadonlySet<string> = new Set([
  'page',
  'row',
  'rows',
  'result',
  'results',
  'item',
  'items',
  'record',
  'records',
  'rate',
  'token',
  'tokens',
]);

const ceilings: readonly string[] = ['maximum', 'exclusiveMaximum'];

function isVerbList(values: JsonValue | undefined): boolean {
  if (!isJsonArray(values) || values.length < 2) return false;
  return values.every((value) => typeof value === 'string' && verbs.has(value.toLowerCase()));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function isLikeAmount(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => moneyWords.has(word))) return true;
  if (!words.includes('limit')) return false;
  return words.length > 1 && !words.some((word) => pagingWords.has(word));
}

/** An enum of verbs or a ceiling on an amount limits what may be said, and shows nothing about who was allowed to say it. */
export function authorizationRemarks(schema: JsonObject, pointer: string, place: SchemaPlace): readonly DeclarationProblem[] {
  if (place.property === undefined || place.isQuestion) return [];
  const said: DeclarationProblem[] = [];
  if (isVerbList(member(schema, 'enum'))) {
    said.push(
      remark(
        'authorization-like',
        `${pointer}/enum`,
        'a list of permitted verbs is structure, not evidence that the action was authorised',
      ),
    );
  }
  const ceiling = ceilings.find((word) => Object.hasOwn(schema, word));
  if (ceiling !== undefined && isLikeAmount(place.property)) {
    said.push(
      remark(
        'authorization-like',
        `${pointer}/${ceiling}`,
        'a bound on an amount is structure, not evidence that the amount was authorised',
      ),
    );
  }
  return said;
}
