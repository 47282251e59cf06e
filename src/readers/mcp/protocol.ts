import type { DialectName } from '../../model/declaration.ts';
import type { Located } from './located.ts';
import { into, textOf } from './located.ts';

/** Revisions are dates (`2025-06-18`), so their order is the order of their text. */
export function isAtLeast(revision: string | undefined, wanted: string): boolean {
  return revision !== undefined && revision >= wanted;
}

/** A revision in the form the specification gives them; drafts and made-up names promise nothing. */
export function revisionOf(located: Located): string | undefined {
  const text = textOf(located);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

/** From 2026-07-28 on there is no handshake: each request names its revision. */
export function requestRevision(params: Located): string | undefined {
  return revisionOf(into(into(params, '_meta'), 'io.modelcontextprotocol/protocolVersion'));
}

/** The server's name in a result's `_meta` (2026-07-28), or in the answer to `initialize`. */
export function serverNameIn(result: Located): string | undefined {
  const stated = into(into(result, '_meta'), 'io.modelcontextprotocol/serverInfo');
  return textOf(into(stated, 'name')) ?? textOf(into(into(result, 'serverInfo'), 'name'));
}

/** SEP-1613 (2025-11-25): a schema without `$schema` is 2020-12. Earlier revisions say nothing. */
export function dialectOf(revision: string | undefined): { readonly name: DialectName; readonly because: string } {
  const because = isAtLeast(revision, '2025-11-25') ? 'MCP 2025-11-25 and later' : 'no rule: default';
  return { name: '2020-12', because };
}
