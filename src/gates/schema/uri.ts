/** A URI reference cut at its first `#`. */
export interface UriParts {
  readonly uri: string;
  /** Undefined when there is no `#` at all. */
  readonly fragment: string | undefined;
}

export function splitFragment(reference: string): UriParts {
  const at = reference.indexOf('#');
  if (at < 0) return { uri: reference, fragment: undefined };
  return { uri: reference.slice(0, at), fragment: reference.slice(at + 1) };
}

/** RFC 3986, appendix B: scheme, authority, path, query. The fragment is cut off before. */
const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?]*))?([^?]*)(\?.*)?$/s;

interface Parsed {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

function parse(uri: string): Parsed {
  const found = parts.exec(uri);
  return { scheme: found?.[1]?.toLowerCase(), authority: found?.[2], path: found?.[3] ?? '', query: found?.[4] };
}

/** Whether a URI has a scheme, so that only a given document can answer it. */
export function isAbsolute(uri: string): boolean {
  return parse(uri).scheme !== undefined;
}

/** RFC 3986 §5.2.4. */
function removeDotSegments(path: string): string {
  if (!path.includes('.')) return path;
  const kept: string[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '..') {
      if (kept.length > 1 || (kept.length === 1 && kept[0] !== '')) kept.pop();
      if (isLast) kept.push('');
    } else if (segment === '.') {
      if (isLast) kept.push('');
    } else kept.push(segment);
  }
  return kept.join('/');
}

function mergePaths(base: Parsed, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path;
}

function compose({ scheme, authority, path, query }: Parsed): string {
  return `${scheme === undefined ? '' : `${scheme}:`}${authority === undefined ? '' : `//${authority}`}${path}${query ?? ''}`;
}

/**
 * RFC 3986 §5.2: the target of a reference without its fragment. The base may be empty (a schema without an id) or a
 * URN; the global URL refuses both.
 */
export function resolveUri(base: string, reference: string): string {
  if (reference === '') return base;
  const from = parse(base);
  const to = parse(reference);
  if (to.scheme !== undefined) return compose({ ...to, path: removeDotSegments(to.path) });
  if (to.authority !== undefined) return compose({ ...to, scheme: from.scheme, path: removeDotSegments(to.path) });
  if (to.path === '') return compose({ ...from, query: to.query ?? from.query });
  const path = to.path.startsWith('/') ? to.path : mergePaths(from, to.path);
  return compose({ ...from, path: removeDotSegments(path), query: to.query });
}
