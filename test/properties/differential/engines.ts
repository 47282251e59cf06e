import { validator } from '@exodus/schemasafe';
import * as draft07 from '@hyperjump/json-schema/draft-07';
import * as draft201909 from '@hyperjump/json-schema/draft-2019-09';
import * as draft202012 from '@hyperjump/json-schema/draft-2020-12';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import type { Draft } from './schemas.ts';

const dialects: Readonly<Record<Draft, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};
const hyperjump = { 'draft-07': draft07, '2019-09': draft201909, '2020-12': draft202012 } as const;

/** Undefined: the engine refused the schema or the value aloud, which is no verdict. */
export type OtherVerdict = boolean | undefined;
export type Judge = (value: JsonValue) => OtherVerdict;
export type EngineName = 'hyperjump' | 'schemasafe';

const quietly =
  (judge: (value: never) => boolean): Judge =>
  (value) => {
    try {
      return judge(value as never);
    } catch {
      return undefined;
    }
  };

/** A root with `definitions` is handed to both as it is; the URI is only a name. */
async function openHyperjump(schema: JsonObject, draft: Draft): Promise<Judge> {
  const engine = hyperjump[draft];
  const uri = 'https://differential.test/schema';
  try {
    engine.registerSchema(schema as never, uri, dialects[draft]);
    const judge = await engine.validate(uri);
    return quietly((value) => judge(value).valid);
  } catch {
    return () => undefined;
  } finally {
    engine.unregisterSchema(uri);
  }
}

function openSchemasafe(schema: JsonObject, draft: Draft): Judge {
  try {
    return quietly(validator(schema as never, { mode: 'spec', $schemaDefault: dialects[draft] }));
  } catch {
    return () => undefined;
  }
}

export async function openOthers(schema: JsonObject, draft: Draft): Promise<Readonly<Record<EngineName, Judge>>> {
  return { hyperjump: await openHyperjump(schema, draft), schemasafe: openSchemasafe(schema, draft) };
}
