import type { JsonObject } from '../../model/json.ts';
import { draft04 } from './draft-04.ts';
import { draft06 } from './draft-06.ts';
import { draft07 } from './draft-07.ts';
import { draft201909 } from './draft-2019-09.ts';
import { draft202012 } from './draft-2020-12.ts';

function identifier(schema: JsonObject): string {
  const written = schema.$id ?? schema.id;
  return typeof written === 'string' ? written.replace(/#$/, '') : '';
}

/** The meta-schemas of the five drafts and of their vocabularies, by absolute URI without fragment. */
export const metaschemas: ReadonlyMap<string, JsonObject> = new Map(
  [draft04, draft06, draft07, ...draft201909, ...draft202012].map((schema) => [identifier(schema), schema]),
);
