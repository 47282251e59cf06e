import { isIpv6 } from './network.ts';

/** RFC 3986 (URI), RFC 3987 (IRI), RFC 6570 (URI templates), RFC 4122 (UUID). Every alternative starts with another character: linear time. */

const wide =
  '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{7FFFD}\\u{80000}-\\u{8FFFD}\\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{CFFFD}\\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}';
const privateUse = '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}';
const escaped = '%[0-9A-Fa-f]{2}';
const plain = "A-Za-z0-9\\-._~!$&'()*+,;=";

interface Grammar {
  readonly authority: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
}

function grammarOf(letters: string, queryLetters: string): Grammar {
  const characters = (more: string): RegExp => new RegExp(`^(?:[${plain}${letters}${more}]|${escaped})*$`, 'u');
  const name = (more: string): string => `(?:[${plain}${letters}${more}]|${escaped})*`;
  return {
    authority: new RegExp(`^(?:${name(':')}@)?(?:\\[([^\\]]*)\\]|${name('')})(?::[0-9]*)?$`, 'u'),
    path: characters(':@/'),
    query: characters(`${queryLetters}:@/?`),
    fragment: characters(':@/?'),
  };
}

const uriGrammar = grammarOf('', '');
const iriGrammar = grammarOf(wide, privateUse);
const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const futureAddress = /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i;

function isAuthority(text: string, grammar: Grammar): boolean {
  const parts = grammar.authority.exec(text);
  if (parts === null) return false;
  const literal = parts[1];
  return literal === undefined || isIpv6(literal) || futureAddress.test(literal);
}

/** `//authority/path` or a path of its own; a relative one must not look like a scheme (RFC 3986 §4.2). */
function isHierarchy(text: string, grammar: Grammar, hasScheme: boolean): boolean {
  if (text.startsWith('//')) {
    const slash = text.indexOf('/', 2);
    const end = slash < 0 ? text.length : slash;
    return isAuthority(text.slice(2, end), grammar) && grammar.path.test(text.slice(end));
  }
  if (!grammar.path.test(text)) return false;
  return hasScheme || !(text.split('/', 1)[0] ?? '').includes(':');
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function isIdentifier(text: string, grammar: Grammar, mayBeRelative: boolean): boolean {
  const scheme = schemePattern.exec(text)?.[0];
  if (scheme === undefined && !mayBeRelative) return false;
  const [withoutFragment, fragment] = splitAt(text.slice(scheme?.length ?? 0), '#');
  const [hierarchy, query] = splitAt(withoutFragment, '?');
  if (!grammar.fragment.test(fragment) || !grammar.query.test(query)) return false;
  return isHierarchy(hierarchy, grammar, scheme !== undefined);
}

export function isUri(text: string): boolean {
  return isIdentifier(text, uriGrammar, false);
}
export function isUriReference(text: string): boolean {
  return isIdentifier(text, uriGrammar, true);
}
export function isIri(text: string): boolean {
  return isIdentifier(text, iriGrammar, false);
}
export function isIriReference(text: string): boolean {
  return isIdentifier(text, iriGrammar, true);
}

const variable = `(?:[A-Za-z0-9_]|${escaped})(?:\\.?(?:[A-Za-z0-9_]|${escaped}))*(?::[1-9][0-9]{0,3}|\\*)?`;
const literal = `[!#$&-;=?-\\[\\]_a-z~${wide}${privateUse}]|${escaped}`;
const templatePattern = new RegExp(`^(?:${literal}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`, 'u');

export function isUriTemplate(text: string): boolean {
  return templatePattern.test(text);
}

export function isUuid(text: string): boolean {
  return /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/.test(text);
}

export function isJsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text);
}

export function isRelativeJsonPointer(text: string): boolean {
  return /^(?:0|[1-9][0-9]*)(?:#|(?:[+-](?:0|[1-9][0-9]*))?(?:\/(?:[^~/]|~[01])*)*)$/u.test(text);
}
