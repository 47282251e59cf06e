import type { JsonValue } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';

/** Tells whether each label of a host name is a valid IDNA 2008 label (RFC 5891, RFC 5892, RFC 5893). */
export type IdnaCheck = (hostname: string) => boolean;

let loaded: IdnaCheck | undefined;

/** An IDNA host name has at most 253 octets, so this many UTF-16 units hold any valid one; the tables are slow on more. */
const longestIdnHostname = 1000;

/**
 * The package prints each refused name to standard output, which belongs to the report and must not hold recorded values:
 * its call is synchronous, so nobody else's output is lost.
 */
function quietly(check: IdnaCheck): IdnaCheck {
  return (hostname) => {
    if (hostname.length > longestIdnHostname) return false;
    const print = console.log;
    console.log = () => undefined;
    try {
      return check(hostname);
    } finally {
      console.log = print;
    }
  };
}

/** Loads the IDNA tables (about 25 ms). Until then the formats that need them are unchecked. */
export async function loadFormatLibrary(): Promise<void> {
  if (loaded !== undefined) return;
  const library = await import('@hyperjump/json-schema-formats');
  loaded = quietly(library.isIdn);
}

export function idnaCheck(): IdnaCheck | undefined {
  return loaded;
}

const libraryFormats: ReadonlySet<string> = new Set(['hostname', 'idn-hostname', 'idn-email']);

/** Whether some `format` of the schema can need the IDNA tables. Looks at every member, so it may say yes too often. */
export function needsFormatLibrary(schema: JsonValue): boolean {
  const waiting: JsonValue[] = [schema];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isJsonArray(value)) {
      for (const item of value) waiting.push(item);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        const inner = value[name];
        if (inner === undefined) continue;
        if (name === 'format' && typeof inner === 'string' && libraryFormats.has(inner)) return true;
        waiting.push(inner);
      }
    }
  }
  return false;
}
