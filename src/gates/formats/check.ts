import type { DialectName } from '../../model/declaration.ts';
import type { JsonValue } from '../../model/json.ts';
import { isEcmaPattern } from '../patterns/read.ts';
import { isDate, isDateTime, isDuration, isTime } from './dates.ts';
import {
  isIri,
  isIriReference,
  isJsonPointer,
  isRelativeJsonPointer,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from './identifiers.ts';
import { idnaCheck } from './library.ts';
import { isEmail, isHostname, isIdnEmail, isIpv4, isIpv6 } from './network.ts';
import { isInNumericFormat, isNumericFormat, numericFormats } from './numbers.ts';

export type FormatAnswer = 'right' | 'wrong' | 'unchecked';

/** Formats whose text alone decides. */
const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', isUuid],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isEcmaPattern],
]);

const idnaFormats: ReadonlySet<string> = new Set(['hostname', 'idn-hostname', 'idn-email']);

/**
 * Whether `format` is checked at all: the formats of the JSON Schema specification (in every dialect with the meaning the
 * latest one gives them, as every dialect lets an implementation add formats) and the integer formats of OpenAPI. Host
 * names count once the IDNA tables are loaded.
 */
export function isCheckedFormat(format: string): boolean {
  return textFormats.has(format) || isNumericFormat(format) || (idnaFormats.has(format) && idnaCheck() !== undefined);
}

/** Whether the format would be checked if the IDNA tables were loaded. */
export function isIdnaFormat(format: string): boolean {
  return idnaFormats.has(format);
}

/** The formats that {@link isCheckedFormat} is true of. */
export function checkedFormats(): readonly string[] {
  return [...textFormats.keys(), ...idnaFormats, ...numericFormats()];
}

function answer(isRight: boolean): FormatAnswer {
  return isRight ? 'right' : 'wrong';
}

const suspectLabel = /(?:^|\.)..--/;

/** From draft-07 on a host name's `xn--` labels must be real Punycode (RFC 5891 §4.4). */
function checkHostname(text: string, dialect: DialectName): FormatAnswer {
  if (!isHostname(text)) return 'wrong';
  if (dialect === 'draft-04' || dialect === 'draft-06' || !suspectLabel.test(text)) return 'right';
  const isIdn = idnaCheck();
  return isIdn === undefined ? 'unchecked' : answer(isIdn(text));
}

function checkIdna(format: string, text: string): FormatAnswer {
  const isIdn = idnaCheck();
  if (isIdn === undefined) return 'unchecked';
  return answer(format === 'idn-email' ? isIdnEmail(text, isIdn) : isIdn(text));
}

function checkText(format: string, text: string, dialect: DialectName): FormatAnswer {
  const isRight = textFormats.get(format);
  if (isRight !== undefined) return answer(isRight(text));
  if (format === 'hostname') return checkHostname(text, dialect);
  return idnaFormats.has(format) ? checkIdna(format, text) : 'unchecked';
}

/** Asserts a format (JSON Schema Validation §7). Never throws: a text that overruns the engine is unchecked. */
export function checkFormat(format: string, value: JsonValue, dialect: DialectName): FormatAnswer {
  if (isNumericFormat(format)) return answer(isInNumericFormat(format, value));
  if (typeof value !== 'string') return textFormats.has(format) || idnaFormats.has(format) ? 'right' : 'unchecked';
  try {
    return checkText(format, value, dialect);
  } catch {
    return 'unchecked';
  }
}
